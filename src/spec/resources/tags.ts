// Event tags: the rows of specification 2.5 and 4.6.
import { boolean, integer, integers, type Resource, string } from '../model.ts'

export const tags = {
  plural: 'tags',
  singular: 'tag',
  family: 'term',
  title: { en: 'tag', de: 'Schlagwort' },
  titles: { en: 'tags', de: 'Schlagwörter' },
  name: 'name',
  query: {
    page: integer('page of results', 'Ergebnisseite', { default: 1, rare: true }),
    per_page: integer('tags per page', 'Schlagwörter je Seite', { default: 10, rare: true }),
    search: string('text in name or slug', 'Text in Name oder Slug'),
    exclude: integers('without these ids', 'ohne diese IDs', { rare: true }),
    include: integers('only these ids', 'nur diese IDs', { rare: true }),
    order: string('sort direction', 'Sortierrichtung', { form: 'order' }),
    orderby: string('attribute to sort by', 'Sortiermerkmal', { form: 'orderby' }),
    hide_empty: boolean('without tags that no event uses', 'ohne Schlagwörter, die kein Termin verwendet', {
      default: 1,
    }),
    post: integer('tags of this event (id)', 'Schlagwörter dieses Termins (ID)', { rare: true }),
    event: integer('the same as post', 'dasselbe wie post'),
    slug: string('with this slug', 'mit diesem Slug', { form: 'slug' }),
  },
  fields: {
    name: string('name', 'Name', { required: true }),
    description: string('description', 'Beschreibung'),
    slug: string('slug', 'Slug', { form: 'slug' }),
  },
  columns: ['id', 'name', 'slug', 'count'],
} as const satisfies Resource
