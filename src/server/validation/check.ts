// What a check of a value is: it reads what was sent into what handlers work with, or says what the value needs to be.
import type { Json } from '../../base/json.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Text } from '../../base/text/language.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Given } from '../../spec/read.ts'
import { quirk } from '../quirks/quirks.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import type { Store } from '../storage/store.ts'

/** Says that a value is not usable. */
export const refused = Symbol('refused')
/** Says that a value is not of the declared type: such values are named once all others are usable. */
export const mistyped = Symbol('mistyped')
/** Says that a value is usable and means as much as none. */
export const ignored = Symbol('ignored')

/** A usable value, or one of the three marks above. */
export type CheckResult = Json | typeof refused | typeof mistyped | typeof ignored

/** What a check may look at beside its value. */
export interface CheckContext {
  readonly store: Store
  readonly settings: ServiceSettings
  readonly now: Instant
  readonly operation: Operation
  readonly given: Given
  readonly caller: Caller | undefined
}

export interface Check {
  /** The value as handlers read it, or one of the three marks above. */
  readonly read: (value: Json, context: CheckContext) => CheckResult
  /** The end of a sentence: `start_date needs …`. */
  readonly needs: Text
  /** A whole sentence instead, where no value would do. */
  readonly says?: Text
  /** A code of its own for `details`. */
  readonly code?: string
}

export function check(en: string, de: string, read: Check['read']): Check {
  return { read, needs: { en, de } }
}

/**
 * A value of another JSON type than the declared text, as that text, or mistyped where types are strict. Source: D16.
 */
export function textOfOther(value: number | boolean, { settings }: CheckContext): string | typeof mistyped {
  return quirk(settings, 'json_types_are_strict') ? mistyped : String(value)
}
