import { Type } from 'typebox';
import { AlertSchema, type AlertShape } from './alert.ts';
import { ErrorSchema, LegacyErrorSchema } from './errors.ts';
import { LegacyAlertSchema, type LegacyAlertShape } from './legacy-alert.ts';
import { PageMetaSchema, type PageMetaShape } from './page.ts';
import { StatusUpdateSchema, type StatusUpdateShape } from './status-update.ts';

/** The shapes that the API reference names once and refers to everywhere. */
export const SHARED_SHAPES = [
  AlertSchema,
  LegacyAlertSchema,
  PageMetaSchema,
  StatusUpdateSchema,
  ErrorSchema,
  LegacyErrorSchema,
] as const;

interface SharedShapes {
  Alert: AlertShape;
  LegacyAlert: LegacyAlertShape;
  PageMeta: PageMetaShape;
  StatusUpdate: StatusUpdateShape;
}

export function sharedShape<Name extends keyof SharedShapes>(name: Name) {
  return Type.Unsafe<SharedShapes[Name]>({ $ref: `${name}#` });
}
