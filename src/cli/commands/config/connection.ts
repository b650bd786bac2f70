// Checks of the connection by `cal doctor`: encryption, the expiry of the certificate, and whether credentials reach
// the service, since some web servers drop the Authorization header.
import { failed, type Finding, passed } from '../../../base/finding.ts'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { type Day, dayOf, daysBetween } from '../../../base/dates/days.ts'
import { dayOfCertificateDate } from '../../../base/dates/machine-dates.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { CalError } from '../../../base/errors.ts'
import { eachLanguage, t } from '../../../base/text/language.ts'
import { isLocalCalendar } from '../../../client/address/api-root.ts'
import { networkError, networkErrorText } from '../../../client/transport/network-errors.ts'
import { proxySettingsFor } from '../../../client/transport/proxy.ts'
import { TimeoutError } from '../../../client/transport/response.ts'
import { isLoopback } from '../../../spec/addresses.ts'
import type { RunSettings, Session } from '../../types/session.ts'
import { openApi } from '../../session/session.ts'

const encryption_check = t('encryption')
/** Below this, a certificate is reported as expiring soon. */
const days_left_min = 14

/** Errors: `unreachable` if there is no TLS connection. */
export async function encryptionFinding(api_root: string, { runtime, settings }: Session): Promise<Finding> {
  if (!URL.canParse(api_root) || api_root.startsWith('file:'))
    return passed(encryption_check, t('not needed: a local file'))
  const url = new URL(api_root)
  if (url.protocol === 'http:') return plainFinding(url)
  if (proxySettingsFor(url, runtime.env) !== undefined)
    return passed(encryption_check, t('TLS; a proxy is set, so the certificate was not checked'))
  const { protocol, valid_until = '?', distrust } = await certificateOf(url, settings)
  if (distrust !== undefined) {
    const reason = networkErrorText(Object.assign(new Error(distrust), { code: distrust }))
    return failed(
      encryption_check,
      eachLanguage((language) => `${protocol}: ${reason[language]}`),
      { exit: 'unreachable', advice: t('if you trust it, set NODE_EXTRA_CA_CERTS=FILE') },
    )
  }
  const found = t('{protocol}, certificate valid until {valid_until}', { protocol, valid_until })
  const ends_soon = valid_until !== '?' && daysBetween(dayOf(wallAt(runtime.now(), 'UTC')), valid_until) < days_left_min
  const advice = ends_soon ? t('the certificate expires soon and must be renewed on the server') : undefined
  return passed(encryption_check, found, advice)
}

function plainFinding({ hostname }: URL): Finding {
  if (isLoopback(hostname)) return passed(encryption_check, t('plain HTTP on this machine'))
  return passed(encryption_check, t('plain HTTP'), t('anyone on the network can read the traffic: use https'))
}

/** A user that does not exist, so that the wrong password doesn't lock an account. */
const unknown_user = { kind: 'basic', user: 'cal-doctor', password: 'no-such-password' } as const

const credentials_check = t('credentials')

/** Sends a request with a wrong password, which a service rejects if it receives it. Empty if the result is unclear. */
export async function reachFindings(
  api_root: string,
  settings: RunSettings,
  session: Session,
): Promise<readonly Finding[]> {
  if (isLocalCalendar(api_root)) return []
  const status = await statusOfUnknownUser(settings, session)
  if (status === 401 || status === 403) return [passed(credentials_check, t('reach the service'))]
  if (status === undefined || status >= 300) return []
  const signs_in = settings.credentials.kind === 'basic'
  const found = t('do not reach the service: a wrong password is accepted')
  const advice = t(
    'the web server drops the Authorization header, or application passwords are disabled; for Apache, set CGIPassAuth On',
  )
  return [
    signs_in
      ? failed(credentials_check, found, { exit: 'not_allowed', advice })
      : passed(credentials_check, found, advice),
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

interface Certificate {
  /** `TLSv1.3` */
  readonly protocol: string
  readonly valid_until: Day | undefined
  /** Why the certificate is not trusted, as a code of Node; undefined if it is trusted. */
  readonly distrust: string | undefined
}

/** Errors: `unreachable` if no TLS connection can be established. */
export function certificateOf(
  { hostname, port, origin }: URL,
  { timeout_ms }: { readonly timeout_ms: number },
): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // An untrusted certificate is reported, not rejected: nothing is sent over this connection.
    const socket = connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false,
      timeout: timeout_ms,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    })
    const fail = (cause: unknown) => {
      socket.destroy()
      reject(networkError(cause, { origin, timeout_ms, method: 'GET' }))
    }
    socket.once('error', fail)
    socket.once('timeout', () => fail(new TimeoutError()))
    socket.once('secureConnect', () => {
      resolve(certificateIn(socket))
      socket.destroy()
    })
  })
}

function certificateIn(socket: TLSSocket): Certificate {
  const { authorized, authorizationError } = socket
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    valid_until: dayOfCertificateDate(socket.getPeerCertificate().valid_to ?? ''),
    distrust: authorized ? undefined : codeOf(authorizationError),
  }
}

/** Node declares an Error, but sets a code. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
