// `cal KIND list`, `get` and `tree`: lists one page, `--limit` records or all, with a note on what was omitted; shows
// one or more records; shows categories as a tree.
import type { Exchange } from '../../../base/exchange.ts'
import { notTogether, usageError } from '../../../base/errors.ts'
import { isEmpty, type Json, type JsonObject } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { getPage, getPages, type Listing, type ListPage, withAnyDate } from '../../../client/api/pages.ts'
import { hiddenPlacesNote, hiddenPlacesOf, getRecord, type RecordTarget } from '../../../client/api/records.ts'
import { flagOf, isHiddenByPassword } from '../../../spec/resources.ts'
import { pagesOf, per_page_default, per_page_max } from '../../../spec/lists.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import type { CommandAction, CommandInput, OptionsOf } from '../../types/command.ts'
import { filtersOf, type TimedFilter, timedFilterOf } from '../../input/dates.ts'
import { resolveFilters } from '../../input/resolve-input.ts'
import { type OutcomeItem, streamOf } from '../../types/outcome.ts'
import { pairsOf } from '../../arguments/flag-values.ts'
import type { Session } from '../../types/session.ts'
import type { global_options } from '../../arguments/options.ts'
import type { any_date, iso_dates, list_options, web, where_option, without_options } from '../shared-flags.ts'
import { listNotice, shortText } from './list-notice.ts'
import { readingEach, targetsOf } from './targets.ts'
import { targetMissing } from '../shared-flags.ts'
import { isolated } from '../../output/terminal.ts'
import { escapedLine } from '../../output/fields.ts'
import { type Palette, paletteOf } from '../../views/view-options.ts'

type ListRows = typeof list_options &
  typeof any_date &
  typeof iso_dates &
  typeof where_option &
  typeof without_options &
  Pick<typeof global_options, 'sort'>
type ListInput = CommandInput<OptionsOf<ListRows>>

export function listOf(plural: Plural): CommandAction<ListRows> {
  return async (typed, session) => {
    const input = await withWhere(plural, typed, session)
    const { geoloc_lat, geoloc_lng } = input.values
    if ((geoloc_lat === undefined) !== (geoloc_lng === undefined))
      throw usageError(t('--geoloc-lat and --geoloc-lng must be used together'))
    const { all, any_date, iso, limit, sort } = input.options
    const { exchange } = await session.open()
    const list: ReadList = { first: undefined, shown: 0, warnings: [] }
    return {
      kind: 'records',
      records: recordsOf(plural, input, list, { exchange, session }),
      ...(limit === undefined ? { total: () => list.first?.total } : {}),
      ...(limit !== undefined && sort !== undefined ? { limit } : {}),
      shown_as: { plural, iso_dates: iso === true },
      notes: () => {
        if (session.format === 'count') return []
        return listNotice({
          ...list,
          plural,
          query: input.values,
          any_date: any_date === true,
          signed_in: session.settings.credentials.kind !== 'none',
          all: all === true,
          sorted: sort !== undefined && limit === undefined,
          shown: Math.min(list.shown, limit ?? list.shown),
        })
      },
      get exit() {
        return list.warnings.length > 0 ? ('some_failed' as const) : undefined
      },
    }
  }
}

/** What was read so far; all of it when the last record was consumed. */
interface ReadList {
  first: ListPage | undefined
  shown: number
  /** The service counts more records than it sent. */
  readonly warnings: Text[]
}

