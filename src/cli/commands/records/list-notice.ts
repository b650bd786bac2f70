// The note on what a list omits by default: pages, dates outside the window, unused terms, other statuses.
import { dateText } from '../../../base/dates/day-names.ts'
import { type Day, dayOf, daysLater, isDay, isDayOrWall } from '../../../base/dates/days.ts'
import type { Json } from '../../../base/json.ts'
import { commandLine } from '../../../base/text/closest.ts'
import { dative, eachLanguage, type Language, t, type Text, warningText } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { date_filters, type ListPage } from '../../../client/api/pages.ts'
import { flagOf, resources } from '../../../spec/resources.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'

export interface ListCut {
  readonly plural: Plural
  /** The filters that the user gave. */
  readonly query: Values
  readonly any_date: boolean
  readonly signed_in: boolean
  /** All pages were requested. */
  readonly all: boolean
  /** Only the shown records were sorted. */
  readonly sorted?: boolean
  readonly shown: number
  /** If no event has the searched words: the events of records that they name. */
  readonly linked?: readonly Text[]
  /** How to search the events of days that are among the words. */
  readonly dated?: readonly Text[]
  readonly first: ListPage | undefined
}

/**
 * `Showing 10 of 342 events until 20 Nov 2028. All of them: --all. Any date: --any-date.`; none if records are
 * shown and none are omitted.
 */
export function listNotice(cut: ListCut): readonly Text[] {
  const total = cut.first?.total
  const isEmpty = cut.shown === 0 && (total ?? 0) === 0
  const isCut = total !== undefined && cut.shown < total && !cut.all
  const until = lastDayOf(cut)
  const reversed = reversedSentence(cut.query)
  const sentences = [
    ...(isCut && cut.sorted ? [t('Only these are sorted.')] : []),
    ...(isCut ? [t('All of them: --all.')] : []),
    ...(until === undefined ? [] : [t('Any date: --any-date.')]),
    ...(isEmpty && reversed.length > 0 ? [] : runningSentence(cut)),
    ...(isEmpty ? reversed : []),
    ...(isEmpty && cut.plural === 'events' && (cut.linked ?? []).length === 0 ? searchSentence(cut.query) : []),
    ...((cut.plural === 'categories' || cut.plural === 'tags') && cut.query.hide_empty === undefined
      ? [t('Unused ones too: --no-hide-empty.')]
      : []),
    ...statusSentence(cut),
  ]
  const others = [...(cut.linked ?? []), ...(cut.dated ?? [])]
  if (!isEmpty && sentences.length === 0) return others
  const notice = eachLanguage((language) =>
    [countSentence(cut, until, language), ...sentences.map((sentence) => sentence[language])].join(' '),
  )
  return [notice, ...others]
}

/** A search finds texts, no dates: `search concerts in december`. */
export async function datedLines(search: Json | undefined): Promise<readonly Text[]> {
  if (typeof search !== 'string') return []
  const { kindNamed, splitDays } = await import('../answers/words.ts')
  const { days, others } = await splitDays(search.split(/\s+/))
  const rest = others.filter((word) => kindNamed(word) !== 'events').join(' ')
  const line = commandLine(['agenda', days ?? '', ...(rest === '' ? [] : ['--search', rest])])
  return days === undefined ? [] : [t('to search the events of some days: {line}', { line })]
}

/** `--start-date` and `--end-date` select events that begin and end between them. */
function runningSentence({ plural, query: { start_date, end_date } }: ListCut): readonly Text[] {
  if (plural !== 'events' || (start_date === undefined && end_date === undefined)) return []
  // An event that ends on the first day runs on it, too.
  const after = typeof start_date === 'string' && isDay(start_date) ? daysLater(start_date, -1) : start_date
  const flags = [
    ...(end_date === undefined ? [] : [`--starts-before ${shellWord(String(end_date))}`]),
    ...(start_date === undefined ? [] : [`--ends-after ${shellWord(String(after))}`]),
  ].join(' ')
  const omitted =
    start_date === undefined
      ? t('events that end later')
      : end_date === undefined
        ? t('events that began earlier')
        : t('events that begin earlier or end later')
  return [t('Without {omitted}; with them: {flags}.', { omitted, flags })]
}

/** Bounds between which no event can be. One may end after the first and start before the second of other pairs. */
const opposite_bounds = (['start_date', 'starts_after', 'ends_after'] as const).flatMap((from) =>
  (['end_date', 'ends_before', 'starts_before'] as const)
    .filter((to) => from !== 'ends_after' || to !== 'starts_before')
    .map((to) => [from, to] as const),
)

function reversedSentence(query: Values): readonly Text[] {
  const dayIn = (bound: string) => {
    const value = query[bound]
    return typeof value === 'string' && isDayOrWall(value) ? dayOf(value) : undefined
  }
  const pair = opposite_bounds.find(([from, to]) => (dayIn(from) ?? '') > (dayIn(to) ?? '9999'))
  if (!pair) return []
  const [from, to] = pair.map((bound) => `${flagOf(bound)} ${shellWord(String(query[bound]))}`)
  return [t('{from} is after {to}.', { from: String(from), to: String(to) })]
}

/** `list --search` finds the words of events only. */
function searchSentence({ search }: Values): readonly Text[] {
  if (typeof search !== 'string' || search.trim() === '') return []
  return [t('To search categories, venues and organizers too: {line}.', { line: `cal search ${shellWord(search)}` })]
}

/** The warning if fewer records were received than the service counts. */
export function shortText(plural: Plural, came: number, total: number): Text {
  const count = resources[plural].counted(came)
  return warningText('{count} received, but the service counts {total}: some are missing', { count, total })
}

function countSentence(
  { plural, shown, first, all }: ListCut,
  until: Day | '' | undefined,
  language: Language,
): string {
  const total = first?.total
  const { titles } = resources[plural]
  const date = until ? dateText(until, language) : ''
  if (shown === 0 && (total ?? 0) === 0) {
    const searched = t(' Searched until {date}.', { date })[language]
    const none = t('No {titles} match.', { titles })[language]
    return date === '' ? none : none + searched
  }
  const kinds = dative(titles)
  const ending = date === '' ? '.' : t(' until {date}.', { date })[language]
  if (total === undefined || all || shown >= total)
    return `${t('Showing')[language]} ${resources[plural].counted(shown)[language]}${ending}`
  return t('Showing {shown} of {total} {kinds}{ending}', { shown, total, kinds, ending })[language]
}

/** The last day of the window of dates that the service applied; empty if it gives none, undefined without a window. */
function lastDayOf({ plural, query, any_date, first }: ListCut): Day | '' | undefined {
  if (plural !== 'events' || any_date || date_filters.some((name) => query[name] !== undefined)) return undefined
  const day = parameterUsed(first, 'end_date')?.slice(0, 10) ?? ''
  return isDay(day) ? day : ''
}

/** None for anonymous users, who cannot request other statuses. */
function statusSentence({ query, signed_in, first }: ListCut): readonly Text[] {
  const status = parameterUsed(first, 'status')
  if (!signed_in || query.status !== undefined || status === undefined || status === 'any') return []
  return [t('Only with status {status}; others: --status.', { status })]
}

/** A parameter as the service interpreted it, from the `rest_url` of the list. */
function parameterUsed(first: ListPage | undefined, name: string): string | undefined {
  const query = first?.rest_url?.split('?')[1]
  return query === undefined ? undefined : (new URLSearchParams(query).get(name) ?? undefined)
}
