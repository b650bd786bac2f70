// The OpenAPI description of the service: valid, complete, in both languages.
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { isObject } from '../../../../src/base/json.ts'
import { deployedDocument } from '../../../../src/server/quirks/deployed-document.ts'
import { documentOf, inLanguage } from '../../../../src/server/openapi/document.ts'

const address = { base: 'http://127.0.0.1:8787', root: 'wp-json', vendor: 'tribe' }
const english = inLanguage(documentOf({ address }), 'en') as Record<
  string,
  Record<string, Record<string, Record<string, unknown>>>
>
const german = inLanguage(documentOf({ address }), 'de')

describe('the description', () => {
  it.each([
    ['English', english],
    ['German', german],
  ])('is valid OpenAPI in %s', async (_, document) => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
  })

  it('contains every method of every path', () => {
    const methods = Object.fromEntries(
      Object.entries(english.paths ?? {}).map(([path, item]) => [path, Object.keys(item).join(' ')]),
    )
    const all = { collection: 'get post', post: 'get delete post put patch', term: 'get post put patch delete' }
    expect(methods).toEqual({
      '/': 'get',
      '/doc': 'get',
      '/events': all.collection,
      '/events/{id}': all.post,
      '/events/by-slug/{slug}': all.post,
      '/venues': all.collection,
      '/venues/{id}': all.post,
      '/venues/by-slug/{slug}': all.post,
      '/organizers': all.collection,
      '/organizers/{id}': all.post,
      '/organizers/by-slug/{slug}': all.post,
      '/categories': all.collection,
      '/categories/{id}': all.term,
      '/tags': all.collection,
      '/tags/{id}': all.term,
    })
  })

  it('describes the envelope and the status that are sent', () => {
    expect(english.paths?.['/events']?.get?.responses).toMatchObject({
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/EventList' } } } },
    })
    expect(english.components?.schemas?.EventList).toMatchObject({
      required: ['events', 'rest_url', 'total', 'total_pages'],
    })
    expect(Object.keys(english.paths?.['/events']?.post?.responses ?? {})).toContain('201')
    expect(Object.keys(english.paths?.['/events/{id}']?.delete?.responses ?? {})).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '410',
      'default',
    ])
  })

  it('has no dangling references', () => {
    const missing = references(english).filter(
      (reference) =>
        reference
          .slice(2)
          .split('/')
          .reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), english) === undefined,
    )
    expect(missing).toEqual([])
  })

  it('differs between the languages only in its texts', () => {
    expect(shapeOf(german)).toEqual(shapeOf(english))
    expect(german).toMatchObject({
      info: { title: 'Kalender' },
      tags: [{ name: 'events', description: 'Termine' }, {}, {}, {}, {}],
    })
  })
})

describe('the description in quirks mode', () => {
  const deployed = inLanguage(deployedDocument(documentOf({ address })), 'en') as typeof english

  it('is still OpenAPI', async () => {
    const { errors } = await new Validator().validate(JSON.parse(JSON.stringify(deployed)))
    expect(errors ?? []).toEqual([])
  })

  it('has only POST and DELETE of an item for writes, and no port', () => {
    expect(Object.keys(deployed.paths?.['/events'] ?? {})).toEqual(['get'])
    expect(Object.keys(deployed.paths?.['/tags/{id}'] ?? {})).toEqual(['get', 'post', 'delete'])
    expect(deployed.servers).toEqual([{ url: 'http://127.0.0.1/wp-json/tribe/events/v1/' }])
  })

  it('has lists without an envelope and the author as a number', () => {
    expect(deployed.paths?.['/venues']?.get?.responses).toMatchObject({
      200: {
        content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Venue' } } } },
      },
    })
    expect(deployed.components?.schemas?.Event).toMatchObject({
      properties: { author: { type: 'integer' }, start_date_details: { type: 'array' } },
    })
  })
})

function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : references(item),
  )
}

/** The same value with every description replaced. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      ['description', 'summary', 'title'].includes(key) && typeof item === 'string' ? '…' : shapeOf(item),
    ]),
  )
}
