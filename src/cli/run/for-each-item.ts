// Runs an action on several items; after an error it is reported, and the next item is processed.
import { CalError, type ErrorCode } from '../../base/errors.ts'
import { DryRunStop } from '../core/command.ts'
import type { Session } from '../core/session.ts'

export interface ItemResults<R> {
  readonly results: AsyncIterable<R>
  /** The exit code, known when all results are read. */
  readonly exit: ErrorCode | undefined
}

/** If there is only one item, its error is thrown; otherwise errors are reported, and `exit` is `some_failed`. */
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
    get exit() {
      return failed > 0 ? 'some_failed' : undefined
    },
  }
}
