// `cal browse [TARGET]`: opens the pages of `cal serve`, or serves the same pages for any other calendar.
import { CalError } from '../../../base/errors.ts'
import { proposal } from '../../../base/text/closest.ts'
import { t } from '../../../base/text/language.ts'
import { percentDecoded } from '../../../base/text/untrusted-text.ts'
import type { OpenApi } from '../../../client/open.ts'
import { isLocalCalendar, rootOf } from '../../../client/address/api-root.ts'
import { proxySettingsFor } from '../../../client/transport/proxy.ts'
import { getRecord, targetOf } from '../../../client/api/records.ts'
import type { OpenExchange } from '../../../base/exchange.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import type { CommandAction } from '../../types/command.ts'
import type { Session } from '../../types/session.ts'
import { durationMs } from '../../arguments/flag-values.ts'
import { showPage } from '../../prompts/open-browser.ts'
import { browse_options } from '../views/views.ts'

export const browse: CommandAction<typeof browse_options> = async ({ operands, options }, session) => {
  const idle = options.idle ?? browse_options.idle.default
  const idle_ms = durationMs('--idle', idle)
  const api = await session.open()
  const path = await pathOf(operands, api)
  const browser_options = { opens: options.open !== false, session }
  const pages = isLocalCalendar(api.api_root) ? undefined : await ownPages(api.api_root, session)
  if (pages !== undefined) await showPage(`${pages}${path}`, browser_options)
  else await view(path, { api, idle, idle_ms, browser_options })
  return { kind: 'done' }
}

/** The path of the page to open. Errors: those of reading the record. */
async function pathOf(operands: readonly string[], { exchange, api_root }: OpenApi): Promise<string> {
  const [first, second, ...more] = operands
  if (first === undefined) return '/events/'
  const named = second === undefined ? undefined : resourceNamed(first)?.plural
  const plural = named ?? 'events'
  const target = named === undefined ? first : (second ?? '')
  const rest = named === undefined ? operands.slice(1) : more
  if (rest.length > 0)
    throw new CalError('usage', t('unexpected argument "{rest}"', { rest: String(rest[0]) }), {
      hint: [target, ...rest].some((word) => /^\d+$/.test(word))
        ? t('specify one record')
        : proposal(['open', ...(named ? [first] : []), [target, ...rest].join(' ')]),
    })
  return pagePath(plural, await getRecord(exchange, plural, targetOf(target, { plural, api_root })))
}

const first_segments: Readonly<Record<Plural, string>> = {
  events: '/event',
  venues: '/venue',
  organizers: '/organizer',
  categories: '/events/category',
  tags: '/events/tag',
}

const post_types: Readonly<Partial<Record<Plural, string>>> = {
  events: 'tribe_events',
  venues: 'tribe_venue',
  organizers: 'tribe_organizer',
}

/** The path of a record's page. Drafts may have no slug; services return non-Latin slugs percent-encoded. */
function pagePath(plural: Plural, { id, slug }: JsonObject): string {
  const type = post_types[plural]
  if ((slug === undefined || slug === '') && type !== undefined) return `/?post_type=${type}&p=${id}`
  return `${first_segments[plural]}/${encodeURIComponent(percentDecoded(String(slug)).toWellFormed())}/`
}

/** Occurs only in the pages of `cal serve`. */
const generator = '<meta name="generator" content="cal">'

/** The URL of the site if `cal serve` provides its pages. Errors: `unreachable`. */
async function ownPages(api_root: string, session: Session): Promise<string | undefined> {
  const root = rootOf(api_root)
  const site = `${root.origin}${root.pathname.replace(/(\/index\.php)?((\/[^/]+){2}\/events\/v1)?\/?$/, '')}`
  const { exchange, close } = await openAnonymous(site, session)
  try {
    const { status, body } = await exchange({
      method: 'GET',
      path: '/events/',
      query: '',
      headers: { accept: 'text/html' },
    })
    return status < 300 && body.includes(generator) ? site : undefined
  } finally {
    await close()
  }
}

async function openAnonymous(api_root: string, { settings, runtime }: Session): Promise<OpenExchange> {
  const { openNetwork } = await import('../../../client/transport/network.ts')
  const proxy = proxySettingsFor(rootOf(api_root), runtime.env)
  return openNetwork({ api_root, headers: {}, timeout_ms: settings.timeout_ms, insecure_http: false, proxy })
}

interface Viewing {
  readonly api: OpenApi
  /** The idle time as typed: `10m`. */
  readonly idle: string
  readonly idle_ms: number
  readonly browser_options: { readonly opens: boolean; readonly session: Session }
}

/** Serves the pages until Ctrl-C, or until there was no request for the idle time. */
async function view(path: string, { api, idle, idle_ms, browser_options }: Viewing): Promise<void> {
  const { openViewer } = await import('../../../server/viewer.ts')
  const { runtime, settings, note, reportError } = browser_options.session
  let last = runtime.ticks()
  const viewer = await openViewer({
    exchange: api.exchange,
    visitors: api.visitors ?? api.exchange,
    api_root: api.api_root,
    timezone: settings.timezone ?? runtime.timezone,
    key: Buffer.from(runtime.random_bytes(16)).toString('base64url'),
    onRequest: () => {
      last = runtime.ticks()
    },
    onUnexpectedError: (error) => {
      reportError(error).catch(() => undefined)
    },
    now: runtime.now,
  })
  try {
    await showPage(`${viewer.url}${path}`, browser_options)
    await note(t('read-only; stops on Ctrl-C or after {idle} without a request', { idle }))
    const isIdle = await endOf(runtime, () => runtime.ticks() - last >= idle_ms, Math.min(idle_ms, 10_000))
    if (isIdle) await note(t('stopped after {idle} without a request', { idle }))
  } finally {
    await viewer.close()
  }
}

/** Resolves with true when the server has been idle, with false when the signal is aborted. */
function endOf({ signal, every }: Session['runtime'], isIdle: () => boolean, interval_ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = every(interval_ms, () => {
      if (isIdle()) end(true)
    })
    const end = (idle: boolean) => {
      stop()
      resolve(idle)
    }
    if (signal.aborted) end(false)
    else signal.addEventListener('abort', () => end(false), { once: true })
  })
}
