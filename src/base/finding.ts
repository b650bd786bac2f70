// What a check of `cal doctor` found.
import type { ErrorCode } from './errors.ts'
import type { Text } from './text/language.ts'

export interface Finding {
  readonly check: Text
  readonly ok: boolean
  readonly found: Text
  /** A remedy or an improvement. */
  readonly advice?: Text | undefined
  /** The exit code if the check failed. */
  readonly exit?: ErrorCode
}

export function passed(check: Text, found: Text, advice?: Text): Finding {
  return { check, ok: true, found, ...(advice && { advice }) }
}

export function failed(check: Text, found: Text, { advice, exit }: Pick<Partial<Finding>, 'advice' | 'exit'>): Finding {
  return { check, ok: false, found, ...(advice && { advice }), ...(exit && { exit }) }
}
