// The error with which work is refused.
import { CalError } from '../../src/base/errors.ts'

/** `code: text; hint`, or `done` for work that succeeds. Other errors are thrown. */
export function refusalOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof CalError)) throw error
      return `${error.code}: ${error.text.en}${error.hint ? `; ${error.hint.en}` : ''}`
    },
  )
}
