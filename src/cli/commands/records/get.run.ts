// `cal KIND get TARGET…`: shows one or more records.
import type { JsonObject } from '../../../base/json.ts'
import { blankPlacesNote, blankPlacesOf } from '../../../client/api/protected-records.ts'
import { getRecord, type RecordTarget } from '../../../client/api/records.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { CommandAction } from '../../types/command.ts'
import { targetsOf } from '../../arguments/targets.ts'
import type { web } from '../shared-flags.ts'
import { readingEach, targetMissing } from './selected-records.ts'

export function getOf(plural: Plural): CommandAction<typeof web> {
  return async ({ operands, values, options }, session) => {
    if (operands.length === 0) throw targetMissing(plural, 'get')
    const { exchange } = await session.open()
    const targets = (await targetsOf(operands, plural, session)).map(({ target }) => target)
    const get = async (target: RecordTarget): Promise<JsonObject> => {
      const record = await getRecord(exchange, plural, target, { query: values })
      const hidden = plural === 'events' ? blankPlacesNote(new Set(blankPlacesOf(record))) : undefined
      if (hidden) await session.note(hidden)
      if (options.web === true) await (await import('../../prompts/open-browser.ts')).openBrowser(record.url, session)
      return record
    }
    const { columns } = resources[plural]
    const reading = readingEach(targets, get, session)
    const exit = () => (reading.unread > 0 ? ('some_failed' as const) : undefined)
    if (options.web === true && session.format === undefined) {
      for await (const _ of reading.records);
      return { kind: 'done', exit: exit() }
    }
    const [only] = targets
    if (only && targets.length === 1) return { kind: 'record', record: await get(only), columns, shown_as: { plural } }
    return {
      kind: 'records',
      records: reading.records,
      columns,
      shown_as: { plural },
      get exit() {
        return exit()
      },
    }
  }
}
