// `cal index` and `cal doc`: the index and the documentation of the interface.
import { call } from '../../../client/api/call.ts'
import type { CommandAction } from '../../core/command.ts'

export const showIndex: CommandAction = async ({ values }, session) => {
  const { exchange } = await session.open()
  return { kind: 'value', value: (await call(exchange, 'index', values)).value }
}

export const showDoc: CommandAction = async (_, session) => {
  const { exchange } = await session.open()
  return { kind: 'value', value: (await call(exchange, 'doc', {})).value }
}
