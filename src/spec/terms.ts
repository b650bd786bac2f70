// Event categories and tags: the rows of specification 2.4, 2.5, 4.5 and 4.6.
import { t } from '../base/text/language.ts'
import { boolean, integer, integers, type Resource, string } from './model.ts'

export const categories = {
  plural: 'categories',
  singular: 'category',
  family: 'term',
  title: t('category'),
  titles: t('categories'),
  name: 'name',
  query: {
    page: integer(t('page number'), { default: 1, rare: true }),
    per_page: integer(t('categories per page'), { default: 10, rare: true }),
    search: string(t('search name and slug')),
    exclude: integers(t('exclude these ids'), { rare: true }),
    include: integers(t('only these ids'), { rare: true }),
    order: string(t('sort direction'), { form: 'order' }),
    orderby: string(t('sort by this attribute'), { form: 'orderby' }),
    hide_empty: boolean(t('hide categories without events'), {
      default: 1,
    }),
    parent: integer(t('children of this category')),
    post: integer(t('categories of this event (id)'), { form: 'id', rare: true }),
    event: integer(t('categories of this event (id)'), { form: 'id' }),
    slug: string(t('with this slug'), { form: 'slug' }),
  },
  fields: {
    name: string(t('name'), { required: true }),
    description: string(t('description')),
    slug: string(t('slug'), { form: 'slug' }),
    parent: integer(t('parent category')),
  },
  columns: ['id', 'name', 'slug', 'parent', 'count'],
} as const satisfies Resource

export const tags = {
  plural: 'tags',
  singular: 'tag',
  family: 'term',
  title: t('tag'),
  titles: t('tags'),
  name: 'name',
  query: {
    page: integer(t('page number'), { default: 1, rare: true }),
    per_page: integer(t('tags per page'), { default: 10, rare: true }),
    search: string(t('search name and slug')),
    exclude: integers(t('exclude these ids'), { rare: true }),
    include: integers(t('only these ids'), { rare: true }),
    order: string(t('sort direction'), { form: 'order' }),
    orderby: string(t('sort by this attribute'), { form: 'orderby' }),
    hide_empty: boolean(t('hide tags without events'), {
      default: 1,
    }),
    post: integer(t('tags of this event (id)'), { form: 'id', rare: true }),
    event: integer(t('tags of this event (id)'), { form: 'id' }),
    slug: string(t('with this slug'), { form: 'slug' }),
  },
  fields: {
    name: string(t('name'), { required: true }),
    description: string(t('description')),
    slug: string(t('slug'), { form: 'slug' }),
  },
  columns: ['id', 'name', 'slug', 'count'],
} as const satisfies Resource
