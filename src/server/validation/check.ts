// Checks of values: a check converts a sent value for handlers, or describes the accepted values.
import type { Json } from '../../base/json.ts'
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Text } from '../../base/text/language.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Given } from '../../spec/read.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import { quirk } from '../quirks/quirks.ts'
import type { Store } from '../storage/store.ts'

/** The value is refused. */
export const refused = Symbol('refused')
/** The value is not of the declared type; such values are reported only if no value is refused. */
export const mistyped = Symbol('mistyped')
/** The value counts as not sent. */
export const ignored = Symbol('ignored')

export type Mark = typeof refused | typeof mistyped | typeof ignored

/** What a check uses besides its value. */
export interface CheckContext {
  readonly store: Store
  readonly settings: ServiceSettings
  readonly now: Instant
  readonly operation: Operation
  readonly given: Given
  readonly caller: Caller | undefined
}

export interface Check<T = unknown> {
  /** A promise if it looks up records. */
  readonly read: (value: Json, context: CheckContext) => T | Mark | Promise<T | Mark>
  /** The end of a sentence: `start_date needs …`. */
  readonly needs: Text
  /** The whole sentence, for parameters that accept no value. */
  readonly says?: Text
  /** The code in `details`. */
  readonly code?: string
}

/** The checks of a set of values, by name. */
export type Checks<V> = { readonly [N in keyof V]-?: Check<Exclude<V[N], undefined>> }

export function check<T>(en: string, de: string, read: Check<T>['read']): Check<T> {
  return { read, needs: { en, de } }
}

/** A number or boolean for a declared text: that text, or mistyped where types are strict. Source: interface Q16. */
export function textOfOther(value: number | boolean, { settings }: CheckContext): string | typeof mistyped {
  return quirk(settings, 'json_types_are_strict') ? mistyped : String(value)
}
