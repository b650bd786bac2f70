// `cal serve reset|snapshot|restore|requests`: control a calendar in memory, for tests.
import { usageError } from '../../../base/errors.ts'
import { type JsonObject, isObject, objectsOf } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { answerOf } from '../../../client/api/call.ts'
import type { CommandAction } from '../../types/command.ts'
import { streamOf } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'

export const reset: CommandAction = async (_, session) => {
  await requireDisposable(session)
  await controlRequest(session, 'POST', '/reset')
  await session.note(t('the calendar is back in its initial state'))
  return { kind: 'done' }
}

export const snapshot: CommandAction = async ({ operands: [name = ''] }, session) => {
  await controlRequest(session, 'PUT', `/snapshots/${stateNamed(name)}`)
  await session.note(t('snapshot {name} saved', { name }))
  return { kind: 'done' }
}

export const restoreSnapshot: CommandAction = async ({ operands: [name = ''] }, session) => {
  const state = stateNamed(name)
  await requireDisposable(session)
  await controlRequest(session, 'POST', `/snapshots/${state}`)
  await session.note(t('the calendar is back in the state of {name}', { name }))
  return { kind: 'done' }
}

export const requests: CommandAction = async (_, session) => {
  const { requests: seen } = await controlRequest(session, 'GET', '/requests')
  return {
    kind: 'records',
    records: streamOf(objectsOf(seen)),
    columns: ['number', 'time', 'method', 'path', 'query', 'status'],
  }
}

/**
 * Asks for confirmation before the current content is discarded, unless the profile is `disposable: true` (decision
 * 21).
 */
async function requireDisposable({ settings: { disposable, profile_name }, confirm }: Session): Promise<void> {
  if (disposable) return
  await confirm(
    t('Profile {profile_name} is not disposable. Discard the current content of its calendar?', {
      profile_name: String(profile_name),
    }),
  )
}

function stateNamed(name: string): string {
  if (/^[\w.-]{1,64}$/.test(name)) return name
  throw usageError(t('NAME needs up to 64 letters, digits, dots and dashes, not "{name}"', { name }))
}

/** Sends a request to the test control of the service. Errors: `usage` if it has none. */
async function controlRequest(session: Session, method: string, path: string): Promise<JsonObject> {
  const { exchange, api_root } = await session.open()
  const response = await exchange({ method, path: `/_cal${path}`, query: '', headers: {} })
  if (response.status === 404 && response.body.includes('rest_no_route'))
    throw usageError(
      t('{api_root} cannot return to an earlier state', { api_root }),
      t('use a calendar in memory: cal serve --data :memory:'),
    )
  const { value } = answerOf(response)
  return isObject(value) ? value : {}
}
