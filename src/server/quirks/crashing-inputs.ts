// Inputs that pass the checks of deployed services and then crash them.
import { isObject, type Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Given } from '../../spec/read.ts'
import { term_name_length_max } from '../../spec/resources.ts'
import { ApiError, type ApiErrorCode } from '../domain/api-error.ts'
import type { LinkedKind } from '../domain/records.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import { quirk } from './quirks.ts'

/** Values that standard mode refuses although they pass their check. */
export interface CrashingInput<T> {
  matches(value: T): boolean
  /** The accepted values, as the end of a sentence: `needs …`. */
  readonly needs: Text
  /** The 500 of quirks mode; undefined if deployed services accept the value and store another one. */
  readonly code?: ApiErrorCode
}

const isBlank = (text: string) => text.trim() === ''
const isLong = (text: string) => [...text.trim()].length > term_name_length_max
const holdsLong = (items: readonly Json[]) => items.some((item) => typeof item === 'string' && isLong(item))
const holdsObjects = (value: Json) =>
  (isObject(value) || Array.isArray(value)) && Object.values(value).some((item) => typeof item === 'object')

const not_blank = t('a text that is not blank')
const costs = t('a text, a number or a list of these')
const named_terms = t('ids or names of {term_name_length_max} characters at most', { term_name_length_max })

/** The crashing inputs of the fields of events and terms. Source: interface Q12. */
export const crashing = {
  title: [{ matches: isBlank, needs: not_blank, code: 'empty_content' }],
  cost: [
    { matches: holdsObjects, needs: costs, code: 'internal_server_error' },
    { matches: isObject, needs: costs },
  ],
  terms: [
    { matches: holdsObjects, needs: named_terms, code: 'internal_server_error' },
    { matches: holdsLong, needs: named_terms },
  ],
  term_name: [
    { matches: isBlank, needs: not_blank, code: 'empty_term_name' },
    {
      matches: isLong,
      needs: t('{term_name_length_max} characters at most', { term_name_length_max }),
      code: 'db_insert_error',
    },
  ],
} as const satisfies Readonly<Record<string, readonly CrashingInput<never>[]>>

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
