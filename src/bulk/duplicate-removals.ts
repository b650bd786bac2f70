// Waits while another import removes duplicates, because their names are ambiguous until then.
import type { Exchange } from '../base/exchange.ts'
import type { JsonObject } from '../base/json.ts'
import { t, type Text } from '../base/text/language.ts'
import type { Clock } from '../client/transport/retry.ts'
import type { Plural } from '../spec/model.ts'
import { plurals_by_need, resources } from '../spec/resources.ts'
import { editedSince, recordSummaryOf } from './journal/record-summary.ts'
import type { InputScan } from './matching/input-scan.ts'
import { lookupKeysOf, type RecordMatch } from './matching/keys.ts'
import { findRecord } from './matching/lookup.ts'
import type { ReferenceIndex } from './matching/reference-index.ts'
import { find } from './matching/references.ts'
import { type RemoteIndex, totalOf } from './matching/remote-index.ts'

export interface RemovalOptions {
  readonly exchange: Exchange
  readonly remote: RemoteIndex
  readonly references: ReferenceIndex
  readonly clock: Clock
  /** The references and records of the input: only their names matter. */
  readonly scan: Pick<InputScan, 'references' | 'bundle'>
  readonly match: RecordMatch | undefined
  /** Called once with the reason for waiting. */
  readonly note: (text: Text) => void
}

/** Pause between two checks, and the number of checks without a change after which waiting ends. */
const pause_ms = 750
const quiet_checks_max = 4
const checks_max = 40

/** Waits while records with equal values share a name of the input and the number of records still changes. */
export async function awaitRemovals(kind: Plural, options: RemovalOptions): Promise<void> {
  const { exchange, remote, references, clock, note } = options
  let counted = ''
  for (let check = 0, quiet = 0; check < checks_max && quiet < quiet_checks_max; check++) {
    const alike = await alikeRecords(kind, options)
    if (alike.length === 0) return
    if (check === 0) note(waitText(kind))
    await clock.sleep(pause_ms)
    const gone = await removedOf(exchange, kind, alike)
    for (const id of gone) {
      remote.remove(kind, id)
      references.remove(kind, id)
    }
    const totals = await Promise.all(plurals_by_need.map((one) => totalOf(exchange, one)))
    quiet = gone.length > 0 || String(totals) !== counted ? 0 : quiet + 1
    counted = String(totals)
  }
}

function waitText(kind: Plural): Text {
  const { titles } = resources[kind]
  return t('waiting: several {titles} have the same name and values; another import may be removing duplicates', {
    titles,
  })
}

/** Existing records with equal values that share a name or key of the input. */
async function alikeRecords(
  kind: Plural,
  { remote, references, scan, match }: RemovalOptions,
): Promise<readonly number[]> {
  const named = scan.references
    .filter((reference) => reference.kind === kind)
    .map((reference) => find(reference, references))
    .map((found) => (found && 'candidates' in found ? found.candidates.map(({ id }) => id) : []))
  const alike = new Set<number>()
  const addAlike = ([first, ...others]: readonly JsonObject[]) => {
    if (!first || others.length === 0 || !others.every((other) => isAlike(kind, first, other))) return
    for (const { id } of [first, ...others]) alike.add(Number(id))
  }
  for (const ids of named)
    if (ids.length > 1 && ids.every((id) => id > 0))
      addAlike(await Promise.all(ids.map((id) => remote.record(kind, id))))
  for (const record of scan.bundle.get(kind) ?? [])
    addAlike((await remote.find(kind, lookupKeysOf(record, match))).existing)
  return [...alike]
}

async function removedOf(exchange: Exchange, kind: Plural, ids: readonly number[]): Promise<readonly number[]> {
  const removed: number[] = []
  for (const id of ids) if ((await findRecord(exchange, kind, id)) === undefined) removed.push(id)
  return removed
}

/** Fields in which two creations of the same record may differ. */
const own_fields = new Set(['slug', 'date', 'author', 'status'])

/** Whether two records may have been created from the same input. */
export function isAlike(kind: Plural, one: JsonObject, other: JsonObject): boolean {
  return editedSince(kind, recordSummaryOf(kind, one), other).every((field) => own_fields.has(field))
}
