// Opens and closes the session of a command, and describes its pending requests on the status line.
import {
  hereOf,
  type OtherRun,
  type RunSettings,
  type Runtime,
  type Session,
  withProgramName,
} from '../types/session.ts'
import type { ApiRequest, ApiResponse, Exchange } from '../../base/exchange.ts'
import { eachLanguage, type Language, t, type Text } from '../../base/text/language.ts'
import { isLocalCalendar, rootOf } from '../../client/address/api-root.ts'
import type { EventClock } from '../../bulk/input/event-dates.ts'
import type { MissingLocalCalendar, OpenApi } from '../../client/open.ts'
import type { Format, OutputPage } from '../types/outcome.ts'
import { mayColor, mayLink } from '../output/terminal.ts'
import { messageFor, writeError } from '../output/print-error.ts'
import { escapeControls, withoutPasswords } from '../../base/text/untrusted-text.ts'
import { requireAddress } from './calendar-address.ts'
import { basename, resolve } from 'node:path'
import { statOf } from '../../base/files/file-system.ts'
import { cut } from '../output/text-width.ts'

interface Run extends OtherRun {
  readonly language: Language
  readonly format: Format | undefined
  readonly error_format: Format | undefined
  /** The project file that sets the api root. */
  readonly project_file?: string | undefined
  /** Adds what is known from the command to an error that is reported while the command goes on. */
  readonly withHint?: (error: unknown) => Promise<unknown>
}

export function sessionOf(runtime: Runtime, given: Run): Session {
  const { settings, options, if_missing, project_file, withHint, ...shown } = given
  const { language, error_format } = shown
  const { env, stderr } = runtime
  // Named before the first write: the calendar may have been chosen by another person.
  let calendar_file = project_file
  let opened: Promise<OpenApi> | undefined
  const others: Session[] = []
  let isWriting = false
  const session: Session = {
    runtime,
    settings,
    ...shown,
    page: outputPageOf(runtime, language, options.color),
    question_color: mayColor(options.color, env, stderr),
    skips_confirmation: options.yes === true,
    open: (create) => (opened ??= openApi(session, settings, if_missing, create?.site_zone)),
    other(run) {
      const other = sessionOf(runtime, { ...shown, ...run })
      others.push(other)
      return other
    },
    beginWriting() {
      isWriting = true
    },
    interrupted: () => abortOf(runtime.signal, () => !isWriting),
    async close() {
      for (const other of others) await other.close()
      const api = await opened?.catch(() => undefined)
      await api?.close()
    },
    note: async (text) => {
      if (options.quiet === true && !text.isWarning) return
      const shown = indentedAfterFirst(
        escapeControls(withoutPasswords(withProgramName(runtime.program, text[language]))),
      )
      await stderr.write(`${messageFor(stderr, shown)}\n`)
    },
    reportError: async (error) => {
      const report = { language, format: error_format, debug: settings.debug }
      await writeError((await withHint?.(error)) ?? error, report, runtime)
    },
    async noteCalendar(isKnown) {
      if (calendar_file === undefined || (await isKnown?.())) return
      const [api_root, project_file] = [String(settings.api_root), calendar_file]
      calendar_file = undefined
      await session.note(t('calendar: {api_root}, set in {project_file}', { api_root, project_file }))
    },
    async confirm(question, initial = false) {
      if (session.skips_confirmation) return
      await session.noteCalendar()
      const { confirm } = await import('../prompts/confirm.ts')
      await confirm(question, session, initial)
    },
  }
  return session
}

function outputPageOf({ stdout, env }: Runtime, language: Language, color: string | undefined): OutputPage {
  const { isTerminal, columns, lines } = stdout
  return { isTerminal, columns, lines, language, color: mayColor(color, env, stdout), links: mayLink(env, stdout) }
}

/**
 * The present moment and the zone of the calendar, in which all dates are read unless another zone is given with them.
 * A calendar that does not exist yet will have the zone of the user.
 */
export async function calendarHere(session: Session): Promise<EventClock> {
  const { settings, runtime } = session
  const { api_root, database, timezone } = settings
  const here = hereOf(session)
  if (api_root === undefined) return here
  if (isLocalCalendar(api_root)) {
    const { hasLocalCalendar } = await import('../../client/open.ts')
    if (!(await hasLocalCalendar(api_root, { database, cwd: runtime.cwd }))) return here
  }
  const zone = await (await session.open()).zone()
  return zone === undefined ? { ...here, ...(timezone === undefined && { zone_assumed: true }) } : { ...here, zone }
}

/**
 * `note` for callers that don't wait, such as readers of files. Nothing is reported from here: standard error drops
 * what it cannot write.
 */
export function noteLater({ note }: Pick<Session, 'note'>): (text: Text) => void {
  return (text) => {
    note(text).catch(() => undefined)
  }
}

