// Whether the service receives credentials: some web servers remove the header `Authorization`.
import { isLocalCalendar } from '../../../client/address/calendar-identity.ts'
import { CalError } from '../../../base/errors.ts'
import { openApi } from '../../run/session.ts'
import type { RunSettings, Session } from '../../core/session.ts'
import type { Finding } from './finding.ts'

/** A user that does not exist, so that the wrong password locks no account. */
const unknown_user = { kind: 'basic', user: 'cal-doctor', password: 'no-such-password' } as const

const check = { en: 'credentials', de: 'Zugangsdaten' }

/** Sends a request with a wrong password: a service that receives it rejects the request. No finding if unclear. */
export async function reachFindings(
  api_root: string,
  settings: RunSettings,
  session: Session,
): Promise<readonly Finding[]> {
  if (isLocalCalendar(api_root)) return []
  const status = await statusOfUnknownUser(settings, session)
  if (status === 401 || status === 403)
    return [
      {
        check,
        ok: true,
        found: {
          en: 'reach the service',
          de: 'kommen beim Dienst an: ein falsches Passwort wird abgelehnt',
        },
      },
    ]
  if (status === undefined || status >= 300) return []
  const signs_in = settings.credentials.kind === 'basic'
  return [
    {
      check,
      ok: !signs_in,
      found: {
        en: 'do not reach the service: a wrong password is accepted',
        de: 'ein falsches Passwort wird nicht abgelehnt: sie kommen beim Dienst nicht an',
      },
      advice: {
        en: 'the web server drops the Authorization header, or application passwords are disabled; for Apache, set CGIPassAuth On',
        de: 'der Server entfernt den Header Authorization, oder Anwendungspasswörter sind dort deaktiviert; bei Apache: CGIPassAuth On',
      },
      ...(signs_in ? { ends: 'not_allowed' as const } : {}),
    },
  ]
}

async function statusOfUnknownUser(settings: RunSettings, { runtime, language }: Session): Promise<number | undefined> {
  const silent = { runtime, language, note: async () => {} }
  try {
    const api = await openApi(
      silent,
      { ...settings, credentials: unknown_user, show_request: false, debug: false },
      'refuse',
    )
    try {
      return (await api.exchange({ method: 'GET', path: '/events', query: 'per_page=1', headers: {} })).status
    } finally {
      await api.close()
    }
  } catch (error) {
    if (error instanceof CalError) return undefined
    throw error
  }
}
