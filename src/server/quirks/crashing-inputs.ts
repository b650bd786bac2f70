// Inputs that pass every check of a deployed service and then crash it: refused by name here.
import { isObject } from '../../base/json.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Values } from '../../spec/read.ts'
import { type ApiErrorCode, ApiError } from '../domain/api-error.ts'
import { check, refused } from '../validation/check.ts'
import type { ValidationError } from '../validation/read-values.ts'

interface Oddity {
  readonly name: string
  readonly is: (value: unknown) => boolean
  /** What deployed services take and make something else of. */
  readonly isHere?: (value: unknown) => boolean
  readonly code: ApiErrorCode
  readonly needs: readonly [en: string, de: string]
}

const name_length_max = 200
const blank = (value: unknown) => typeof value === 'string' && value.trim() === ''
const isLong = (value: unknown) => typeof value === 'string' && [...value.trim()].length > name_length_max
const holdsLong = (value: unknown) => Array.isArray(value) && value.some(isLong)
const holdsObjects = (value: unknown) =>
  isObject(value)
    ? Object.values(value).some((item) => typeof item === 'object')
    : Array.isArray(value) && value.some((item) => typeof item === 'object')

const of_named_terms = [
  `ids or names of ${name_length_max} characters at most`,
  `IDs oder Namen mit höchstens ${name_length_max} Zeichen`,
] as const
const of_events: readonly Oddity[] = [
  {
    name: 'title',
    is: blank,
    code: 'empty_content',
    needs: ['a text that is not blank', 'einen Text, der nicht nur aus Leerzeichen besteht'],
  },
  {
    name: 'cost',
    is: holdsObjects,
    isHere: isObject,
    code: 'internal_server_error',
    needs: ['a text, a number or a list of these', 'einen Text, eine Zahl oder eine Liste davon'],
  },
  { name: 'categories', is: holdsObjects, isHere: holdsLong, code: 'internal_server_error', needs: of_named_terms },
  { name: 'tags', is: holdsObjects, isHere: holdsLong, code: 'internal_server_error', needs: of_named_terms },
]
const of_terms: readonly Oddity[] = [
  {
    name: 'name',
    is: blank,
    code: 'empty_term_name',
    needs: ['a text that is not blank', 'einen Text, der nicht nur aus Leerzeichen besteht'],
  },
  {
    name: 'name',
    is: isLong,
    code: 'db_insert_error',
    needs: [`${name_length_max} characters at most`, `höchstens ${name_length_max} Zeichen`],
  },
]

/**
 * What standard mode refuses by name. A flat object as cost and long names of new terms are odd here too. Source: D12.
 */
export function crashingInputsAmong(operation: Operation, values: Values): readonly ValidationError[] {
  return odditiesOf(operation)
    .filter(({ name, is, isHere }) => is(values[name]) || isHere?.(values[name]))
    .map(({ name, needs: [en, de] }) => ({
      name,
      mark: refused,
      check: check(en, de, () => refused),
      value: values[name],
    }))
}

/** What quirks mode crashes on, after the rights. Source: D12. */
export function refuseCrashing(operation: Operation, values: Values): void {
  const odd = odditiesOf(operation).find(({ name, is }) => is(values[name]))
  if (odd) throw new ApiError(odd.code)
}

function odditiesOf({ resource, verb }: Operation): readonly Oddity[] {
  if (verb !== 'create' && verb !== 'update') return []
  return resource === 'events' ? of_events : resource === 'categories' || resource === 'tags' ? of_terms : []
}
