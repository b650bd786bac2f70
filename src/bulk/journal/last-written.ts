// What earlier runs know of records and services don't: the text that was sent last for each field, which services
// rewrite for display, and the status before a delete.
import { getOrInsert } from '../../base/collections.ts'
import type { Json } from '../../base/json.ts'
import type { Change } from '../../client/update/compare.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isPlace, resources } from '../../spec/resources.ts'
import { type RunWrite, writtenBy } from './read-journal.ts'
import { comparable, shortened } from './record-summary.ts'
import { earlierRuns, type RunsOfCalendar } from './run-scope.ts'

/** The value of a field in the request and in the response. */
interface Written {
  readonly sent: string
  readonly stored: string
}

/** One write of a venue or organizer. */
export interface PlaceWrite {
  /** The key of the row. */
  readonly key: string
  readonly sent: Values
}

/** What journals know. */
interface JournaledWrites {
  /** By record and field, the texts that the service rewrote. */
  readonly fields: Map<string, Written>
  /** By kind and id. */
  readonly places: Map<string, PlaceWrite[]>
}

export type LastWrites = Pick<LastWritten, 'withoutRewritten' | 'writesOf' | 'importedStartOf'>

/** Journals are read once, and only if a text differs: most repeated runs need none. */
export class LastWritten {
  readonly #runs: RunsOfCalendar
  #writes: Promise<JournaledWrites> | undefined
  #starts: Promise<ReadonlyMap<number, Values>> | undefined

  constructor(runs: RunsOfCalendar) {
    this.#runs = runs
  }

  /**
   * The changes without those that only the service made: the file still has the sent text, and the service still has
   * the text of its response.
   */
  async withoutRewritten(kind: Plural, id: number, changes: readonly Change[]): Promise<readonly Change[]> {
    if (!changes.some(({ field }) => isRewritable(kind, field))) return changes
    const { fields } = await this.#read()
    return changes.filter(({ field, before, after }) => {
      const written = isRewritable(kind, field) ? fields.get(fieldKey(kind, id, field)) : undefined
      return written?.sent !== comparableText(after) || written.stored !== comparableText(before)
    })
  }

  /** What runs wrote to a venue or organizer. */
  async writesOf(kind: Plural, id: number): Promise<readonly PlaceWrite[]> {
    return (await this.#read()).places.get(`${kind} ${id}`) ?? []
  }

  /** Start and zone of an event after the last import that wrote them; undefined if none did. */
  async importedStartOf(id: number): Promise<Values | undefined> {
    this.#starts ??= importedStarts(this.#runs)
    return (await this.#starts).get(id)
  }

  #read(): Promise<JournaledWrites> {
    this.#writes ??= journaledWrites(this.#runs)
    return this.#writes
  }
}

/**
 * Texts and costs, which services return formatted for display, websites, of which deployed ones remove `%20`, and
 * slugs, to which they add a number.
 */
function isRewritable(kind: Plural, field: string): boolean {
  const fields: Parameters = resources[kind].fields
  const { type, form } = fields[field] ?? {}
  return form === 'cost' || form === 'slug' || form === 'url' || (form === undefined && type === 'string')
}

async function journaledWrites(runs: RunsOfCalendar): Promise<JournaledWrites> {
  const written: JournaledWrites = { fields: new Map(), places: new Map() }
  for await (const { writes } of earlierRuns(runs)) for await (const write of writes()) noteWrite(write, written)
  return written
}

async function importedStarts(runs: RunsOfCalendar): Promise<ReadonlyMap<number, Values>> {
  const starts = new Map<number, Values>()
  for await (const { head, writes } of earlierRuns(runs)) {
    if (head.inputs.length === 0) continue
    for await (const { begin, end } of writes()) {
      const id = end?.id ?? begin.id
      if (begin.kind !== 'events' || id === undefined || end?.failed !== undefined) continue
      const before = starts.get(id) ?? {}
      const { start_date = before.start_date, timezone = before.timezone } = writtenBy({ begin, end }) ?? {}
      starts.set(id, { start_date, timezone })
    }
  }
  return starts
}

function noteWrite({ begin, end }: RunWrite, { fields, places }: JournaledWrites): void {
  const id = end?.id ?? begin.id
  if (id === undefined || end?.failed !== undefined || begin.action === 'delete') return
  const answers = writtenBy({ begin, end })
  const sent: Values = { ...begin.find, ...begin.sent }
  if (isPlace(begin.kind)) getOrInsert(places, `${begin.kind} ${id}`, () => []).push({ key: begin.key, sent })
  for (const [field, value] of Object.entries(sent)) {
    if (!isRewritable(begin.kind, field)) continue
    const written = { sent: comparableText(value), stored: comparableText(answers?.[field]) }
    const key = fieldKey(begin.kind, id, field)
    if (answers && written.sent !== written.stored) fields.set(key, written)
    else fields.delete(key)
  }
}

function fieldKey(kind: Plural, id: number, field: string): string {
  return `${kind} ${id} ${field}`
}

/** The value as JSON in the form of the journal. Summaries omit empty fields, so a missing value is an empty text. */
function comparableText(value: Json | undefined): string {
  return String(comparable(shortened(value ?? '')))
}

/** By id, from the newest run that deleted the record; none for records that no run of this calendar deleted. */
export async function statusesBeforeDelete(
  runs: RunsOfCalendar,
  kind: Plural,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const statuses = new Map<number, string>()
  const wanted = new Set(ids)
  for await (const { writes } of earlierRuns(runs)) {
    for await (const { begin, end } of writes()) {
      const { action, id = 0, before = {} } = begin
      if (action !== 'delete' || begin.kind !== kind || !wanted.has(id) || end?.failed !== undefined) continue
      if (typeof before.status === 'string' && before.status !== 'trash') statuses.set(id, before.status)
    }
  }
  return statuses
}
