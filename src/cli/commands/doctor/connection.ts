// Checks of the connection by `cal doctor`: encryption, the expiry of the certificate, and whether credentials reach
// the service, since some web servers drop the Authorization header.
import { dayOf, daysBetween } from '../../../base/dates/days.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { CalError, type ErrorCode } from '../../../base/errors.ts'
import type { Text } from '../../../base/text/language.ts'
import { isLocalCalendar } from '../../../client/address/calendar-identity.ts'
import { certificateOf } from '../../../client/transport/certificate.ts'
import { networkErrorText } from '../../../client/transport/network-errors.ts'
import { isLoopback, proxySettingsFor } from '../../../client/transport/proxy.ts'
import type { RunSettings, Session } from '../../core/session.ts'
import { openApi } from '../../run/session.ts'

export interface Finding {
  readonly check: Text
  readonly ok: boolean
  readonly found: Text
  /** What to do about it. */
  readonly advice?: Text
  /** The exit code if the check failed. */
  readonly exit?: ErrorCode
}

const encryption_check = { en: 'encryption', de: 'Verschlüsselung' }
/** Below this, a certificate is reported as expiring soon. */
const days_left_min = 14

/** Errors: `unreachable` if there is no TLS connection. */
export async function encryptionFinding(api_root: string, { runtime, settings }: Session): Promise<Finding> {
  if (!URL.canParse(api_root) || api_root.startsWith('file:'))
    return {
      check: encryption_check,
      ok: true,
      found: { en: 'not needed: a local file', de: 'nicht nötig: eine Datei auf diesem Rechner' },
    }
  const url = new URL(api_root)
  if (url.protocol === 'http:') return plainFinding(url)
  if (proxySettingsFor(url, runtime.env) !== undefined)
    return {
      check: encryption_check,
      ok: true,
      found: {
        en: 'TLS; a proxy is set, so the certificate was not checked',
        de: 'TLS; ein Proxy ist eingestellt, daher wurde das Zertifikat nicht geprüft',
      },
    }
  const { protocol, valid_until = '?', distrust } = await certificateOf(url, settings)
  if (distrust !== undefined) {
    const reason = networkErrorText(Object.assign(new Error(distrust), { code: distrust }))
    return {
      check: encryption_check,
      ok: false,
      found: { en: `${protocol}: ${reason.en}`, de: `${protocol}: ${reason.de}` },
      exit: 'unreachable',
      advice: {
        en: 'if you trust it, set NODE_EXTRA_CA_CERTS=FILE',
        de: 'falls es vertrauenswürdig ist: NODE_EXTRA_CA_CERTS=DATEI',
      },
    }
  }
  const found = {
    en: `${protocol}, certificate valid until ${valid_until}`,
    de: `${protocol}, Zertifikat gültig bis ${valid_until}`,
  }
  const ends_soon = valid_until !== '?' && daysBetween(dayOf(wallAt(runtime.now(), 'UTC')), valid_until) < days_left_min
  return ends_soon
    ? {
        check: encryption_check,
        ok: true,
        found,
        advice: {
          en: 'the certificate expires soon and must be renewed on the server',
          de: 'das Zertifikat läuft bald ab und muss auf dem Server erneuert werden',
        },
      }
    : { check: encryption_check, ok: true, found }
}

function plainFinding({ hostname }: URL): Finding {
  if (isLoopback(hostname))
    return {
      check: encryption_check,
      ok: true,
      found: { en: 'plain HTTP on this machine', de: 'unverschlüsseltes HTTP, auf diesem Rechner' },
    }
  return {
    check: encryption_check,
    ok: true,
    found: { en: 'plain HTTP', de: 'unverschlüsseltes HTTP' },
    advice: {
      en: 'anyone on the network can read the traffic: use https',
      de: 'die Übertragung kann mitgelesen werden: https verwenden',
    },
  }
}

/** A user that does not exist, so that the wrong password doesn't lock an account. */
const unknown_user = { kind: 'basic', user: 'cal-doctor', password: 'no-such-password' } as const

const credentials_check = { en: 'credentials', de: 'Zugangsdaten' }

/** Sends a request with a wrong password, which a service rejects if it receives it. Empty if the result is unclear. */
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
        check: credentials_check,
        ok: true,
        found: {
          en: 'reach the service',
          de: 'erreichen den Dienst',
        },
      },
    ]
  if (status === undefined || status >= 300) return []
  const signs_in = settings.credentials.kind === 'basic'
  return [
    {
      check: credentials_check,
      ok: !signs_in,
      found: {
        en: 'do not reach the service: a wrong password is accepted',
        de: 'erreichen den Dienst nicht: ein falsches Passwort wird akzeptiert',
      },
      advice: {
        en:
          'the web server drops the Authorization header, or application passwords are disabled; ' +
          'for Apache, set CGIPassAuth On',
        de:
          'der Server entfernt den Header Authorization, oder Anwendungspasswörter sind dort deaktiviert; ' +
          'bei Apache: CGIPassAuth On',
      },
      ...(signs_in ? { exit: 'not_allowed' as const } : {}),
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
