// What has to happen so that the service holds what is wanted: one step for each record, decided without asking
// anybody.
import type { Json, JsonObject } from '../../base/json.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { type Change, changesOf } from '../../client/update/compare.ts'
import { isBlank, blankRecordText } from '../../client/api/protected.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'
import type { Entry, InputError } from '../input/entry.ts'
import type { LastWritten } from '../journal/last-written.ts'
import type { WantedRecord } from '../input/parse-entry.ts'

/** What to do with a record that is there already. */
export type OnExisting = 'error' | 'update' | 'skip'

export interface NamedRecord {
  readonly kind: Plural
  readonly n: number
  /** The key it was matched by, or would be. */
  readonly key: string
  /** What a person calls it. */
  readonly title: string
  /** Where it was written; steps that follow from others have none. */
  readonly entry?: Entry
}

export interface Create extends NamedRecord {
  readonly action: 'create'
  readonly values: Values
  /** It may have been created before the run broke off: it is looked for first. */
  readonly unsure?: true
  /** Of a term that comes back: the deleted one. */
  readonly replaces?: number
}

export interface Update extends NamedRecord {
  readonly action: 'update'
  readonly id: number
  readonly before: JsonObject
  readonly changes: readonly Change[]
}

export interface Delete extends NamedRecord {
  readonly action: 'delete'
  readonly id: number
  readonly before: JsonObject
}

/** Nothing to send: the record is as wanted, or is to be left alone. */
export interface Keep extends NamedRecord {
  readonly action: 'unchanged' | 'skip'
  readonly id: number
}

/** The record cannot be had. */
export interface Conflict extends NamedRecord {
  readonly action: 'conflict'
  /** The record that is in the way. */
  readonly id?: number
  readonly errors: readonly InputError[]
  /** The record of the file is at fault, not one that is in the way. */
  readonly invalid?: true
}

export type WriteStep = Create | Update | Delete
export type Step = WriteStep | Keep | Conflict

export function isWrite(step: Step): step is WriteStep {
  return step.action === 'create' || step.action === 'update' || step.action === 'delete'
}

/** A wanted record whose references are ids, with the record it matches. */
export interface StepPair {
  readonly wanted: Pick<WantedRecord, 'kind' | 'n' | 'values'> & { readonly entry?: Entry }
  readonly key: string
  /** Records that match; more than one is a conflict. */
  readonly existing: readonly JsonObject[]
}

/** How a plan is made. */
export interface PlanOptions {
  readonly on_existing: OnExisting
  /** Takes away the changes that an earlier run has made already, as far as the service lets it. */
  readonly last_written?: LastWritten | undefined
}

/** What is to be done about one record; nothing where it is already as wanted. */
export async function planStep(
  { wanted, key, existing }: StepPair,
  { on_existing, last_written }: PlanOptions,
): Promise<Step> {
  const { kind, values } = wanted
  const named = namedOf(wanted, key)
  const [record, other] = existing
  if (other && record) {
    // Two imports at once may both have created it; nothing is written, so which of them is meant makes no difference.
    const same = existing.every((one) => changesOf(kind, values, one).length === 0)
    return same
      ? { ...named, action: 'unchanged', id: Math.min(...existing.map(({ id }) => Number(id))) }
      : { ...named, action: 'conflict', errors: [severalMatch(named, existing)] }
  }
  if (!record) return { ...named, action: 'create', values: createdWith(kind, values) }
  const id = Number(record.id)
  const differences = changesOf(kind, values, record)
  const changes = (await last_written?.withoutRewritten(kind, id, differences)) ?? differences
  if (changes.length === 0) return { ...named, action: 'unchanged', id }
  if (on_existing === 'skip') return { ...named, action: 'skip', id }
  if (isBlank(kind, record)) return { ...named, action: 'conflict', id, errors: [blankRecordText(kind, record)] }
  if (on_existing === 'error') return { ...named, action: 'conflict', id, errors: [alreadyThere(named, id, changes)] }
  return { ...named, action: 'update', id, before: record, changes }
}

/** How a step names its record. */
export function namedOf({ kind, n, values, entry }: StepPair['wanted'], key: string): NamedRecord {
  return { kind, n, key, title: String(values[resources[kind].name] ?? key), ...(entry ? { entry } : {}) }
}

/**
 * A venue's slug only matches; a category at the top has no parent to send; an empty text is what a new record has
 * anyhow, and deployed services refuse it.
 */
function createdWith(kind: Plural, values: Values): Values {
  const sent: Record<string, Json | undefined> = {}
  for (const [field, value] of Object.entries(values)) {
    const isKnown = Object.hasOwn(resources[kind].fields, field) || field === 'password'
    if (!isKnown || (field === 'parent' && value === 0) || value === '') continue
    sent[field] = field === 'cost' && String(value) === '0' ? zero_cost : value
  }
  return sent
}

/** Deployed services drop a new event's cost of `0`: D-325. */
const zero_cost = '0.00'

function alreadyThere({ kind, title }: NamedRecord, id: number, changes: readonly Change[]): InputError {
  const { title: word } = resources[kind]
  const name = textOfHtml(title)
  const fields = changes.map(({ field }) => field).join(', ')
  return {
    text: {
      en: `${word.en} "${name}" is there already, with another ${fields} (id ${id})`,
      de: `${word.de} „${name}“ besteht schon, mit anderem Wert: ${fields} (ID ${id})`,
    },
    hint: {
      en: '--on-existing update changes it, --on-existing skip leaves it alone',
      de: '--on-existing update ändert den Eintrag, --on-existing skip lässt ihn, wie er ist',
    },
  }
}

function severalMatch({ kind, key }: NamedRecord, existing: readonly JsonObject[]): InputError {
  const { titles } = resources[kind]
  const ids = existing.map(({ id }) => id).join(', ')
  return {
    text: {
      en: `${existing.length} ${titles.en} match ${key}: ${ids}`,
      de: `${existing.length} ${titles.de} passen zu ${key}: ${ids}`,
    },
    hint: {
      en: 'match by something that tells them apart: --match slug, --match id',
      de: 'nach etwas zuordnen, das sie unterscheidet: --match slug, --match id',
    },
  }
}
