// The note on what a list omits by default: pages, dates outside the window, unused terms, other statuses.
import { dateText } from '../../../base/dates/day-names.ts'
import { type Day, isDay } from '../../../base/dates/days.ts'
import { dative, eachLanguage, type Language, t, type Text, warningText } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { date_filters, type ListPage } from '../../../client/api/pages.ts'
import { resources } from '../../../spec/resources.ts'
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
  const sentences = [
    ...(isCut && cut.sorted ? [t('Only these are sorted.')] : []),
    ...(isCut ? [t('All of them: --all.')] : []),
    ...(until === undefined ? [] : [t('Any date: --any-date.')]),
    ...(isEmpty && cut.plural === 'events' ? searchSentence(cut.query) : []),
    ...((cut.plural === 'categories' || cut.plural === 'tags') && cut.query.hide_empty === undefined
      ? [t('Unused ones too: --no-hide-empty.')]
      : []),
    ...statusSentence(cut),
  ]
  if (!isEmpty && sentences.length === 0) return []
  return [
    eachLanguage((language) =>
      [countSentence(cut, until, language), ...sentences.map((sentence) => sentence[language])].join(' '),
    ),
  ]
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
