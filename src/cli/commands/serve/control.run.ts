// `cal serve reset|snapshot|restore|requests`: control a calendar in memory, for tests.
import { CalError } from '../../../base/errors.ts'
import { type JsonObject, isObject, objectsOf } from '../../../base/json.ts'
import { answerOf } from '../../../client/api/answer.ts'
import type { CommandAction } from '../../core/command.ts'
import type { Session } from '../../core/session.ts'

export const reset: CommandAction = async (_, session) => {
  await requireDisposable(session)
  await controlRequest(session, 'POST', '/reset')
  await session.note({
    en: 'the calendar is back in its initial state',
    de: 'der Kalender ist wieder im Anfangszustand',
  })
  return { kind: 'done' }
}

export const snapshot: CommandAction = async ({ operands: [name = ''] }, session) => {
  await controlRequest(session, 'PUT', `/snapshots/${stateNamed(name)}`)
  await session.note({ en: `snapshot ${name} saved`, de: `Snapshot ${name} gespeichert` })
  return { kind: 'done' }
}

export const restoreSnapshot: CommandAction = async ({ operands: [name = ''] }, session) => {
  const state = stateNamed(name)
  await requireDisposable(session)
  await controlRequest(session, 'POST', `/snapshots/${state}`)
  await session.note({
    en: `the calendar is back in the state of ${name}`,
    de: `der Kalender ist wieder auf dem Stand ${name}`,
  })
  return { kind: 'done' }
}

export const requests: CommandAction = async (_, session) => {
  const { requests: seen } = await controlRequest(session, 'GET', '/requests')
  const records = objectsOf(seen)
  return {
    kind: 'records',
    records: (async function* () {
      yield* records
    })(),
    columns: ['number', 'time', 'method', 'path', 'query', 'status'],
  }
}

/**
 * Asks for confirmation before the current content is discarded, unless the profile is `disposable: true` (decision
 * 24).
 */
async function requireDisposable({ settings: { disposable, profile_name }, confirm }: Session): Promise<void> {
  if (disposable) return
  await confirm({
    en: `Profile ${profile_name} is not disposable. Discard the current content of its calendar?`,
    de: `Profil ${profile_name} ist nicht als disposable gekennzeichnet. Aktuellen Inhalt des Kalenders verwerfen?`,
  })
}

function stateNamed(name: string): string {
  if (/^[\w.-]{1,64}$/.test(name)) return name
  throw new CalError('usage', {
    en: `NAME needs up to 64 letters, digits, dots and dashes, not "${name}"`,
    de: `NAME erwartet bis zu 64 Buchstaben, Ziffern, Punkte und Striche, nicht „${name}“`,
  })
}

/** Sends a request to the test control of the service. Errors: `usage` if it has none. */
async function controlRequest(session: Session, method: string, path: string): Promise<JsonObject> {
  const { exchange, api_root } = await session.open()
  const response = await exchange({ method, path: `/_cal${path}`, query: '', headers: {} })
  if (response.status === 404 && response.body.includes('rest_no_route')) throw noTestControl(api_root)
  const { value } = answerOf(response)
  return isObject(value) ? value : {}
}

function noTestControl(api_root: string): CalError {
  return new CalError(
    'usage',
    {
      en: `${api_root} cannot return to an earlier state`,
      de: `${api_root} kann nicht zurückgesetzt werden`,
    },
    {
      hint: {
        en: 'use a calendar in memory: cal serve --data :memory:',
        de: 'möglich ist das nur bei einem Kalender, der nicht gespeichert wird: cal serve --data :memory:',
      },
    },
  )
}
