import { type Static, Type } from 'typebox';

export const PageMetaSchema = Type.Object(
  {
    page: Type.Integer({ examples: [1] }),
    per_page: Type.Integer({ examples: [20] }),
    total: Type.Integer({ description: 'How many alerts match.', examples: [57] }),
    total_pages: Type.Integer({ description: '0 when nothing matches.', examples: [3] }),
  },
  { $id: 'PageMeta', title: 'PageMeta' },
);

export type PageMetaShape = Readonly<Static<typeof PageMetaSchema>>;

export function shapePageMeta(page: number, perPage: number, total: number): PageMetaShape {
  return { page, per_page: perPage, total, total_pages: Math.ceil(total / perPage) };
}
