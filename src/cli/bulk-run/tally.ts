// What became of the records of a run, counted.
import type { Text } from '../../base/text/language.ts'
import type { RunState } from '../../bulk/journal/runs.ts'
import type { OutcomeItem } from '../core/outcome.ts'

export interface Tally {
  created: number
  updated: number
  deleted: number
  unchanged: number
  skipped: number
  failed: number
}

export function noTally(): Tally {
  return { created: 0, updated: 0, deleted: 0, unchanged: 0, skipped: 0, failed: 0 }
}

/** Together with what an earlier part of the same run did. */
export function withEarlier(tally: Tally, earlier: RunState | undefined): Tally {
  if (!earlier) return tally
  const { create, update, delete: deleted, failed } = earlier.counts
  return {
    ...tally,
    created: tally.created + create,
    updated: tally.updated + update,
    deleted: tally.deleted + deleted,
    failed: tally.failed + failed,
  }
}

const words: Readonly<Record<keyof Tally, Text>> = {
  created: { en: 'created', de: 'angelegt' },
  updated: { en: 'updated', de: 'geändert' },
  deleted: { en: 'deleted', de: 'gelöscht' },
  unchanged: { en: 'unchanged', de: 'unverändert' },
  skipped: { en: 'left alone', de: 'belassen' },
  failed: { en: 'failed', de: 'fehlgeschlagen' },
}
/** Shown even when nothing of the kind happened. */
const always = new Set<keyof Tally>(['created', 'updated', 'unchanged', 'failed'])

/** `12 created, 0 updated, 40 unchanged, 1 failed · run 20261121-094500-738` */
export function tallyText(tally: Tally, run: string | undefined): Text {
  const parts = (Object.keys(words) as (keyof Tally)[]).filter((name) => always.has(name) || tally[name] > 0)
  const text = (language: 'en' | 'de') => parts.map((name) => `${tally[name]} ${words[name][language]}`).join(', ')
  return run === undefined
    ? { en: text('en'), de: text('de') }
    : { en: `${text('en')} · run ${run}`, de: `${text('de')} · Lauf ${run}` }
}

export function summaryItem(tally: Tally, run: string | undefined, rejected: readonly string[]): OutcomeItem {
  return { run: run ?? null, ...tally, rejected }
}
