// Event categories: the rows of specification 2.4 and 4.5.
import { boolean, integer, integers, type Resource, string } from '../model.ts'

export const categories = {
  plural: 'categories',
  singular: 'category',
  family: 'term',
  title: { en: 'category', de: 'Kategorie' },
  titles: { en: 'categories', de: 'Kategorien' },
  name: 'name',
  query: {
    page: integer('page of results', 'Ergebnisseite', { default: 1, rare: true }),
    per_page: integer('categories per page', 'Kategorien je Seite', { default: 10, rare: true }),
    search: string('text in name or slug', 'Text in Name oder Slug'),
    exclude: integers('without these ids', 'ohne diese IDs', { rare: true }),
    include: integers('only these ids', 'nur diese IDs', { rare: true }),
    order: string('sort direction', 'Sortierrichtung', { form: 'order' }),
    orderby: string('attribute to sort by', 'Sortiermerkmal', { form: 'orderby' }),
    hide_empty: boolean('without categories that no event uses', 'ohne Kategorien, die kein Termin verwendet', {
      default: 1,
    }),
    parent: integer('under this category (id)', 'unter dieser Kategorie (ID)'),
    post: integer('categories of this event (id)', 'Kategorien dieses Termins (ID)', { rare: true }),
    event: integer('the same as post', 'dasselbe wie post'),
    slug: string('with this slug', 'mit diesem Slug', { form: 'slug' }),
  },
  fields: {
    name: string('name', 'Name', { required: true }),
    description: string('description', 'Beschreibung'),
    slug: string('slug', 'Slug', { form: 'slug' }),
    parent: integer('parent category (id)', 'übergeordnete Kategorie (ID)'),
  },
  columns: ['id', 'name', 'slug', 'parent', 'count'],
} as const satisfies Resource
