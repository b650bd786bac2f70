// The context of writes and lists.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Language } from '../../base/text/language.ts'
import type { ServiceSettings } from './settings.ts'
import type { Caller } from './settings.ts'

export interface WriteContext {
  readonly settings: ServiceSettings
  readonly now: Instant
  readonly caller: Caller | undefined
  /** The language of error messages. */
  readonly language: Language
}