/** Indents all lines but the first, so that text from a server or a file cannot look like a separate message. */
function indentedAfterFirst(text: string): string {
  return text.replace(/(?<=[^\n])\n(?=[^\s…])/g, '\n  ')
}

/** Rejects with the reason of a signal once it is aborted, if `ends` is true then. */
export function abortOf(signal: AbortSignal, ends = () => true): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => {
      if (ends()) reject(signal.reason)
    }
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
  })
}

/** Opens an api root, after printing the warning of the settings. */
export async function openApi(
  { runtime, language, note }: Pick<Session, 'runtime' | 'language' | 'note'>,
  settings: RunSettings,
  if_missing: MissingLocalCalendar,
  site_zone?: string,
): Promise<OpenApi> {
  if (settings.warning) await note(settings.warning)
  const { api_root = '', database } = settings
  requireAddress({ api_root, ...(database !== undefined && { database }) }, runtime.env)
  const { openApiRoot } = await import('../../client/open.ts')
  const trace = { ...settings, program: runtime.program, api_root, write: runtime.stderr.write, now: runtime.now }
  const traced = settings.show_request || settings.debug ? (await import('../output/trace.ts')).traced : undefined
  const zone = site_zone === undefined ? '' : ` (${site_zone})`
  const waits = runtime.status.isAvailable ? waitsFor(api_root, runtime, language) : undefined
  const opening = waits?.opening()
  const api = await openApiRoot({
    ...settings,
    wrapExchange: (exchange, credentials) => {
      const allowed = runtime.only_reads ? onlyReading(exchange) : exchange
      return traced ? traced(allowed, { ...trace, credentials }) : allowed
    },
    if_missing: runtime.only_reads && if_missing === 'make' ? 'refuse' : if_missing,
    onNewCalendar: (text) => note(eachLanguage((language) => `${text[language]}${zone}`)),
    timezone: () => site_zone ?? hereOf({ runtime, settings }).zone,
    language,
    user_agent: `cal/${runtime.version}`,
    wait_limits: { wait_ms_max: settings.wait_ms_max, onWait: noteLater({ note }) },
    cwd: runtime.cwd,
    env: runtime.env,
    signal: runtime.signal,
    now: runtime.now,
    random: runtime.random,
    sleep: runtime.sleep,
  }).finally(opening)
  return waits ? { ...api, exchange: waits.described(api.exchange), direct: waits.described(api.direct) } : api
}

/** The response to a single request without credentials; its path is below the address. */
export async function askAnonymously(
  address: string,
  request: ApiRequest,
  { settings, runtime }: Session,
): Promise<ApiResponse> {
  const [{ openNetwork }, { proxySettingsFor }] = await Promise.all([
    import('../../client/transport/network.ts'),
    import('../../client/transport/proxy.ts'),
  ])
  const proxy = proxySettingsFor(rootOf(address), runtime.env)
  const { timeout_ms } = settings
  const network = await openNetwork({ api_root: address, headers: {}, timeout_ms, insecure_http: false, proxy })
  try {
    return await network.exchange(request)
  } finally {
    await network.close()
  }
}

/** Rejects requests other than GET. */
export function onlyReading(exchange: Exchange): Exchange {
  return (request) =>
    request.method === 'GET'
      ? exchange(request)
      : Promise.reject(new Error(`${request.method} to a calendar that is only read`))
}

/** Opening a file of at least this size blocks the process long enough to be noticed. */
const large_file_bytes = 32 * 1024 * 1024

interface Waits {
  /** Describes opening the file or the service, until the returned function is called. */
  opening(): () => void
  /** Wraps the exchange: the line shows each request until it is answered. */
  described(exchange: Exchange): Exchange
}

export function waitsFor(
  api_root: string,
  { status, cwd }: Pick<Runtime, 'status' | 'cwd'>,
  language: Language,
): Waits {
  const calendar = displayNameOf(api_root)
  const file = api_root.startsWith('file:') ? statOf(resolve(cwd, api_root.slice('file:'.length))) : undefined
  const at_once = Number(file?.size ?? 0) >= large_file_bytes
  const show = (text: Text) => status.show((columns) => cut(text[language], columns), { at_once })
  return {
    opening: () => show(t('Opening {name} …', { name: calendar })).end,
    described: (exchange) => async (request) => {
      const wait = show(t('Waiting for {calendar} …', { calendar }))
      try {
        return await exchange(request)
      } finally {
        wait.end()
      }
    },
  }
}

/** The displayed name of an api root: `calendar.example`, `demo.db`. */
function displayNameOf(api_root: string): string {
  if (api_root.startsWith('file:')) return basename(api_root.slice('file:'.length))
  return /^https?:/i.test(api_root) && URL.canParse(api_root) ? new URL(api_root).host : api_root
}
