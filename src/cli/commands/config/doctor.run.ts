// `cal doctor`: checks configuration, connection and the answers of the service. Of the connection: encryption, the
// expiry of the certificate, and whether credentials reach the service, since some web servers drop the Authorization
// header.
import { failed, type Finding, passed } from '../../../base/finding.ts'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { locationOf } from '../../../base/database-url.ts'
import { dayOfCertificateDate, instantOfHttpDate } from '../../../base/dates/machine-dates.ts'
import { CalError, errorCode } from '../../../base/errors.ts'
import type { Exchange, Headers } from '../../../base/exchange.ts'
import { isObject, type Json } from '../../../base/json.ts'
import { eachLanguage, sameText, t, type Text } from '../../../base/text/language.ts'
import { withoutPasswords } from '../../../base/text/untrusted-text.ts'
import { isLocalCalendar, localNameOf } from '../../../client/address/api-root.ts'
import { call } from '../../../client/api/call.ts'
import { getPage, withAnyDate } from '../../../client/api/pages.ts'
import { examineStorage } from '../../../client/open.ts'
import type { Credentials } from '../../../client/transport/credentials.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { global_options } from '../../arguments/options.ts'
import { calendarFileOf, calendarLocationOf } from '../../session/calendar-address.ts'
import { configurationOf } from '../../config/configuration.ts'
import type { CommandAction, CommandInput } from '../../types/command.ts'
import { type OutcomeItem, type OutputPage, streamOf } from '../../types/outcome.ts'
import type { RunSettings, Session } from '../../types/session.ts'
import { withAccessHint } from '../../output/error-hints.ts'
import { fieldText } from '../../output/table/lines.ts'
import { openApi } from '../../session/session.ts'
import { runSettingsOf } from '../../session/settings.ts'
import type { doctor_options } from './config.ts'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { type Day, dayOf, daysBetween } from '../../../base/dates/days.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { networkError, networkErrorText } from '../../../client/transport/network-errors.ts'
import { proxySettingsFor } from '../../../client/transport/proxy.ts'
import { TimeoutError } from '../../../client/transport/response.ts'
import { isLoopback } from '../../../spec/addresses.ts'

type DoctorRows = typeof doctor_options & Pick<typeof global_options, 'api_root'>

export const doctor: CommandAction<DoctorRows> = async (input, session) => {
  const { data } = input.options
  const location =
    data === undefined ? undefined : calendarLocationOf(calendarFileOf(input.options) ?? data, session.runtime)
  let findings: readonly Finding[] = []
  try {
    for await (const finding of location ? storageFindings(location) : calendarFindings(input, session))
      findings = [...findings, finding]
  } catch (caught) {
    // An error skips the later checks.
    const error = withAccessHint(caught, session.settings)
    if (!(error instanceof CalError)) throw error
    const { code, text, hint } = error
    const wrong = failed(checks[code] ?? t('service'), text, { exit: code, advice: hint })
    // A wrong address is not reported as right before its error.
    findings = [...findings.filter(({ check }) => check.en !== wrong.check.en), wrong]
  }
  const { language } = session
  const records: OutcomeItem[] = findings.map(({ check, ok, found, advice }) => ({
    check: check[language],
    ok,
    found: found[language],
    advice: advice?.[language] ?? null,
  }))
  const first = findings.find(({ ok }) => !ok)
  return {
    kind: 'view',
    records: streamOf(records),
    columns: ['check', 'ok', 'found', 'advice'],
    render: (page) => formatFindings(findings, page),
    ...(first ? { exit: first.exit ?? 'configuration' } : {}),
  }
}

function formatFindings(findings: readonly Finding[], page: OutputPage): string {
  const { language } = page
  const fields = findings.map(({ check, ok, found, advice }) => ({
    name: `${ok ? 'ok' : '!!'}  ${check[language]}`,
    text: advice ? `${found[language]}\n→ ${advice[language]}` : found[language],
  }))
  return fieldText(fields, { ...page, color: false })
}

