// Single records: which responses are records, and deletions whose response was lost.
import type { Json } from '../../../../src/base/json.ts'
import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../../../../src/base/exchange.ts'
import { CalError } from '../../../../src/base/errors.ts'
import { recordOf } from '../../../../src/client/api/answer.ts'
import { withRetry } from '../../../../src/client/transport/retry.ts'
import { deleteRecord } from '../../../../src/client/api/records.ts'
import type { RecordTarget } from '../../../../src/client/api/target.ts'
import type { Plural } from '../../../../src/spec/model.ts'
import { json, recording } from '../../../support/recording.ts'

const lost = new CalError('unreachable', { en: 'gone', de: 'weg' })
const in_trash = json(410, { code: 'event-is-in-trash' })
const no_id = json(400, { code: 'rest_invalid_param', data: { params: { id: 'Invalid parameter.' } } })
const no_slug = json(400, { code: 'rest_invalid_param', data: { params: { slug: 'Invalid parameter.' } } })

async function deleted(plural: Plural, target: RecordTarget, ...answers: readonly (ApiResponse | Error)[]) {
  const { exchange, requests } = recording(...answers)
  const end = await deleteRecord(
    withRetry(exchange, { now: () => 0, random: () => 0.5, sleep: async () => {} }),
    plural,
    target,
  ).catch((error: CalError) => error.code)
  return { end, requests }
}

describe('recordOf', () => {
  const record = (value: Json) => () => recordOf({ status: 200, headers: {}, value })

  it.each([
    [{ title: 'Jazz' }, 'the response is a record without an id'],
    [{ id: '12' }, 'the response is a record whose id is not a whole number but "12"'],
    [{ id: 1.5 }, 'the response is a record whose id is not a whole number but 1.5'],
    [null, 'the response is not a record but null'],
    [[], 'the response is not a record but […]'],
    ['ok', 'the response is not a record but "ok"'],
  ])('rejects %j', (value, words) => {
    expect(record(value)).toThrow(expect.objectContaining({ code: 'server_failed', message: words }))
  })
})

describe('a deletion by slug', () => {
  it.each(['events', 'venues', 'organizers'] as const)(
    'is sent to the id, because by slug services allow anyone to delete %s',
    async (plural) => {
      const { requests } = await deleted(
        plural,
        { kind: 'slug', slug: 'jazz' },
        json(200, { id: 12 }),
        json(200, { id: 12, status: 'trash' }),
      )
      expect(requests).toEqual([
        plural === 'events' ? 'GET /events/by-slug/jazz?context=edit' : `GET /${plural}/by-slug/jazz`,
        `DELETE /${plural}/12`,
      ])
    },
  )
})

describe('a deletion that is retried because its response was lost', () => {
  it('succeeds if the record is in the trash', async () => {
    const trashed = { id: 12, title: 'Jazz', status: 'trash' }
    expect(await deleted('events', { kind: 'id', id: 12 }, lost, in_trash, json(200, trashed))).toEqual({
      end: trashed,
      requests: ['DELETE /events/12', 'DELETE /events/12', 'GET /events/12'],
    })
    expect(await deleted('events', { kind: 'id', id: 12 }, json(503, {}), in_trash, json(403, {}))).toMatchObject({
      end: { id: 12, status: 'trash' },
    })
  })

  it('finds the trashed record by the id of its slug', async () => {
    const trashed = { id: 12, slug: 'jazz__trashed', status: 'trash' }
    const { end, requests } = await deleted(
      'events',
      { kind: 'slug', slug: 'jazz' },
      json(200, { id: 12 }),
      lost,
      no_id,
      json(200, trashed),
    )
    expect([end, requests.at(-1)]).toEqual([trashed, 'GET /events/12'])
    expect(await deleted('events', { kind: 'slug', slug: 'jazz' }, no_slug)).toMatchObject({ end: 'not_found' })
  })

  it('succeeds if the term no longer exists', async () => {
    expect(await deleted('tags', { kind: 'id', id: 3 }, lost, no_id)).toEqual({
      end: { id: 3 },
      requests: ['DELETE /tags/3', 'DELETE /tags/3'],
    })
  })

  it('fails if the first response is an error', async () => {
    expect(await deleted('events', { kind: 'id', id: 12 }, in_trash)).toEqual({
      end: 'not_found',
      requests: ['DELETE /events/12'],
    })
    expect(await deleted('tags', { kind: 'id', id: 3 }, lost, lost, lost, lost)).toMatchObject({ end: 'unreachable' })
  })
})

describe('the slug of a term', () => {
  it('does not match another term if a service ignores the filter', async () => {
    expect(
      await deleted('tags', { kind: 'slug', slug: 'red' }, json(200, { tags: [{ id: 1, slug: 'blue' }] })),
    ).toEqual({ end: 'not_found', requests: ['GET /tags?slug=red&hide_empty=false'] })
    const { requests } = await deleted(
      'tags',
      { kind: 'slug', slug: '日本' },
      json(200, { tags: [{ id: 1, slug: '%e6%97%a5%e6%9c%ac' }] }),
      json(200, { id: 1 }),
    )
    expect(requests[1]).toBe('DELETE /tags/1')
  })
})
