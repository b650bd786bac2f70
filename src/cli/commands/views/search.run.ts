// `cal search WORDS`: searches all kinds of records.
import { keysOf } from '../../../base/collections.ts'
import { usageError } from '../../../base/errors.ts'
import type { Exchange } from '../../../base/exchange.ts'
import { dayOf, daysLater } from '../../../base/dates/days.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { capitalized, dative, sameText, t, type Text } from '../../../base/text/language.ts'
import { getPage, getPages, unlimitedQuery } from '../../../client/api/pages.ts'
import { per_page_max } from '../../../spec/lists.ts'
import { isTerm, nameOf, resources } from '../../../spec/resources.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import type { CommandAction } from '../../types/command.ts'
import { type OutcomeItem, type OutputPage, streamOf } from '../../types/outcome.ts'
import { calendarHere } from '../../session/session.ts'
import type { Session } from '../../types/session.ts'
import { tableLayout } from '../../output/formats/formats.ts'
import { printTable } from '../../output/table/print-table.ts'
import { inUtc } from '../../input/dates.ts'
import { search_options } from './views.ts'
import { recordScreen } from '../../output/print-outcome.ts'

export const search: CommandAction<typeof search_options> = async ({ operands, options }, session) => {
  const words = operands.join(' ').trim()
  if (words === '') throw usageError(t('WORDS is empty: specify what to search for'), sameText('cal search --help'))
  const limit = options.limit ?? search_options.limit.default
  const { exchange } = await session.open()
  const groups = await Promise.all(
    keysOf(resources).map((plural) => findRecords(plural, words, { exchange, limit, session })),
  )
  const isEmpty = groups.every(({ records }) => records.length === 0)
  const notes = [
    ...groups.flatMap((group) => restTexts(group, words)),
    ...(isEmpty ? [t('Nothing matches "{words}".', { words })] : []),
  ]
  return {
    kind: 'view',
    columns: ['kind', 'id', 'name', 'start_date', 'url'],
    records: streamOf(groups.flatMap(withKind)),
    render: (page) => groupsText(groups, page, session),
    notes: () => notes,
  }
}

interface Group {
  readonly plural: Plural
  readonly records: readonly OutcomeItem[]
  readonly total: number
}

interface Search {
  readonly exchange: Exchange
  readonly limit: number
  readonly session: Session
}

async function findRecords(plural: Plural, words: string, search: Search): Promise<Group> {
  if (plural === 'events') return foundEvents(words, search)
  const { exchange, limit } = search
  return { plural, ...(await firstRecords(unlimitedQuery(plural, { search: words }), limit, plural, exchange)) }
}

/** Upcoming events, earliest first, then past events, latest first. */
async function foundEvents(words: string, { exchange, limit, session }: Search): Promise<Group> {
  const { now, zone } = await calendarHere(session)
  const today = dayOf(wallAt(now, zone))
  // With a day, `ends_before` leaves out events that end in its last second, as all-day events do.
  const ended = inUtc({ search: words, ends_before: `${today} 00:00:00` }, zone)
  const [coming, past] = await Promise.all([
    firstRecords({ search: words, ends_after: daysLater(today, -1) }, limit, 'events', exchange),
    lastOf(ended, limit, exchange),
  ])
  // Services round bounds in their own time zone, so an event may be in both lists.
  const ids = new Set(coming.records.map(({ id }) => id))
  const records = [...coming.records, ...past.records.filter(({ id }) => !ids.has(id))]
  return { plural: 'events', records: records.slice(0, limit), total: coming.total + past.total }
}

async function firstRecords(query: Values, limit: number, plural: Plural, exchange: Exchange) {
  const records: OutcomeItem[] = []
  let total: number | undefined
  for await (const page of getPages(exchange, { plural, query: { ...query, per_page: pageSize(limit) } })) {
    total ??= page.total
    records.push(...page.records)
    if (records.length >= limit) break
  }
  return { records: records.slice(0, limit), total: total ?? records.length }
}

/** The latest events, from the last pages: the interface sorts events only by start, earliest first. */
async function lastOf(query: Values, limit: number, exchange: Exchange) {
  const per_page = pageSize(limit)
  const plural = 'events'
  const first = await getPage(exchange, { plural, query: { ...query, per_page } })
  const total = first.total ?? first.records.length
  const page = Math.max(1, Math.floor((total - limit) / per_page) + 1)
  if (total <= first.records.length) return { records: first.records.toReversed().slice(0, limit), total }
  const records: OutcomeItem[] = []
  for await (const { records: more } of getPages(exchange, { plural, query: { ...query, per_page, page } }))
    records.push(...more)
  return { records: records.toReversed().slice(0, limit), total }
}

function pageSize(limit: number): number {
  return Math.min(Math.max(limit, 1), per_page_max)
}

function withKind({ plural, records }: Group): readonly OutcomeItem[] {
  const { singular } = resources[plural]
  return records.map((record) => ({ kind: singular, name: nameOf(record) ?? '', ...record }))
}

function restTexts({ plural, records, total }: Group, words: string): readonly Text[] {
  if (records.length >= total) return []
  const kinds = dative(resources[plural].titles)
  const cuts = plural === 'events' ? ' --any-date' : isTerm(plural) ? ' --no-hide-empty' : ''
  const all = `cal ${plural} list --search ${shellWord(words)} --all${cuts}`
  return [t('Showing {shown} of {total} {kinds}. All of them: {all}', { shown: records.length, total, kinds, all })]
}

async function* groupsText(groups: readonly Group[], page: OutputPage, session: Session): AsyncIterable<string> {
  let first = true
  for (const { plural, records } of groups) {
    if (records.length === 0) continue
    yield `${first ? '' : '\n'}${capitalized(resources[plural].titles[page.language])}\n`
    first = false
    const layout = tableLayout(page, resources[plural].columns)
    yield* printTable(streamOf(records), { ...layout, shown_as: recordScreen({ plural }, session) })
  }
}