/** Checks of a database file or a database server: `--data`. */
async function* storageFindings({ data, name }: ReturnType<typeof calendarLocationOf>): AsyncIterable<Finding> {
  yield addressFinding(name)
  yield* await examineStorage(data)
}

/** Checks of the configured calendar: address, encryption, service. */
async function* calendarFindings({ options }: CommandInput, session: Session): AsyncIterable<Finding> {
  const { runtime } = session
  yield await shellFinding(session)
  const configuration = await configurationOf(options, runtime)
  const settings = await runSettingsOf(options, runtime, configuration)
  const { api_root } = configuration.values
  if (api_root) yield addressFinding(`${settings.api_root} (${api_root.origin.where})`)
  const api = await openApi(session, settings, 'refuse')
  try {
    const data = dataOf(settings, session)
    if (data !== undefined) yield* await examineStorage(data)
    const encryption = settings.database === undefined ? await encryptionFinding(api.api_root, session) : undefined
    if (encryption) yield encryption
    if (encryption?.ok === false) return
    const { credentials } = settings
    yield* await serviceFindings(api.exchange, { credentials, now: runtime.now })
    yield* await reachFindings(api.api_root, settings, session)
  } finally {
    await api.close()
  }
}

function addressFinding(address: string): Finding {
  return passed(t('api root'), sameText(withoutPasswords(address)))
}

/** The path or the address of the database; undefined for a service. */
function dataOf({ api_root = '', database }: RunSettings, { runtime }: Session): string | undefined {
  return database ?? (isLocalCalendar(api_root) ? locationOf(localNameOf(api_root), runtime.cwd) : undefined)
}

const checks: Readonly<Record<string, Text>> = {
  usage: t('api root'),
  configuration: t('configuration'),
  unreachable: t('connection'),
  not_allowed: t('rights'),
}

async function shellFinding({ runtime }: Session): Promise<Finding> {
  const check = t('cal in PATH')
  const found = await Promise.all(
    (runtime.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => folder !== '')
      .map(async (folder) => {
        const file = join(folder, 'cal')
        return (await access(file, constants.X_OK).then(
          () => true,
          () => false,
        ))
          ? file
          : undefined
      }),
  )
  const first = found.find((file) => file !== undefined)
  if (first === undefined) return passed(check, t('none: this one was started by its path'))
  if (!/^\/(usr\/)?bin\/cal$/.test(first)) return passed(check, sameText(first))
  return passed(
    check,
    t('{first}, the calendar program of the system', { first }),
    t('use calctl, or put the folder of this cal first in PATH'),
  )
}

const clock_difference_max_s = 120

/** Errors: those of the service. */
async function serviceFindings(
  exchange: Exchange,
  { credentials, now }: { readonly credentials: Credentials; now(): number },
): Promise<readonly Finding[]> {
  const { value, headers } = await call(exchange, 'index', {})
  const described = await call(exchange, 'doc', {}).then(
    (answer) => versionOf(answer.value),
    (error) => {
      if (error instanceof CalError) return ''
      throw error
    },
  )
  const writable: string[] = []
  for (const { plural } of Object.values(resources)) {
    const answer = await call(exchange, `${plural}.list`, { per_page: 1 })
    if (/\bPOST\b/.test(answer.headers.allow ?? '')) writable.push(plural)
  }
  return [
    interfaceFinding(value, described),
    await releaseFinding(exchange),
    userFinding(credentials),
    rightsFinding(writable, credentials),
    clockFinding(headers, now()),
  ]
}

function interfaceFinding(value: Json | undefined, described: string): Finding {
  const namespace = isObject(value) && typeof value.namespace === 'string' ? value.namespace : '?'
  const routes = isObject(value) && isObject(value.routes) ? Object.keys(value.routes).length : 0
  return passed(
    t('interface'),
    t('{namespace}, {routes} {routes|route|routes}{described}', { namespace, routes, described }),
  )
}

