// What the steps of an import do not show: cells that are empty although the service has a value, texts that lack its
// markup, and events that were deleted or moved since an earlier import.
import { startText } from '../../spec/event-parts.ts'
import { addOne } from '../../base/collections.ts'
import { dayOf } from '../../base/dates/days.ts'
import { CalError } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import { TemporaryKeys } from '../../base/files/temporary-values.ts'
import type { JsonObject } from '../../base/json.ts'
import { t, type Text, warningText } from '../../base/text/language.ts'
import { quoted, firstItems } from '../../base/text/quoted.ts'
import { foldedName } from '../../base/text/slug.ts'
import { allRecords } from '../../client/api/pages.ts'
import type { JournalHead } from '../journal/journal.ts'
import { isSameRecord } from '../journal/record-summary.ts'
import { recordsOfRuns, type RunRecord } from '../journal/run-records.ts'
import type { RunsOfCalendar } from '../journal/run-scope.ts'
import type { InputScan } from '../matching/input-scan.ts'
import { keysOfRecord } from '../matching/keys.ts'
import type { RowDifference, Step } from './plan.ts'
import { findRecord } from '../../client/api/records.ts'

/** Where the notes of an import come from and go to. */
export interface PlanNoting {
  readonly runs: RunsOfCalendar
  /** Whether there was one before this run: otherwise created events need not be remembered. */
  readonly has_earlier: boolean
  /** Whether an earlier run imported the same files. */
  readonly isSameInput: (head: JournalHead) => boolean
  /** Events before this day are not noted, nor those after the last day that is read. */
  readonly today: string
  readonly until: string | undefined
  readonly note: (text: Text) => void
}

type NotedInput = Pick<InputScan, 'rows' | 'first_day' | 'scope' | 'has_uids'>

const listed_max = 10

export class PlanNotes {
  readonly #emptied = new Map<string, number>()
  readonly #unmarked = new Map<string, number>()
  /** By key and by title, the events that are created; by title also the others of their series. */
  readonly #created = new TemporaryKeys()
  readonly #titles = new TemporaryKeys()
  /** The events that rows match; those that rows equal are in the table of the input. */
  readonly #matched = new TemporaryKeys()
  #equal_ids: ReadonlySet<number> | undefined
  readonly #drafts: number[] = []
  #passwords = 0
  readonly #input: NotedInput
  readonly #noting: PlanNoting
  readonly #isPreview: boolean
  #creates = false
  /** A row that matches no event may be that of any. */
  #hasConflict = false

  constructor(input: NotedInput, noting: PlanNoting, isPreview: boolean) {
    this.#input = input
    this.#noting = noting
    this.#isPreview = isPreview
  }

