// Single records: which responses are records, and deletions whose response was lost.
import type { Json } from '../../../../src/base/json.ts'
import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '../../../../src/base/exchange.ts'
import { CalError } from '../../../../src/base/errors.ts'
import { recordOf } from '../../../../src/client/api/call.ts'
import { executeWrite } from '../../../../src/bulk/execute/execute-write.ts'
import { getRecord } from '../../../../src/client/api/records.ts'
import type { Plural } from '../../../../src/spec/model.ts'
import { json, recording } from '../../../support/recording.ts'
import { writeDeps } from '../../../support/safe-update.ts'

const lost = new CalError('unreachable', { en: 'gone', de: 'weg' })
const in_trash = json(410, { code: 'event-is-in-trash' })
const no_id = json(400, { code: 'rest_invalid_param', data: { params: { id: 'Invalid parameter.' } } })

/** Deletes record 12. */
async function deleted(kind: Plural, ...answers: readonly (ApiResponse | Error)[]) {
  const { exchange, requests } = recording(...answers)
  const before = { id: 12, status: 'publish' }
  const step = { kind, n: 0, id: 12, key: '', title: '', action: 'delete', before } as const
  const end = await executeWrite(step, writeDeps(exchange)).then(
    ({ record }) => record,
    (error: CalError) => error.code,
  )
  return { end, requests }
}

describe('recordOf', () => {
  const record = (value: Json) => () => recordOf({ status: 200, headers: {}, value })

  it.each([
    [{ title: 'Jazz' }, 'the response is a record without an id'],
    [{ id: '12' }, 'the response is a record whose id is not a positive whole number but "12"'],
    [{ id: -1 }, 'the response is a record whose id is not a positive whole number but -1'],
    [{ id: 1.5 }, 'the response is a record whose id is not a positive whole number but 1.5'],
    [null, 'the response is not a record but null'],
    [[], 'the response is not a record but []'],
    ['ok', 'the response is not a record but "ok"'],
  ])('rejects %j', (value, words) => {
    expect(record(value)).toThrow(expect.objectContaining({ code: 'server_failed', message: words }))
  })
})

describe('a deletion that is retried because its response was lost', () => {
  it('succeeds if the record is in the trash', async () => {
    expect(await deleted('events', lost, in_trash)).toEqual({
      end: { id: 12, status: 'trash' },
      requests: ['DELETE /events/12', 'DELETE /events/12'],
    })
    expect(await deleted('events', json(503, {}), in_trash)).toMatchObject({ end: { id: 12, status: 'trash' } })
  })

  it('succeeds if the term no longer exists', async () => {
    expect(await deleted('tags', lost, no_id)).toMatchObject({ end: { id: 12 } })
  })

  it('fails if the first response is an error', async () => {
    expect(await deleted('events', in_trash)).toEqual({ end: 'not_found', requests: ['DELETE /events/12'] })
    expect(await deleted('tags', lost, lost, lost, lost, lost, lost)).toMatchObject({ end: 'unreachable' })
  })
})

describe('the slug of a term', () => {
  it('does not match another term if a service ignores the filter', async () => {
    const read = async (slug: string, ...answers: readonly ApiResponse[]) => {
      const { exchange, requests } = recording(...answers)
      const end = await getRecord(exchange, 'tags', { kind: 'slug', text: slug }).catch((error: CalError) => error.code)
      return { end, requests }
    }
    expect(await read('red', json(200, { tags: [{ id: 1, slug: 'blue' }] }))).toEqual({
      end: 'not_found',
      requests: ['GET /tags?slug=red&hide_empty=false'],
    })
    const tag = { id: 1, slug: '%e6%97%a5%e6%9c%ac' }
    expect((await read('日本', json(200, { tags: [tag] }), json(200, tag))).requests[1]).toBe('GET /tags/1')
  })
})

describe('a name', () => {
  const named = async (name: string, ...events: readonly Json[]) => {
    const { exchange, requests } = recording(
      json(200, { events, total: events.length, total_pages: 1 }),
      json(200, { id: 7 }),
    )
    const end = await getRecord(exchange, 'events', { kind: 'text', text: name }).then(
      ({ id }) => id,
      ({ code, message, hint }: CalError) => [code, message, hint?.en],
    )
    return { end, requests }
  }

  it('finds the only record that has it, whatever its status', async () => {
    const { end, requests } = await named(
      'Food & Drink',
      { id: 7, title: 'Food &amp; drink' },
      { id: 8, title: 'Drink' },
    )
    expect(end).toBe(7)
    expect(requests[0]).toContain('search=Drink')
    expect(requests[0]).toContain('draft')
    expect(requests[1]).toBe('GET /events/7')
  })

  it('is refused if several records have it', async () => {
    const events = [
      { id: 4, title: 'Jazz Night', slug: 'jazz-night', start_date: '2026-12-05 20:00:00' },
      { id: 5, title: 'Jazz night', slug: 'jazz-night-2', start_date: '2026-12-12 20:00:00' },
    ]
    expect((await named('Jazz Night', ...events)).end).toEqual([
      'usage',
      '"Jazz Night" is the name of 2 events',
      'specify the id: 4 Jazz Night (2026-12-05); 5 Jazz night (jazz-night-2, 2026-12-12)',
    ])
  })

  it('is read by its slug if lists omit the record', async () => {
    expect((await named('Jazz Night')).requests[1]).toBe('GET /events/by-slug/Jazz%20Night')
  })
})
