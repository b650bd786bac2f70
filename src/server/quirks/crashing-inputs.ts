// Inputs that pass the checks of deployed services and then crash them.
import { isObject, type Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Given } from '../../spec/read.ts'
import { ApiError, type ApiErrorCode } from '../domain/api-error.ts'
import type { LinkedKind } from '../domain/records.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import type { OperationInput } from '../domain/values.ts'
import { check, refused, type ValidationError } from '../validation/check.ts'
import { quirk } from './quirks.ts'

/** How to read the values that can crash a deployed service. */
const inputs = {
  title: (values: OperationInput) => ('title' in values ? values.title : undefined),
  cost: (values: OperationInput) => ('cost' in values ? values.cost : undefined),
  categories: (values: OperationInput) => ('categories' in values ? values.categories : undefined),
  tags: (values: OperationInput) => ('tags' in values ? values.tags : undefined),
  name: (values: OperationInput) => ('name' in values ? values.name : undefined),
} as const satisfies Readonly<Record<string, (values: OperationInput) => Json | undefined>>

interface CrashingInput {
  readonly name: keyof typeof inputs
  readonly crashes: (value: Json | undefined) => boolean
  /** Whether deployed services accept the value but store another one; standard mode refuses it too. */
  readonly isAltered?: (value: Json | undefined) => boolean
  readonly code: ApiErrorCode
  readonly needs: Text
}

/** In characters; longer names of terms are errors. */
export const term_name_length_max = 200
const isBlank = (value: Json | undefined) => typeof value === 'string' && value.trim() === ''
const isLong = (value: Json | undefined) => typeof value === 'string' && [...value.trim()].length > term_name_length_max
const holdsLong = (value: Json | undefined) => Array.isArray(value) && value.some(isLong)
const holdsObjects = (value: Json | undefined) =>
  isObject(value)
    ? Object.values(value).some((item) => typeof item === 'object')
    : Array.isArray(value) && value.some((item) => typeof item === 'object')

const of_named_terms = t('ids or names of {term_name_length_max} characters at most', { term_name_length_max })
const of_events: readonly CrashingInput[] = [
  {
    name: 'title',
    crashes: isBlank,
    code: 'empty_content',
    needs: t('a text that is not blank'),
  },
  {
    name: 'cost',
    crashes: holdsObjects,
    isAltered: isObject,
    code: 'internal_server_error',
    needs: t('a text, a number or a list of these'),
  },
  {
    name: 'categories',
    crashes: holdsObjects,
    isAltered: holdsLong,
    code: 'internal_server_error',
    needs: of_named_terms,
  },
  { name: 'tags', crashes: holdsObjects, isAltered: holdsLong, code: 'internal_server_error', needs: of_named_terms },
]
const of_terms: readonly CrashingInput[] = [
  {
    name: 'name',
    crashes: isBlank,
    code: 'empty_term_name',
    needs: t('a text that is not blank'),
  },
  {
    name: 'name',
    crashes: isLong,
    code: 'db_insert_error',
    needs: t('{term_name_length_max} characters at most', { term_name_length_max }),
  },
]

/** The errors of standard mode for values that would crash a deployed service. Source: interface Q12. */
export function crashingInputsAmong(
  operation: Operation,
  values: OperationInput,
  given: Given,
): readonly ValidationError[] {
  return crashingInputsOf(operation)
    .filter(({ name, crashes, isAltered }) => {
      const value = inputs[name](values)
      return crashes(value) || isAltered?.(value)
    })
    .map(({ name, needs }) => ({
      name,
      mark: refused,
      check: check(needs, () => refused),
      value: given[name],
    }))
}

/**
 * Throws the error of quirks mode for such values; called after the check of rights. Errors: 500. Source: interface
 * Q12.
 */
export function refuseCrashing(operation: Operation, values: OperationInput): void {
  const crashing = crashingInputsOf(operation).find(({ name, crashes }) => crashes(inputs[name](values)))
  if (crashing) throw new ApiError(crashing.code)
}

function crashingInputsOf({ resource, verb }: Operation): readonly CrashingInput[] {
  if (verb !== 'create' && verb !== 'update') return []
  return resource === 'events' ? of_events : resource === 'categories' || resource === 'tags' ? of_terms : []
}

/**
 * Refuses forms of linked data that quirks mode does not accept.
 *
 * Errors: 400 `could-not-create-venue`, `could-not-create-organizer`; with that of an organizer, what was already
 * written is kept.
 * Source: interface Q7.
 */
export function refuseForm(kind: LinkedKind, given: Given, settings: Pick<ServiceSettings, 'mode'>): void {
  if (isUnusable[kind](given[kind]) && quirk(settings, 'linked_data_takes_few_forms'))
    throw new ApiError(`could-not-create-${kind}`, { keepsWrites: kind === 'organizer' })
}

const isUnusable = {
  venue: (sent: Json | undefined) => isSeveral(sent) || (Array.isArray(sent) && sent.length > 0),
  organizer: (sent: Json | undefined) =>
    isSeveral(sent) || (isObject(sent) && Object.keys(sent).some((key) => key !== 'id')),
} as const

function isSeveral(value: Json | undefined): boolean {
  return typeof value === 'string' && value.includes(',')
}
