import { type Static, Type } from 'typebox';
import { ANSWER_STATUSES } from '../rules/alert.ts';
import { OneOf, Timestamp, Uuid } from './schema.ts';

export const StatusUpdateSchema = Type.Object(
  {
    id: Uuid('The alert.', '0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e'),
    status: OneOf(ANSWER_STATUSES, { description: 'The new status.', examples: ['account_suspended'] }),
    updated_at: Timestamp('When it was set.', '2026-11-02T13:30:00.000Z'),
  },
  { $id: 'StatusUpdate', title: 'StatusUpdate' },
);
export type StatusUpdateShape = Static<typeof StatusUpdateSchema>;
