// Checks the fields that flags name: a field that no record has is probably misspelled, which is an error before
// anything is printed or written.
import { closest, didYouMean } from '../../base/text/closest.ts'
import type { CalError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { answer_fields } from '../../bulk/input/parse-entry.ts'
import type { Plural } from '../../spec/model.ts'
import { linked_kinds, resources, unknownField } from '../../spec/resources.ts'
import type { OutcomeItem } from '../types/outcome.ts'
import type { Session } from '../types/session.ts'
import { type FieldRule, valueAt } from './fields.ts'
import { fieldHeaded } from './table/columns.ts'

/** The number of records that are checked before the first is printed. */
const checked_first = 50

/**
 * Checks fields before a write. Errors: `usage` for an unknown field that resembles a documented one; others may come
 * from extensions.
 */
export function refuseMisspelled(chosen: readonly string[], kind: Plural): void {
  for (const field of chosen) {
    const error = unknownField(field, { kind, known: knownNames(kind) })
    if (error.hint && !isKnown(field, kind)) throw error
  }
}

interface Checking extends FieldRule, Pick<Session, 'note'> {
  /** The service has no extensions, so its fields are known even if there are no records. */
  readonly isComplete?: boolean
}

/**
 * Yields the records, after reading the first 50 in advance to check the fields.
 *
 * Errors: `usage`, before the first record is yielded, for a field that none of them has, if all records were checked
 * or a known field has a similar name. Later, a missing field is only a note.
 */
export async function* checkFields(
  records: AsyncIterable<OutcomeItem>,
  chosen: readonly string[],
  rule: Checking,
): AsyncIterable<OutcomeItem> {
  const missing = new Set(chosen)
  const names = new Set<string>()
  const look = (record: OutcomeItem) => {
    if (missing.size > 0) for (const key of Object.keys(record)) names.add(key)
    for (const field of missing) if (valueAt(record, field) !== undefined) missing.delete(field)
  }
  const iterator = records[Symbol.asyncIterator]()
  const first: OutcomeItem[] = []
  let next = await iterator.next()
  for (; !next.done && first.length < checked_first; next = await iterator.next()) {
    look(next.value)
    first.push(next.value)
  }
  const { kind, isComplete } = rule
  const whole = next.done === true && (first.length > 0 || (isComplete === true && kind !== undefined))
  if (rule.refuses) refuseMissing(missing, { names, kind, whole })
  yield* first
  for (; !next.done; next = await iterator.next()) {
    look(next.value)
    yield next.value
  }
  if (names.size > 0) for (const field of missing) await rule.note(missingText(field, closest(field, [...names])))
}

/** `whole`: all records were read. */
function refuseMissing(
  missing: ReadonlySet<string>,
  { names, kind, whole }: { names: ReadonlySet<string>; kind: Plural | undefined; whole: boolean },
): void {
  for (const field of missing) {
    if (kind !== undefined && isKnown(field, kind)) continue
    const otherwise =
      kind !== undefined && names.size === 0
        ? t('list the fields: {line}', { line: `cal explain ${resources[kind].singular}` })
        : t('to see all fields, use -o json')
    const error = fieldError(field, kind, [...names], whole ? otherwise : undefined)
    if (error.hint) throw error
  }
}

/** The error for a field that is not known, with what was probably meant. */
function fieldError(
  field: string,
  kind: Plural | undefined,
  names: readonly string[],
  otherwise: Text | undefined,
): CalError {
  const meant = otherSpelling(field, kind)
  if (meant) return unknownField(field, { known: [], otherwise: meant })
  const known = [...names, ...(kind === undefined ? [] : knownNames(kind))]
  return unknownField(field, { kind, known, ...(otherwise && { otherwise }) })
}

/** `start_date:desc` and `title,id` of `--sort`, and a head of the table, such as `WHEN`. */
function otherSpelling(field: string, kind: Plural | undefined): Text | undefined {
  const [, sorted, order] = /^(\S+)[: ](asc|desc)$/i.exec(field) ?? []
  if (sorted !== undefined) return didYouMean(`--sort ${/^desc$/i.test(order ?? '') ? '-' : ''}${sorted}`)
  const [first = '', ...others] = field.split(',')
  if (others.length > 0) return t('sort by one field: --sort {field}', { field: first })
  const meant = kind && (fieldHeaded(field, resources[kind].columns) ?? linkedField(field, kind))
  return meant === undefined ? undefined : didYouMean(meant)
}

/** `venue.citty` → `venue.city` */
function linkedField(field: string, kind: Plural): string | undefined {
  const [top = '', name = ''] = field.split('.').filter((part) => !/^\d+$/.test(part))
  const inside = linkedKind(top, kind)
  if (inside === undefined || name === '') return undefined
  const near = name === 'title' ? 'name' : closest(name, ['name', ...knownNames(inside)])
  return near === undefined ? undefined : `${top}.${near === 'name' ? resources[inside].name : near}`
}

function knownNames(kind: Plural): readonly string[] {
  return [...Object.keys(resources[kind].fields), ...answer_fields]
}

/** The kind of the record inside of `venue.city`. */
function linkedKind(top: string, kind: Plural): Plural | undefined {
  const linked: Readonly<Record<string, Plural>> = kind === 'events' ? linked_kinds : {}
  return linked[top]
}

/** `venue.city` is known because venues have a city; the contents of other fields are not checked. */
function isKnown(field: string, kind: Plural): boolean {
  const [top = '', ...rest] = field.split('.').filter((part) => !/^\d+$/.test(part))
  if (!knownNames(kind).includes(top)) return false
  const inside = linkedKind(top, kind)
  return rest.length === 0 || inside === undefined || isKnown(rest.join('.'), inside)
}

function missingText(field: string, near: string | undefined): Text {
  return near === undefined
    ? t('no record here has a field "{field}"', { field })
    : t('no record here has a field "{field}"; did you mean {near}?', { field, near })
}
