// `cal demo`: creates a database file with a sample calendar, and suggests commands to try.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Day, dayOf, daysLater } from '../../../base/dates/days.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import type { Exchange } from '../../../base/exchange.ts'
import { freeName } from '../../../base/files/file-system.ts'
import { lines, t, type Text } from '../../../base/text/language.ts'
import { idOf, recordOf } from '../../../client/api/answer.ts'
import { call } from '../../../client/api/call.ts'
import { getPage } from '../../../client/api/pages.ts'
import type { OpenApi } from '../../../client/open.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import { requireWritable } from '../../bulk-run/output-file.ts'
import type { CommandAction } from '../../core/command.ts'
import { streamOf } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import { openApi } from '../../run/session.ts'
import {
  sample_categories,
  sample_events,
  sample_organizers,
  sample_tags,
  sample_venues,
  type SampleEvent,
} from './sample.ts'

const shown_max = 15

const next_lines = [
  'agenda',
  'events list --categories music --featured --fields id,title,start_date',
  'events get trio-tamarind -o json',
  'events create --title "Open stage" --start-date "tomorrow 20:00" --duration 3h --venue "Blue Cellar"',
  'categories tree',
]

/** An existing file is only shown. */
export const demo: CommandAction = async ({ operands: [file = 'demo.db'] }, session) => {
  const { env, cwd } = session.runtime
  const filled = existsSync(resolve(cwd, file)) ? undefined : await newCalendar(file, session)
  const api = await openSample(file, session)
  try {
    const { records } = await getPage(api.exchange, { plural: 'events', query: { per_page: shown_max } })
    return {
      kind: 'records',
      columns: ['id', 'title', 'start_date', 'venue.venue', 'cost'],
      shown_as: { plural: 'events' },
      records: streamOf(records),
      note: () => nextSteps(file, filled, env.npm_lifecycle_event === undefined ? 'cal' : 'npx cal'),
    }
  } finally {
    await api.close()
  }
}

/** Suffixes of the files of an open calendar. */
const calendar_suffixes = ['', '-wal', '-shm', '-lock']

/**
 * Fills a temporary file and renames it when it is complete, so that no partial calendar is left after an interrupt.
 */
async function newCalendar(file: string, session: Session): Promise<Filled> {
  const {
    runtime: { cwd, now, timezone, signal },
    settings,
  } = session
  requireWritable(file, cwd)
  const partial = join(dirname(file), basename(freeName(resolve(cwd, `${file}.part`), calendar_suffixes)))
  const removePartial = () => {
    for (const end of calendar_suffixes) rmSync(`${resolve(cwd, partial)}${end}`, { force: true })
  }
  try {
    const api = await openSample(partial, session)
    const exchange: Exchange = (request) => {
      signal.throwIfAborted()
      return api.direct(request)
    }
    const filled = await fill(exchange, dayOf(wallAt(now(), settings.timezone ?? timezone))).finally(() => api.close())
    renameSync(resolve(cwd, partial), resolve(cwd, file))
    return filled
  } finally {
    removePartial()
  }
}

/** Opens the file without a note that it is new, which the summary says. */
function openSample(file: string, session: Session): Promise<OpenApi> {
  return openApi(
    { ...session, note: async () => {} },
    { ...session.settings, api_root: `file:${file}`, credentials: { kind: 'none' } },
    'make',
  )
}

/** The summary, with commands to try. After `npm run demo`, `cal` may not be in the PATH, but `npx cal` works. */
function nextSteps(file: string, filled: Filled | undefined, program: string): Text {
  const commands = [
    `export CAL_API_ROOT=file:${file}`,
    ...[...next_lines, `serve --data ${file}`].map((line) => `${program} ${line}`),
    `${program} browse --api-root file:${file}`,
  ]
    .map((line) => `  ${line}`)
    .join('\n')
  return filled
    ? lines(
        '',
        t('{file} now contains {records}. Try:', { file, records: counted(filled) }),
        t('{commands}   # opens the calendar in the browser', { commands }),
      )
    : lines(
        '',
        t('{file} already exists and was left unchanged. Try:', { file }),
        t('{commands}   # opens the calendar in the browser', { commands }),
      )
}

function counted({ events, venues, organizers, categories, tags }: Filled): Text {
  return t('{events} events, {venues} venues, {organizers} organizers, {categories} categories and {tags} tags', {
    events,
    venues,
    organizers,
    categories,
    tags,
  })
}

export interface Filled {
  readonly events: number
  readonly venues: number
  readonly organizers: number
  readonly categories: number
  readonly tags: number
}

/** Creates the sample records, with dates relative to `today`. */
export async function fill(exchange: Exchange, today: Day): Promise<Filled> {
  const create = async (plural: Plural, values: Values) =>
    idOf(recordOf(await call(exchange, `${plural}.create`, values)))
  const ids = new Map<string, number>()
  for (const { parent, ...category } of sample_categories.map((row) => ({ parent: undefined, ...row }))) {
    ids.set(category.slug, await create('categories', { ...category, ...(parent ? { parent: ids.get(parent) } : {}) }))
  }
  for (const name of sample_tags) ids.set(name, await create('tags', { name }))
  for (const { key, ...venue } of sample_venues) ids.set(key, await create('venues', venue))
  for (const { key, ...organizer } of sample_organizers) ids.set(`by ${key}`, await create('organizers', organizer))
  const events = sample_events.flatMap((row) => eventsOf(row, today, ids))
  for (const event of events) await create('events', event)
  return {
    events: events.length,
    venues: sample_venues.length,
    organizers: sample_organizers.length,
    categories: sample_categories.length,
    tags: sample_tags.length,
  }
}

/** The event of a row, or one per week. */
function eventsOf(row: SampleEvent, today: Day, ids: ReadonlyMap<string, number>): readonly Values[] {
  const { days, start, end, lasts_days = 0, weekly = 1, venue, organizer, categories, tags = [], ...plain } = row
  const all = (names: readonly string[], prefix = '') => names.flatMap((name) => ids.get(`${prefix}${name}`) ?? [])
  return Array.from({ length: weekly }, (_, week) => {
    const first = daysLater(today, days + 7 * week)
    const last = daysLater(first, lasts_days)
    const times =
      start && end
        ? { start_date: `${first} ${start}:00`, end_date: `${last} ${end}:00` }
        : { start_date: first, end_date: last, all_day: true }
    return {
      ...plain,
      ...times,
      venue: ids.get(venue),
      organizer: all(organizer, 'by '),
      categories: all(categories),
      tags: all(tags),
    }
  })
}
