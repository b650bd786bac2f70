// Runs an action on several records: an error is reported, and the next record follows.
import { CalError, type ErrorCode } from '../../base/errors.ts'
import { DryRunStop } from '../core/command.ts'
import type { Session } from '../core/session.ts'

export interface ItemResults<R> {
  readonly results: AsyncIterable<R>
  /** The exit code, known when all results are read. */
  readonly ends: ErrorCode | undefined
}

/** The error of a single item becomes the error of the command; with several the command ends with `some_failed`. */
export function forEachItem<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  session: Session,
): ItemResults<R> {
  let failed = 0
  async function* results(): AsyncGenerator<R, void, void> {
    for (const item of items) {
      try {
        yield await work(item)
      } catch (error) {
        if (error instanceof DryRunStop) continue
        if (!(error instanceof CalError) || items.length === 1 || session.runtime.signal.aborted) throw error
        failed += 1
        await session.reportError(error)
      }
    }
  }
  return {
    results: results(),
    get ends() {
      return failed > 0 ? 'some_failed' : undefined
    },
  }
}