  see(step: Step): void {
    if (step.kind !== 'events') return
    if (step.action === 'conflict' && step.id === undefined) this.#hasConflict = true
    const { has_earlier } = this.#noting
    const isEqual = this.#input.rows.equalId(step.n) !== undefined
    if (has_earlier && 'id' in step && step.id !== undefined && !isEqual) this.#matched.add('', step.id)
    if (step.action !== 'create') return
    this.#creates = true
    if (this.#isPreview)
      for (const key of keysOfRecord('events', step.values, undefined)) this.#created.add(key, step.n)
    if (has_earlier) this.#titles.add(foldedName(step.title), step.n)
  }

  /** Adds a record that a row matches. */
  addMatch(id: number, { emptied, unmarked, isDraft, hasPassword }: RowDifference): void {
    for (const { field } of emptied) addOne(this.#emptied, field)
    for (const { field } of unmarked) addOne(this.#unmarked, field)
    if (isDraft) this.#drafts.push(id)
    if (hasPassword) this.#passwords++
  }

  /**
   * Notes what was seen. If events are created, or series may have lost some, reads the journals of earlier imports of
   * the files, and in a preview the trash: once the events are created, those in the trash would be restored as second
   * copies.
   */
  async send(exchange: Exchange): Promise<void> {
    const { runs, has_earlier, isSameInput, note } = this.#noting
    if (this.#emptied.size > 0) note(emptiedText(totalOf(this.#emptied)))
    if (this.#unmarked.size > 0) note(unmarkedText(totalOf(this.#unmarked)))
    if (this.#drafts.length > 0) note(draftsText(this.#drafts))
    const passwords = this.#passwords
    if (passwords > 0)
      note(
        t('{passwords} {passwords|password|passwords} ignored: services do not show those of existing events', {
          passwords,
        }),
      )
    if (!this.#creates && !this.#input.has_uids) return
    const trashed = this.#isPreview && this.#creates ? await this.#trashed(exchange) : []
    if (trashed.length > 0) note(trashedText(trashed))
    if (this.#hasConflict || !has_earlier) return
    const gone: JsonObject[] = []
    const written = (await recordsOfRuns(runs, isSameInput)).present('events')
    // The others of a series, which have its title.
    if (this.#input.has_uids) for (const own of written) if (this.#hasRow(own)) this.#addTitle(own)
    for (const own of written) {
      if (gone.length === listed_max) break
      if (!this.#isGone(own)) continue
      const record = await findRecord(exchange, 'events', own.id)
      if (record && isSameRecord('events', own.written, record)) gone.push(record)
    }
    if (gone.length > 0) note(goneText(gone))
  }

  /** For each event to create, the id of the newest one in the trash that has one of its keys. */
  async #trashed(exchange: Exchange): Promise<readonly number[]> {
    const ids = new Map<number, number>()
    try {
      for await (const record of allRecords(exchange, 'events', { ...this.#input.scope?.days, status: 'trash' })) {
        const slug = String(record.slug).replace(/__trashed(-\d+)?$/, '')
        const keys = keysOfRecord('events', { ...record, slug }, undefined)
        const [n] = keys.flatMap((key) => this.#created.get(key))
        if (n !== undefined) ids.set(n, Math.max(ids.get(n) ?? 0, Number(record.id)))
      }
    } catch (error) {
      // A visitor may not read the trash.
      if (!(error instanceof CalError)) throw error
    }
    return [...ids.values()]
  }

  #addTitle({ id, written: { title } }: RunRecord): void {
    if (typeof title === 'string') this.#titles.add(foldedName(title), id)
  }

  #hasRow({ id, key }: RunRecord): boolean {
    this.#equal_ids ??= this.#input.rows.equalIds()
    return this.#equal_ids.has(id) || this.#matched.has('', id) || this.#input.rows.has('events', key)
  }

  /** Whether a run created an event from these files that no row matches, while one of its title is there. */
  #isGone(own: RunRecord): boolean {
    const { first_day } = this.#input
    const { today, until } = this.#noting
    const { title, start_date } = own.written
    if (!own.created || typeof start_date !== 'string' || this.#hasRow(own)) return false
    const day = dayOf(start_date)
    if (first_day === undefined || day < today || day < first_day || (until !== undefined && day > until)) return false
    return typeof title === 'string' && this.#titles.get(foldedName(title)).length > 0
  }
}

interface FieldTotal {
  readonly count: number
  readonly fields: string
}

function totalOf(counts: ReadonlyMap<string, number>): FieldTotal {
  return { count: [...counts.values()].reduce((sum, one) => sum + one, 0), fields: [...counts.keys()].join(', ') }
}

function emptiedText({ count, fields }: FieldTotal): Text {
  return t(
    '{count} {count|cell is|cells are} empty where the calendar has {count|a value|values} ({fields}), kept as before; to clear {count|it|them}: --clear-empty',
    { count, fields },
  )
}

function unmarkedText({ count, fields }: FieldTotal): Text {
  return t(
    '{count} {count|text lacks|texts lack} only the markup that the calendar has ({fields}), kept as before; to remove it: cal KIND update ID --FIELD TEXT',
    { count, fields },
  )
}

function draftsText(ids: readonly number[]): Text {
  return t(
    '{ids} {ids|event is a draft|events are drafts} in the calendar but not in the file; to publish {ids|it|them}: cal events update {words} --status publish',
    {
      ids: ids.length,
      words: wordsOf(ids),
    },
  )
}

function trashedText(ids: readonly number[]): Text {
  return t(
    '{ids} {ids|event to create is|events to create are} in the trash; to restore {ids|it|them} instead: cal events restore {words}',
    {
      ids: ids.length,
      words: wordsOf(ids),
    },
  )
}

function goneText(events: readonly JsonObject[]): Text {
  return warningText(
    'created by an earlier import of this file, but no longer in it: {list}; if they were moved or cancelled: cal events delete {words}',
    {
      list: (language) => events.map((event) => `${quoted(event.title)[language]} (${startText(event)})`).join(', '),
      words: wordsOf(events.map(({ id }) => Number(id))),
    },
  )
}

function wordsOf(ids: readonly number[]): string {
  return firstItems(ids, listed_max, ' ')
}
