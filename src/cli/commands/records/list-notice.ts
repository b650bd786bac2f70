// The note on what a list omits by default: pages, dates outside the window, unused terms, other statuses.
import type { Language, Text } from '../../../base/text/language.ts'
import { date_filters, type ListPage } from '../../../client/api/pages.ts'
import { counted } from '../../../spec/derived-names.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import { resources } from '../../../spec/resources.ts'

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
  shown: number
  first: ListPage | undefined
}

interface Part {
  readonly text: Text
  /** The flag that shows the omitted records. */
  readonly flag: string | undefined
}

/**
 * `10 of 342 · window 2026-11-19 … 2028-11-20 · --all, --any-date`; undefined if records are shown and none are
 * omitted.
 */
export function listNotice(cut: ListCut): Text | undefined {
  const cuts = [sortedPart(cut), windowPart(cut), unusedPart(cut), statusPart(cut)].filter((part) => part !== undefined)
  const count = countPart(cut)
  if (cut.shown > 0 && cuts.length === 0 && count.flag === undefined) return undefined
  const parts = [count, ...cuts]
  const flags = parts
    .map(({ flag }) => flag)
    .filter((flag) => flag !== undefined)
    .join(', ')
  const line = (language: Language) =>
    [...parts.map(({ text }) => text[language]), flags].filter((part) => part !== '').join(' · ')
  return { en: line('en'), de: line('de') }
}

/** The warning if fewer records were received than the service counts. */
export function shortText(plural: Plural, came: number, total: number): Text {
  const count = (language: Language) => counted(came, resources[plural], language)
  return {
    en: `warning: ${count('en')} received, but the service counts ${total}: some are missing`,
    de: `Warnung: ${count('de')} erhalten, der Dienst zählt aber ${total}: einige fehlen`,
  }
}

function countPart({ shown, first, all }: ListCut): Part {
  const total = first?.total
  if (shown === 0 && (total === undefined || total === 0))
    return { text: { en: 'nothing found', de: 'nichts gefunden' }, flag: undefined }
  if (total === undefined) return { text: { en: String(shown), de: String(shown) }, flag: undefined }
  return {
    text: { en: `${shown} of ${total}`, de: `${shown} von ${total}` },
    flag: shown < total && !all ? '--all' : undefined,
  }
}

function sortedPart({ sorted, shown, first, all }: ListCut): Part | undefined {
  if (!sorted || all || shown >= (first?.total ?? 0)) return undefined
  return { text: { en: 'only this page is sorted', de: 'nur diese Seite ist sortiert' }, flag: undefined }
}

function windowPart({ plural, query, any_date, first }: ListCut): Part | undefined {
  if (plural !== 'events' || any_date || date_filters.some((name) => query[name] !== undefined)) return undefined
  const from = parameterUsed(first, 'start_date')?.slice(0, 10)
  const to = parameterUsed(first, 'end_date')?.slice(0, 10)
  const range = from && to ? ` ${from} … ${to}` : ''
  return { text: { en: `window${range}`, de: `Zeitraum${range}` }, flag: '--any-date' }
}

function unusedPart({ plural, query }: ListCut): Part | undefined {
  if ((plural !== 'categories' && plural !== 'tags') || query.hide_empty !== undefined) return undefined
  return { text: { en: 'unused ones hidden', de: 'ohne unbenutzte' }, flag: '--no-hide-empty' }
}

/** Undefined for anonymous users, who cannot request other statuses. */
function statusPart({ query, signed_in, first }: ListCut): Part | undefined {
  const status = parameterUsed(first, 'status')
  if (!signed_in || query.status !== undefined || status === undefined || status === 'any') return undefined
  return { text: { en: `status ${status}`, de: `Status ${status}` }, flag: '--status' }
}

/** A parameter as the service interpreted it, from the `rest_url` of the list. */
function parameterUsed(first: ListPage | undefined, name: string): string | undefined {
  const query = first?.rest_url?.split('?')[1]
  return query === undefined ? undefined : (new URLSearchParams(query).get(name) ?? undefined)
}
