// The sort orders of lists of categories and tags.

export const term_orders = [
  'name',
  'id',
  'term_id',
  'slug',
  'term_group',
  'count',
  'description',
  'parent',
  'taxonomy',
  'term_taxonomy_id',
  'include',
  'include_slugs',
  'none',
] as const
export type TermOrder = (typeof term_orders)[number]
