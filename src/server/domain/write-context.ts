// What every write knows beside the record and the values sent for it.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Language } from '../../base/text/language.ts'
import type { ServiceSettings } from './settings.ts'
import type { Caller } from './settings.ts'

export interface WriteContext {
  readonly settings: ServiceSettings
  readonly now: Instant
  readonly caller: Caller | undefined
  /** Of the sentences about its values. */
  readonly language: Language
}
