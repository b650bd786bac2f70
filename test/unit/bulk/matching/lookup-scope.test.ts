// The events of a large calendar that an import reads before it writes.
import { beforeAll, describe, expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { newWorkspace } from '../../../support/workspace.ts'
import { json } from '../../../support/recording.ts'

/** 300 events, one on each day from 1 January 2027. */
const day = (n: number) => new Date(Date.UTC(2027, 0, 1 + n)).toISOString().slice(0, 10)
const many = Array.from({ length: 300 }, (_, n) => `Day ${n},day-${n},${day(n)} 18:00,${day(n)} 20:00\n`).join('')

describe('in a calendar of 300 events', () => {
  const { cal, write } = newWorkspace()
  beforeAll(async () => {
    write('many.csv', `title,slug,start_date,end_date\n${many}`)
    expect((await cal('import many.csv')).stderr).toContain('300 events created')
  })

  /** The requested lists and single events, without those that every run requests. */
  const requestsOf = async (line: string) => {
    const { stderr } = await cal(`${line} --debug`)
    const requests = [...stderr.matchAll(/GET \S*?(\/events\S*)/g)]
      .map(([, path = '']) => decodeURIComponent(path))
      .filter((path) => !path.includes('per_page=1&') && !path.endsWith('per_page=1'))
    return { requests, tally: /^\d+ .* (created|updated|unchanged|failed)$/m.exec(stderr)?.[0] }
  }

  it('reads only the days of the input, with a margin', async () => {
    write(
      'few.csv',
      `title,start_date,end_date\nDay 9,${day(9)} 18:00,${day(9)} 20:00\nDay 11,${day(11)} 18:00,${day(11)} 20:00\n`,
    )
    const { requests, tally } = await requestsOf('import few.csv')
    expect(tally).toBe('2 events unchanged')
    expect(requests).toEqual([
      expect.stringMatching(/^\/events\?.*starts_after=2027-01-08&starts_before=2027-01-14&page=1$/),
    ])
  })

  it('looks up an event that moved to another day by its slug', async () => {
    write(
      'moved.csv',
      `title,slug,start_date,end_date\nDay 20,day-20,${day(200)} 18:00,${day(200)} 20:00\nNew,new,${day(201)},${day(201)}\n`,
    )
    const { requests } = await requestsOf('import moved.csv --on-existing update --dry-run')
    expect(requests.slice(1)).toEqual([
      '/events/by-slug/day-20?context=edit',
      '/events/by-slug/new?context=edit',
      expect.stringMatching(/^\/events\?.*status=trash&starts_after=/),
    ])
    expect((await cal('import moved.csv --on-existing update --dry-run')).stderr).toBe(
      '1 event to create; 1 event to update\n',
    )
  })

  it('lists events that are matched by id by their ids, 50 at a time', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => n + 7)
    write('named.csv', `id,title\n${ids.map((id) => `${id},Changed\n`).join('')}`)
    const { requests } = await requestsOf('import named.csv --match id --on-existing update --dry-run')
    expect(requests.map((path) => /include=([\d,]+)/.exec(path)?.[1])).toEqual([
      ids.slice(0, 50).join(),
      ids.slice(50).join(),
    ])
  })

  it('reads all events if a match can be on any day', async () => {
    write('any.csv', `title,start_date\nDay 20,${day(1)}\n`)
    const { requests } = await requestsOf('import any.csv --match title --dry-run')
    expect(requests).toHaveLength(6)
  })
})

it('warns if a list has fewer events than its total, since the missing ones may be created again', async () => {
  const { cal, write } = newWorkspace()
  const { api_root } = await serveExchange(async ({ path }) =>
    path === '/tags'
      ? json(200, { tags: [{ id: 1, name: 'red', slug: 'red' }], total: 2, total_pages: 1 })
      : json(404, { code: 'rest_no_route' }),
  )
  write('my.json', '[{"kind":"tag","name":"red"}]')
  expect((await cal('import my.json --dry-run', { env: { CAL_API_ROOT: api_root } })).stderr).toBe(
    'warning: 1 tag received, but the service counts 2: records that were not received may be created again\n1 tag unchanged\n',
  )
})
