// A check of `cal doctor` with its result.
import type { ErrorCode } from '../../../base/errors.ts'
import type { Text } from '../../../base/text/language.ts'

export interface Finding {
  readonly check: Text
  readonly ok: boolean
  readonly found: Text
  /** Where something is to be done, or could be. */
  readonly advice?: Text
  /** How the program ends, where this is not ok. */
  readonly ends?: ErrorCode
}