async function* recordsOf(
  plural: Plural,
  input: ListInput,
  list: ReadList,
  { exchange, session }: { readonly exchange: Exchange; readonly session: Session },
): AsyncGenerator<OutcomeItem, void, void> {
  const { limit, sort } = input.options
  // With --sort, all records are read and sorted before the limit applies.
  const shown_max = sort === undefined ? (limit ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
  const isEvents = plural === 'events'
  let repeated = 0
  const hidden_places = new Set<string>()
  for await (const page of pagesRead(plural, input, list, exchange)) {
    list.first ??= page
    repeated += page.repeated
    for (const record of page.records.slice(0, shown_max - list.shown)) {
      list.shown += 1
      if (isEvents) for (const command of hiddenPlacesOf(record)) hidden_places.add(command)
      yield record
    }
    if (list.shown >= shown_max) break
  }
  if (repeated > 0)
    await session.note(
      t('received twice on different pages, shown once: {count}; the list may have changed while it was read', {
        count: repeated,
      }),
    )
  const hidden = hiddenPlacesNote(hidden_places)
  if (hidden) await session.note(hidden)
  for (const short of list.warnings) await session.note(short)
}

async function* pagesRead(
  plural: Plural,
  input: ListInput,
  { warnings }: ReadList,
  exchange: Exchange,
): AsyncIterable<ListPage> {
  const { all, limit, param, sort } = input.options
  const filter = clientFilterOf(input)
  const isWhole = all === true || limit !== undefined
  const listing: Listing = {
    plural,
    query: { ...queryOf(input), ...(filter.isCut && filter.query) },
    extra: pairsOf('--param', param),
    ...(all === true || (sort !== undefined && limit !== undefined) || filter.isCut ? { ahead: true } : {}),
    onMissing: (came, total) => warnings.push(shortText(plural, came, total)),
  }
  if (filter.isCut) yield cutPage(exchange, listing, { keeps: filter.keeps, whole: isWhole })
  else if (isWhole) yield* getPages(exchange, listing)
  else yield getPage(exchange, listing)
}

/** With the filters of `--where`. Errors: `usage` if a filter is given twice. */
async function withWhere(plural: Plural, input: ListInput, session: Session): Promise<ListInput> {
  const { where } = input.options
  if (where === undefined) return input
  const filters = await resolveFilters(plural, filtersOf(plural, where), session)
  const twice = Object.keys(filters).find((name) => input.values[name] !== undefined)
  if (twice !== undefined) throw notTogether(`--where ${twice}`, flagOf(twice))
  return { ...input, values: { ...filters, ...input.values } }
}

/** What is filtered here: times of day, which services round, and what is missing, which they cannot search for. */
function clientFilterOf({ values, options }: ListInput): TimedFilter {
  const timed = timedFilterOf(values)
  const missing = [
    ...(options.no_venue === true ? ['venue'] : []),
    ...(options.no_organizer === true ? ['organizer'] : []),
    ...(options.no_category === true ? ['categories'] : []),
  ]
  if (missing.length === 0) return timed
  return {
    query: timed.query,
    isCut: true,
    keeps: (record) =>
      !isHiddenByPassword('events', record) && missing.every((field) => isEmpty(record[field])) && timed.keeps(record),
  }
}

function queryOf({ values, options }: ListInput): Values {
  const query = options.any_date === true ? withAnyDate(values) : values
  // A small limit needs only one small page, unless all records are sorted first.
  return options.limit !== undefined && options.limit < per_page_max && options.sort === undefined
    ? { per_page: Math.max(options.limit, 1), ...query }
    : query
}

/** A page of a list with date filters that services round: reads all candidates and filters them here. */
async function cutPage(
  exchange: Exchange,
  listing: Listing,
  { keeps, whole }: { readonly keeps: TimedFilter['keeps']; readonly whole: boolean },
): Promise<ListPage> {
  const { page = 1, per_page = per_page_default, ...query } = listing.query
  const matching: JsonObject[] = []
  let repeated = 0
  let rest_url: string | undefined
  for await (const found of getPages(exchange, { ...listing, query })) {
    matching.push(...found.records.filter(keeps))
    repeated += found.repeated
    rest_url ??= found.rest_url
  }
  const [number, size] = [Number(page), Number(per_page)]
  const records = whole ? matching : matching.slice((number - 1) * size, number * size)
  return { records, total: matching.length, total_pages: pagesOf(matching.length, size), rest_url, repeated }
}

export function getOf(plural: Plural): CommandAction<typeof web> {
  return async ({ operands, values, options }, session) => {
    if (operands.length === 0) throw targetMissing(plural, 'get')
    const { exchange } = await session.open()
    const { targets, written } = await targetsOf(operands, plural, session)
    const get = async (target: RecordTarget): Promise<JsonObject> => {
      const record = await getRecord(exchange, plural, target, { query: values })
      const hidden = plural === 'events' ? hiddenPlacesNote(new Set(hiddenPlacesOf(record))) : undefined
      if (hidden) await session.note(hidden)
      if (options.web === true) await (await import('../../prompts/open-browser.ts')).openBrowser(record.url, session)
      return record
    }
    const reading = readingEach(targets, get, session)
    const exit = () => (reading.unread > 0 ? ('some_failed' as const) : undefined)
    if (options.web === true && session.format === undefined) {
      for await (const _ of reading.records);
      return { kind: 'done', exit: exit() }
    }
    const [only] = targets
    if (only && written === 1) return { kind: 'record', record: await get(only), shown_as: { plural } }
    return {
      kind: 'records',
      records: reading.records,
      shown_as: { plural },
      get exit() {
        return exit()
      },
    }
  }
}

export const showTree: CommandAction = async ({ values }, session) => {
  const { exchange } = await session.open()
  const categories: JsonObject[] = []
  for await (const { records } of getPages(exchange, { plural: 'categories', query: { hide_empty: false, ...values } }))
    categories.push(...records)
  return {
    kind: 'view',
    shown_as: { plural: 'categories' },
    render: (page) => treeText(categories, paletteOf(page)),
    records: streamOf(categories),
  }
}

/** A line for each category; categories with an unknown parent, or in a cycle, are at the top level. */
export function treeText(categories: readonly OutcomeItem[], palette: Palette): string {
  const known = new Map(categories.map((category) => [category.id, category]))
  const children = (parent: Json | undefined) => categories.filter((category) => category.parent === parent)
  const drawn = new Set<Json | undefined>()
  const lines: string[] = []
  const draw = (category: OutcomeItem, indent: string, branch: string, below: string) => {
    if (drawn.has(category.id)) return
    drawn.add(category.id)
    const { id, name, slug, count } = category
    const label = `${isolated(escapedLine(name))} (${escapedLine(String(count ?? 0))})`
    lines.push(`${palette.faint(indent + branch)}${label} ${palette.faint(`#${id} ${escapedLine(slug)}`)}`)
    const under = children(category.id)
    for (const child of under)
      draw(child, indent + below, child === under.at(-1) ? '└─ ' : '├─ ', child === under.at(-1) ? '   ' : '│  ')
  }
  const tops = categories.filter(({ parent }) => !known.has(parent))
  for (const category of [...tops, ...categories]) draw(category, '', '', '')
  return lines.map((line) => `${line}\n`).join('')
}
