// What an entry asks for: fields as the service takes them, references as they were written, and everything that is
// wrong.
import { isZone } from '../../base/dates/zoned-time.ts'
import { isObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import type { DateContext } from '../../base/dates/date-parser.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { allOptional } from '../../spec/operations.ts'
import { type Problem, read } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import type { DateOrder } from './choices.ts'
import { columnNameIn, type Entry, type InputError } from './entry.ts'
import { datesOf } from './dates/event-dates.ts'
import { sendableFieldsOf } from './sendable-fields.ts'

export interface WantedRecord {
  /** Which entry of the input this is, counted over all files from 0. */
  readonly n: number
  readonly entry: Entry
  readonly kind: Plural
  /** Only what was said, in the forms the service takes; references as they were written. */
  readonly values: Readonly<Record<string, unknown>>
  /** The id the record had where it was exported: it names the record inside its file. */
  readonly id?: number
  readonly uid?: string
  /** A name the file gives the record for its own references. */
  readonly key?: string
}

export interface ParseRules {
  readonly here: DateContext
  readonly order: DateOrder
  /** Fields left out of every record: `--without author,image`. */
  readonly without: ReadonlySet<string>
  /** Records that update others by id need not be complete. */
  readonly partial: boolean
  /** Told once for each field that the interface does not have. */
  readonly unknown: (kind: Plural, field: string) => void
}

export type ParsedEntry = { readonly wanted: WantedRecord; readonly flaws: readonly InputError[] }

export function parseEntry(entry: Entry, n: number, rules: ParseRules): ParsedEntry {
  const { kind } = entry
  const { values, unknown, id, uid, key } = sendableFieldsOf(entry, rules.without)
  for (const field of unknown) rules.unknown(kind, field)
  const called = (field: string) => columnNameIn(entry, field)
  const dated = kind === 'events' ? datesOf(values, { ...rules, called }) : { values, flaws: [] }
  const flaws = [...dated.flaws, ...flawsOf({ kind, values: dated.values, called }, rules.partial)]
  const names = {
    ...(id === undefined ? {} : { id }),
    ...(uid === undefined ? {} : { uid }),
    ...(key === undefined ? {} : { key }),
  }
  const end_follows = entry.called !== undefined || values.duration !== undefined
  return { wanted: { n, entry, kind, values: dated.values, ...names }, flaws: end_follows ? withoutEcho(flaws) : flaws }
}

/**
 * A row, and whatever lasts for a time, gets its end from its start: where that is at fault, the missing end is not a
 * second fault.
 */
function withoutEcho(flaws: readonly InputError[]): readonly InputError[] {
  if (!flaws.some(({ field }) => field === 'start_date')) return flaws
  return flaws.filter(({ field, value }) => field !== 'end_date' || value !== undefined)
}

const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash']

interface Checked {
  readonly kind: Plural
  readonly values: Readonly<Record<string, unknown>>
  readonly called: (field: string) => string
}

function flawsOf({ kind, values, called }: Checked, partial: boolean): readonly InputError[] {
  const fields: Parameters = resources[kind].fields
  const { problems } = read(partial ? allOptional(fields) : fields, references(values))
  const { name } = resources[kind]
  const { status, timezone } = values
  return [
    ...problems.map((problem) => flawOf(problem, called(problem.name))),
    ...(typeof values[name] === 'string' && String(values[name]).trim() === '' ? [blank(name, called(name))] : []),
    ...(typeof status === 'string' && !statuses.includes(status) && !/^[a-z][a-z0-9_-]+$/.test(status)
      ? [
          wrong(
            { field: 'status', name: called('status'), value: status },
            { en: `one of ${statuses.join(', ')}`, de: `eines von ${statuses.join(', ')}` },
          ),
        ]
      : []),
    ...(typeof timezone === 'string' && timezone !== '' && !isZone(timezone)
      ? [
          wrong(
            { field: 'timezone', name: called('timezone'), value: timezone },
            { en: 'a zone such as Europe/Berlin or UTC+2', de: 'eine Zone wie Europe/Berlin oder UTC+2' },
          ),
        ]
      : []),
  ]
}

/** A parent may be named; whether it exists is known later. */
function references(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (typeof values.parent !== 'string' && !isObject(values.parent)) return values
  const { parent: _, ...rest } = values
  return rest
}

function flawOf({ name: field, reason, expected, value }: Problem, name: string): InputError {
  if (reason === 'type') return wrong({ field, name, value }, expected)
  return {
    field,
    text: { en: `${name} is missing`, de: `${name} fehlt` },
    hint: field.endsWith('_date')
      ? { en: 'give a date such as 2027-03-01 18:00', de: 'ein Datum wie 2027-03-01 18:00 angeben' }
      : { en: `give ${expected.en}`, de: `${expected.de} angeben` },
  }
}

function wrong(
  { field, name, value }: { readonly field: string; readonly name: string; readonly value: unknown },
  expected: Text,
): InputError {
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  return {
    field,
    value,
    text: {
      en: `${name} needs ${expected.en}, not "${shown}"`,
      de: `${name} braucht ${expected.de}, nicht „${shown}“`,
    },
  }
}

function blank(field: string, name: string): InputError {
  return { field, value: '', text: { en: `${name} is blank`, de: `${name} ist leer` } }
}
