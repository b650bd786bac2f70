// Event categories and tags: the rows of specification 2.4, 2.5, 4.5 and 4.6.
import { boolean, integer, integers, type Resource, string } from './model.ts'

export const categories = {
  plural: 'categories',
  singular: 'category',
  family: 'term',
  title: { en: 'category', de: 'Kategorie' },
  titles: { en: 'categories', de: 'Kategorien' },
  name: 'name',
  query: {
    page: integer('page number', 'Seitennummer', { default: 1, rare: true }),
    per_page: integer('categories per page', 'Kategorien je Seite', { default: 10, rare: true }),
    search: string('search name and slug', 'Name und Slug durchsuchen'),
    exclude: integers('exclude these ids', 'diese IDs ausschließen', { rare: true }),
    include: integers('only these ids', 'nur diese IDs', { rare: true }),
    order: string('sort direction', 'Sortierrichtung', { form: 'order' }),
    orderby: string('sort by this attribute', 'nach diesem Merkmal sortieren', { form: 'orderby' }),
    hide_empty: boolean('hide categories without events', 'Kategorien ohne Termine ausblenden', {
      default: 1,
    }),
    parent: integer('children of this category', 'Unterkategorien dieser Kategorie'),
    post: integer('categories of this event (id)', 'Kategorien dieses Termins (ID)', { form: 'id', rare: true }),
    event: integer('categories of this event (id)', 'Kategorien dieses Termins (ID)', { form: 'id' }),
    slug: string('with this slug', 'mit diesem Slug', { form: 'slug' }),
  },
  fields: {
    name: string('name', 'Name', { required: true }),
    description: string('description', 'Beschreibung'),
    slug: string('slug', 'Slug', { form: 'slug' }),
    parent: integer('parent category', 'übergeordnete Kategorie'),
  },
  columns: ['id', 'name', 'slug', 'parent', 'count'],
} as const satisfies Resource

export const tags = {
  plural: 'tags',
  singular: 'tag',
  family: 'term',
  title: { en: 'tag', de: 'Schlagwort' },
  titles: { en: 'tags', de: 'Schlagwörter' },
  name: 'name',
  query: {
    page: integer('page number', 'Seitennummer', { default: 1, rare: true }),
    per_page: integer('tags per page', 'Schlagwörter je Seite', { default: 10, rare: true }),
    search: string('search name and slug', 'Name und Slug durchsuchen'),
    exclude: integers('exclude these ids', 'diese IDs ausschließen', { rare: true }),
    include: integers('only these ids', 'nur diese IDs', { rare: true }),
    order: string('sort direction', 'Sortierrichtung', { form: 'order' }),
    orderby: string('sort by this attribute', 'nach diesem Merkmal sortieren', { form: 'orderby' }),
    hide_empty: boolean('hide tags without events', 'Schlagwörter ohne Termine ausblenden', {
      default: 1,
    }),
    post: integer('tags of this event (id)', 'Schlagwörter dieses Termins (ID)', { form: 'id', rare: true }),
    event: integer('tags of this event (id)', 'Schlagwörter dieses Termins (ID)', { form: 'id' }),
    slug: string('with this slug', 'mit diesem Slug', { form: 'slug' }),
  },
  fields: {
    name: string('name', 'Name', { required: true }),
    description: string('description', 'Beschreibung'),
    slug: string('slug', 'Slug', { form: 'slug' }),
  },
  columns: ['id', 'name', 'slug', 'count'],
} as const satisfies Resource
