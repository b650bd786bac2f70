// `cal KIND get TARGET…`: shows one or more records.
import { CalError } from '../../../base/errors.ts'
import { sameText, t } from '../../../base/text/language.ts'
import { blankPlacesNote, blankPlacesOf } from '../../../client/api/protected-records.ts'
import { getRecord } from '../../../client/api/records.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { CommandAction } from '../../core/command.ts'
import { forEachItem } from '../../run/for-each-item.ts'
import { targetsOf } from '../../arguments/targets.ts'
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
  return new CalError('usage', t('TARGET is missing: {meaning}', { meaning: target_operand.meaning }), {
    hint: sameText(`cal ${plural} get --help`),
  })
}
