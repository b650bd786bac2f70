// A calendar that moves from a file to PostgreSQL and back is the same: every row, every answer, and the next ids.
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { ApiRequest } from '../../src/base/exchange.ts'
import { roles } from '../../src/server/domain/records.ts'
import type { ServiceSettings } from '../../src/server/domain/settings.ts'
import { backUp, restore } from '../../src/server/storage/engines.ts'
import { type OpenedCalendar, openCalendar } from '../../src/server/service/service.ts'
import type { CalendarContents } from '../../src/server/storage/calendar-contents.ts'
import { table_names } from '../../src/server/storage/columns.ts'
import { withPostgresContents } from '../../src/server/storage/postgres/administration/replace-calendar.ts'
import { withFileContents } from '../../src/server/storage/sqlite/files/backup.ts'
import { modes } from '../support/modes.ts'
import { authenticate, plain_options } from '../support/open-calendar.ts'
import { newSchema } from '../support/postgres.ts'
import { randomWrites, sendWrites } from '../support/random-writes.ts'
import { newFolder } from '../support/folder.ts'

const folder = newFolder()
const opened: OpenedCalendar[] = []
afterEach(async () => {
  for (const calendar of opened.splice(0)) await calendar.close()
})

interface Opening extends Pick<ServiceSettings, 'mode'> {
  readonly timezone?: string
}

/** Callers have the role that the header `as` names. */
async function open(file: string, { mode, timezone }: Opening): Promise<OpenedCalendar> {
  const calendar = await openCalendar({
    ...plain_options,
    file,
    mode,
    ...(timezone !== undefined && { timezone }),
    authenticate,
  })
  opened.push(calendar)
  return calendar
}

async function closeAll(): Promise<void> {
  for (const calendar of opened.splice(0)) await calendar.close()
}

async function rowsOf(contents: CalendarContents): Promise<object> {
  const rows: Record<string, unknown> = { ...contents.settings }
  for (const table of table_names) {
    const all: unknown[] = []
    for await (const batch of contents.batches(table)) all.push(...batch)
    rows[table] = all
  }
  return rows
}

const lists = [
  'events?start_date=1970-01-01&end_date=2999-12-31',
  'events?start_date=2027-02-15&end_date=2027-02-20&status=publish,draft,pending,private,future',
  'events?start_date=1970-01-01&end_date=2999-12-31&status=trash',
  'events?start_date=1970-01-01&end_date=2999-12-31&search=jazz',
  'events?start_date=1970-01-01&end_date=2999-12-31&featured=true',
  'events?start_date=1970-01-01&end_date=2999-12-31&categories=jazz,2,3',
  'venues?status=publish,draft,trash',
  'venues?search=k%C3%A4se',
  'organizers?status=publish,draft,trash',
  'categories?hide_empty=false',
  'categories?hide_empty=false&orderby=count&order=desc',
  'tags?hide_empty=false',
  'tags?hide_empty=true',
  'events/by-slug/jazz',
  'venues/by-slug/jazz-2',
]
const singles = ['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((kind) =>
  Array.from({ length: process.env.CAL_RUNS === undefined ? 12 : 24 }, (_, i) => `${kind}/${i + 1}`),
)

/** What an administrator and a visitor get. */
async function answersOf({ exchange }: OpenedCalendar): Promise<readonly string[]> {
  const answers: string[] = []
  for (const as of ['administrator', ''])
    for (const target of [...lists, ...singles]) {
      const [path = '', query = ''] = target.split('?')
      const { status, body } = await exchange({
        method: 'GET',
        path: `/${path}`,
        query: path.includes('/') ? '' : `${query}&per_page=50`,
        headers: { as },
      })
      answers.push(`${as} ${target} ${status} ${body}`)
    }
  return answers
}

const one_more: ApiRequest = {
  method: 'POST',
  path: '/events',
  query: '',
  headers: { 'content-type': 'application/json', as: 'administrator' },
  body: JSON.stringify({
    title: 'Jazz',
    start_date: '2027-02-15 10:00:00',
    end_date: '2027-02-15 11:00:00',
    tags: ['Brand new'],
  }),
}

const users = roles.map((role, i) => ({
  id: i + 1,
  login: role,
  email: i % 2 === 0 ? `${role}@x.test` : '',
  role,
  password_hash: `scrypt$16384$8$1$${role}`,
}))

let files = 0
const runs = Number(process.env.CAL_RUNS ?? 1)

describe('file to PostgreSQL to file', () => {
  it.each(modes)(
    'gives the same calendar in mode %s',
    async (mode) => {
      const { url, client, schema } = await newSchema()
      let accepted = 0
      await fc.assert(
        fc.asyncProperty(
          randomWrites,
          randomWrites,
          fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
          async (before, after, timezone) => {
            files += 1
            const [first, second, third] = ['first', 'second', 'third'].map((name) =>
              join(folder, `${name}-${files}.db`),
            )
            if (first === undefined || second === undefined || third === undefined) return
            await client.query(`DROP SCHEMA ${schema} CASCADE; CREATE SCHEMA ${schema}`)
            const known = new Map<string, number[]>()

            const source = await open(first, { mode, timezone })
            await source.users.put(users)
            accepted += await sendWrites(source.exchange, before, known)
            await restore(first, url, '1')
            const moved_up = await open(url, { mode })
            expect(moved_up.id).toBe(source.id)
            expect(await answersOf(moved_up)).toEqual(await answersOf(source))
            expect(await withPostgresContents(url, rowsOf)).toEqual(await withFileContents(first, rowsOf))

            accepted += await sendWrites(moved_up.exchange, after, known)
            await backUp(url, second)
            await restore(second, third, '1')
            const moved_down = await open(third, { mode })
            expect(await answersOf(moved_down)).toEqual(await answersOf(moved_up))
            expect(await withFileContents(third, rowsOf)).toEqual(await withPostgresContents(url, rowsOf))

            const answers = [await moved_up.exchange(one_more), await moved_down.exchange(one_more)]
            expect(answers[0]?.status).toBe(201)
            expect(answers[0]?.body).toBe(answers[1]?.body)
            await closeAll()
          },
        ),
        { numRuns: runs, endOnFailure: true },
      )
      expect(accepted).toBeGreaterThan(runs * 8)
    },
    240_000 + runs * 20_000,
  )
})
