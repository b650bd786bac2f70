// `cal doctor`: checks configuration, connection and permissions of the configured calendar, or a database.
import { locationOf } from '../../../base/database-url.ts'
import { instantOfHttpDate } from '../../../base/dates/machine-dates.ts'
import { CalError } from '../../../base/errors.ts'
import type { Exchange, Headers } from '../../../base/exchange.ts'
import { failed, type Finding, passed } from '../../../base/finding.ts'
import { isObject, type Json } from '../../../base/json.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
import { withoutPasswords } from '../../../base/text/untrusted-text.ts'
import { isLocalCalendar, localNameOf } from '../../../client/address/api-root.ts'
import { call } from '../../../client/api/call.ts'
import { examineStorage } from '../../../client/open.ts'
import type { Credentials } from '../../../client/transport/credentials.ts'
import { isLoopback } from '../../../spec/addresses.ts'
import { resources } from '../../../spec/resources.ts'
import type { global_options } from '../../arguments/options.ts'
import { configurationOf } from '../../config/configuration.ts'
import { withAccessHint } from '../../output/error-hints.ts'
import { fieldText } from '../../output/table/lines.ts'
import { calendarFileOf, calendarLocationOf } from '../../session/calendar-address.ts'
import { openApi } from '../../session/session.ts'
import { runSettingsOf } from '../../session/settings.ts'
import type { CommandAction, CommandInput } from '../../types/command.ts'
import { type OutcomeItem, type OutputPage, streamOf } from '../../types/outcome.ts'
import type { RunSettings, Session } from '../../types/session.ts'
import type { doctor_options } from './config.ts'

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

const checks: Readonly<Record<string, Text>> = {
  usage: t('api root'),
  configuration: t('configuration'),
  unreachable: t('connection'),
  not_allowed: t('rights'),
}

/** Checks of a database file or a database server: `--data`. */
async function* storageFindings({ data, name }: ReturnType<typeof calendarLocationOf>): AsyncIterable<Finding> {
  yield addressFinding(name)
  yield* await examineStorage(data)
}

/** Checks of the configured calendar: address, service, user, rights, clock, credentials. */
async function* calendarFindings({ options }: CommandInput, session: Session): AsyncIterable<Finding> {
  const { runtime } = session
  const configuration = await configurationOf(options, runtime)
  const settings = await runSettingsOf(options, runtime, configuration)
  const { api_root } = configuration.values
  if (api_root) yield addressFinding(`${settings.api_root} (${api_root.origin.where})`)
  const api = await openApi(session, settings, 'refuse')
  try {
    const data = dataOf(settings, session)
    if (data !== undefined) yield* await examineStorage(data)
    yield* await serviceFindings(api.exchange, settings, runtime.now)
    yield* await reachFindings(settings, session)
  } finally {
    await api.close()
  }
}

/** With advice for an address that others can listen to. */
function addressFinding(address: string): Finding {
  const isPlain = /^http:/i.test(address) && URL.canParse(address) && !isLoopback(new URL(address).hostname)
  const advice = isPlain ? t('anyone on the network can read the traffic: use https') : undefined
  return passed(t('api root'), sameText(withoutPasswords(address)), advice)
}

/** The path or the address of the database; undefined for a service. */
function dataOf({ api_root = '', database }: RunSettings, { runtime }: Session): string | undefined {
  return database ?? (isLocalCalendar(api_root) ? locationOf(localNameOf(api_root), runtime.cwd) : undefined)
}

/** Errors: those of the service. */
async function serviceFindings(
  exchange: Exchange,
  { credentials }: RunSettings,
  now: () => number,
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
  if (writable.length === 0) {
    const advice = {
      none: t('to write: cal login'),
      // Whether a password reaches the service is a check of its own.
      basic: undefined,
      bearer: t(
        'if this user may write, the web server drops the Authorization header; for Apache, set CGIPassAuth On',
      ),
      header: undefined,
    }[kind]
    return passed(check, t('read'), advice)
  }
  const all = writable.length === Object.keys(resources).length
  return passed(check, all ? t('read and write') : t('read; write {writable}', { writable: writable.join(', ') }))
}

const clock_difference_max_s = 120

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

/** A user that does not exist, so that the wrong password doesn't lock an account. */
const unknown_user = { kind: 'basic', user: 'cal-doctor', password: 'no-such-password' } as const

/** A service that accepts a wrong password ignores the right one, too. Empty if the response is unclear. */
async function reachFindings(settings: RunSettings, session: Session): Promise<readonly Finding[]> {
  if (settings.credentials.kind !== 'basic' || dataOf(settings, session) !== undefined) return []
  const check = t('credentials')
  const status = await statusOfUnknownUser(settings, session)
  if (status === 401 || status === 403) return [passed(check, t('reach the service'))]
  if (status === undefined || status >= 300) return []
  const advice = t(
    'the web server drops the Authorization header, or application passwords are disabled; for Apache, set CGIPassAuth On',
  )
  const found = t('do not reach the service: a wrong password is accepted')
  return [failed(check, found, { exit: 'not_allowed', advice })]
}

async function statusOfUnknownUser(settings: RunSettings, { runtime, language }: Session): Promise<number | undefined> {
  const silent = { runtime, language, note: async () => {} }
  const as_unknown = { ...settings, credentials: unknown_user, show_request: false, debug: false }
  try {
    const api = await openApi(silent, as_unknown, 'refuse')
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
