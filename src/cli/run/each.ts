// Runs the same action on several records: a failure is reported, and the next record follows.
import { CalError, type ErrorCode } from '../../base/errors.ts'
import { DryRunStop } from '../core/command.ts'
import type { Session } from '../core/session.ts'

export interface EachOptions<R> {
  readonly results: AsyncIterable<R>
  /** How it ended, known when all results are read. */
  readonly ends: ErrorCode | undefined
}

/** With a single item its failure is the command's own; with several the command ends with `some_failed`. */
export function each<T, R>(items: readonly T[], work: (item: T) => Promise<R>, session: Session): EachOptions<R> {
  let failed = 0
  async function* results(): AsyncGenerator<R, void, void> {
    for (const item of items) {
      try {
        yield await work(item)
      } catch (error) {
        if (error instanceof DryRunStop) continue
        if (!(error instanceof CalError) || items.length === 1 || session.runtime.signal.aborted) throw error
        failed += 1
        await session.complain(error)
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