/** The title and version of the service's OpenAPI description; empty if it has none. */
function versionOf(value: Json | undefined): string {
  const info = isObject(value) && isObject(value.info) ? value.info : {}
  return typeof info.version === 'string'
    ? `, ${[info.title, info.version].filter((part) => typeof part === 'string').join(' ')}`
    : ''
}

function userFinding(credentials: Credentials): Finding {
  const check = t('user')
  if (credentials.kind === 'none') return passed(check, t('not signed in'))
  const who = credentials.kind === 'basic' ? credentials.user : credentials.kind
  return passed(check, t('signed in as {who}', { who }))
}

function rightsFinding(writable: readonly string[], { kind }: Credentials): Finding {
  const check = t('rights')
  const all = writable.length === Object.keys(resources).length
  const found: Text =
    writable.length === 0
      ? t('read')
      : all
        ? t('read and write')
        : t('read; write {writable}', { writable: writable.join(', ') })
  return writable.length === 0 && kind === 'none'
    ? passed(check, found, t('to write: cal login'))
    : passed(check, found)
}

function clockFinding(headers: Headers, now: number): Finding {
  const check = t('clock')
  const instant = instantOfHttpDate(headers.date ?? '')
  if (instant === undefined) return passed(check, t("this machine's clock"))
  const seconds = Math.round((instant - now) / 1000)
  const found: Text = seconds === 0 ? sameText('0 s') : t('{seconds} s apart', { seconds })
  if (Math.abs(seconds) <= clock_difference_max_s) return passed(check, found)
  return failed(check, found, {
    exit: 'configuration',
    advice: t("correct this machine's clock or the service's: dates such as tomorrow depend on it"),
  })
}

const check = t('release')

/**
 * Determines the release without writing: from the response to an id that no record has, and from the fields of an
 * event. Source: releases.
 */
async function releaseFinding(exchange: Exchange): Promise<Finding> {
  const [event, venue] = await Promise.all([statusOfNothing(exchange, 'events'), statusOfNothing(exchange, 'venues')])
  if (event === 404 && venue === 404)
    return finding(t('cal in standard mode'), t("fields that you don't send keep their values"))
  if (event === 404 && venue === 400) return finding(t('6.17.2 or later'), newest)
  if (event !== 400 || venue !== 400) return finding(t('unknown'), undefined)
  const {
    records: [first],
  } = await getPage(exchange, { plural: 'events', query: { ...withAnyDate({}), per_page: 1 } })
  if (!first) return finding(t('before 6.17.2; there is no event to be more precise'), older)
  return 'custom_fields' in first
    ? finding(t('6.10.1 to 6.17.1'), between)
    : finding(t('before 6.10.1, such as 6.9.1'), older)
}

function finding(text: Text, follows: Text | undefined): Finding {
  return passed(check, follows ? eachLanguage((language) => `${text[language]}: ${follows[language]}`) : text)
}

const older: Text = t(
  'updates reset fields that are not sent, so cal sends them too; contributors can change records of others',
)

const between: Text = t(
  'updates reset fields that are not sent, so cal sends them too; venues and organizers may be protected by a password (from 6.15.3)',
)

const newest: Text = t(
  'updates reset fields that are not sent, so cal sends them too; permissions are checked for each record; trashed events appear only with --status trash; venues and organizers may be protected by a password',
)

/** The status of the response to an id that no record has. */
async function statusOfNothing(exchange: Exchange, plural: Plural): Promise<number | undefined> {
  try {
    await call(exchange, `${plural}.get`, { id: 0 })
    return undefined
  } catch (error) {
    if (!(error instanceof CalError) || error.remote === undefined) throw error
    return error.remote.status
  }
}

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
async function reachFindings(api_root: string, settings: RunSettings, session: Session): Promise<readonly Finding[]> {
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
  // Node declares an Error, but sets a code.
  const { authorized, authorizationError } = socket
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    valid_until: dayOfCertificateDate(socket.getPeerCertificate().valid_to ?? ''),
    distrust: authorized ? undefined : errorCode(authorizationError) || String(authorizationError),
  }
}
