// `cal KIND get TARGET…`: shows one or more records.
import { CalError, type ErrorCode } from '../../../base/errors.ts'
import { sameText, t } from '../../../base/text/language.ts'
import { blankPlacesNote, blankPlacesOf } from '../../../client/api/protected-records.ts'
import { getRecord } from '../../../client/api/records.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { CommandAction } from '../../types/command.ts'
import { targetsOf } from '../../arguments/targets.ts'
import type { Session } from '../../types/session.ts'
import { targets as target_operand, type web } from '../shared-flags.ts'

export function getOf(plural: Plural): CommandAction<typeof web> {
  return async ({ operands, values, options }, session) => {
    if (operands.length === 0) throw targetMissing(plural)
    const { exchange } = await session.open()
    const targets = await targetsOf(operands, plural, session)
    const get = async ({ target }: (typeof targets)[number]) => {
      const record = await getRecord(exchange, plural, target, { query: values })
      const hidden = plural === 'events' ? blankPlacesNote(new Set(blankPlacesOf(record))) : undefined
      if (hidden) await session.note(hidden)
      if (options.web === true) await (await import('../../prompts/open-browser.ts')).openBrowser(record.url, session)
      return record
    }
    const { columns } = resources[plural]
    const [only] = targets
    if (options.web === true && session.format === undefined) {
      const opened = forEachItem(targets, get, session)
      for await (const _ of opened.results);
      return { kind: 'done', ...(opened.exit ? { exit: opened.exit } : {}) }
    }
    if (only && targets.length === 1) return { kind: 'record', record: await get(only), columns, shown_as: { plural } }
    const gotten = forEachItem(targets, get, session)
    return {
      kind: 'records',
      records: gotten.results,
      columns,
      shown_as: { plural },
      get exit() {
        return gotten.exit
      },
    }
  }
}

function targetMissing(plural: Plural): CalError {
  return new CalError('usage', t('TARGET is missing: {meaning}', { meaning: target_operand.description }), {
    hint: sameText(`cal ${plural} get --help`),
  })
}

interface ItemResults<R> {
  readonly results: AsyncIterable<R>
  /** The exit code, known when all results are read. */
  readonly exit: ErrorCode | undefined
}

/** If there is only one item, its error is thrown; otherwise errors are reported, and `exit` is `some_failed`. */
function forEachItem<T, R>(items: readonly T[], work: (item: T) => Promise<R>, session: Session): ItemResults<R> {
  let failed = 0
  async function* results(): AsyncGenerator<R, void, void> {
    for (const item of items) {
      try {
        yield await work(item)
      } catch (error) {
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
