// `cal feed [TARGET]`: prints the address of the iCalendar feed of a calendar, a category, a tag or an event, of
// `cal serve` or of a deployed site. Source: interface 1.6.
import { CalError, usageError } from '../../../base/errors.ts'
import { isObject, type Json, type JsonObject, objectsOf } from '../../../base/json.ts'
import { commandLine } from '../../../base/text/closest.ts'
import { sameText, t } from '../../../base/text/language.ts'
import { isLocalCalendar, rootOf, siteAddressOf } from '../../../client/address/api-root.ts'
import { call } from '../../../client/api/call.ts'
import { getRecord } from '../../../client/api/records.ts'
import { isLoopback, webcalOf } from '../../../spec/addresses.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import { targetsOf } from '../records/targets.ts'
import type { CommandAction } from '../../types/command.ts'
import { type OutputPage, streamOf } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'
import { askAnonymously } from '../../session/session.ts'
import { markSequence } from '../../output/terminal.ts'

export const feed: CommandAction = async ({ operands }, session) => {
  const { api_root } = session.settings
  if (operands.length > 1 && resourceNamed(operands[0] ?? '') === undefined) throw severalTargets(operands)
  if (api_root !== undefined && isLocalCalendar(api_root))
    throw usageError(
      t('{api_root} has no feed: calendar programs need the address of a server', { api_root }),
      t('serve it: cal serve --data {data}\nthen: {line} --api-root http://127.0.0.1:8787/wp-json/tribe/events/v1', {
        data: api_root.replace(/^file:(?:\/\/)?/, ''),
        line: commandLine(['feed', ...operands]),
      }),
    )
  const { api_root: root, exchange } = await session.open()
  const target = await targetIn(operands, session)
  const reached = siteAddressOf(rootOf(root).href)
  const site = publicSite((await call(exchange, 'index', {})).value) ?? reached
  const form = await formOf(reached, session)
  const url = feedAddress(site, form, target)
  if (url === undefined)
    throw new CalError(
      'server_failed',
      t('the service returns no web page for {id}, so it has no feed', { id: String(target?.record.id) }),
    )
  if (form === 'pages') await checkFeed(feedAddress(reached, form, target) ?? url, session)
  if (isLoopback(new URL(url).hostname))
    await session.note(
      t('only programs on this machine can reach this address; use cal serve --public-url for other devices'),
    )
  const code = session.page.isTerminal ? await qrCode(webcalOf(url), session.page) : ''
  return {
    kind: 'view',
    render: (page) => (page.isTerminal ? `${url}\n${webcalOf(url)}\n${code}` : `${url}\n`),
    records: streamOf([{ url, webcal: webcalOf(url) }]),
    columns: ['url', 'webcal'],
    single: true,
  }
}

async function targetIn(operands: readonly string[], session: Session): Promise<FeedTarget | undefined> {
  const [first, ...rest] = operands
  if (first === undefined) return undefined
  const kind = resourceNamed(first)?.plural
  if (kind !== undefined && rest.length === 0) {
    throw usageError(
      t('TARGET is missing after "{first}"', { first }),
      sameText(kind === 'tags' ? 'cal feed tag open-air' : 'cal feed category music'),
    )
  }
  const plural = kind ?? 'events'
  const { targets } = await targetsOf(kind === undefined ? operands : rest, plural, session)
  const [named, more] = targets
  if (!named || more) throw severalTargets(operands)
  const { exchange } = await session.open()
  const record = await getRecord(exchange, plural, named)
  if (record.status !== undefined && record.status !== 'publish') {
    const { title } = resources[plural]
    throw usageError(
      t('{title} {id} is not published ({status}), so it has no feed', {
        title,
        id: String(record.id),
        status: String(record.status),
      }),
    )
  }
  return { plural, record }
}

function severalTargets(operands: readonly string[]): CalError {
  return usageError(
    t('a feed covers one record, not "{operands}"', { operands: operands.join(' ') }),
    t('for all events: cal feed; for those of a record: cal feed category music'),
  )
}

/** Determines the form of the feed addresses: `cal serve` has `/events.ics`. */
async function formOf(site: string, session: Session): Promise<FeedForm> {
  return (await feedStatus(`${site}/events.ics`, session)) === 'calendar' ? 'files' : 'pages'
}

/**
 * Prints a note if the address doesn't return a calendar. The address is printed all the same: sites can disable feeds,
 * but they may also respond differently to calendar programs.
 */
async function checkFeed(address: string, session: Session): Promise<void> {
  const found = await feedStatus(address, session)
  if (found === 'calendar') return
  await session.note(
    t('that address does not return a calendar ({found}); feeds may be disabled on the site', { found }),
  )
}

/** Requests a feed without credentials. Returns `calendar`, or what was returned instead. */
async function feedStatus(address: string, session: Session) {
  const { pathname, origin, search } = new URL(address)
  const request = { method: 'HEAD', path: pathname, query: search.slice(1), headers: {} }
  try {
    const { status, headers } = await askAnonymously(origin, request, session)
    const type = headers['content-type'] ?? ''
    if (status === 200 && type.startsWith('text/calendar')) return 'calendar'
    return sameText(`HTTP ${status}${type === '' ? '' : `, ${type}`}`)
  } catch (error) {
    if (error instanceof CalError) return error.text
    throw error
  }
}

/** White on black, to be readable on light and dark terminals; empty if the terminal is too narrow. */
async function qrCode(text: string, { columns, color }: OutputPage): Promise<string> {
  const { renderUnicodeCompact } = await import('uqr')
  const lines = renderUnicodeCompact(text, { border: 2 }).split('\n')
  if ((lines[0] ?? '').length > columns) return ''
  const drawn = color
    ? lines.map((line) => `${markSequence('\u001b[97;40m')}${line}${markSequence('\u001b[0m')}`)
    : lines
  return `\n${drawn.join('\n')}\n`
}

/** The record whose events a feed contains. */
interface FeedTarget {
  readonly plural: Plural
  readonly record: JsonObject
}

/** The form of feed addresses: `files` such as `/events.ics`, or `pages` with `?ical=1`. */
type FeedForm = 'files' | 'pages'

/** The address of a feed. `site` has no trailing slash. undefined if the record has no page. */
export function feedAddress(site: string, form: FeedForm, target: FeedTarget | undefined): string | undefined {
  if (!target) {
    // By post type, because the path of the list of events is a setting of the site.
    return form === 'files' ? `${site}/events.ics` : `${site}/?post_type=tribe_events&eventDisplay=list&ical=1`
  }
  const { plural, record } = target
  if (plural === 'categories' || plural === 'tags') {
    const slug = encodedSlug(record.slug)
    if (form === 'files') return `${site}/events/${plural === 'tags' ? 'tag' : 'category'}/${slug}.ics`
    const filter = plural === 'tags' ? 'tag' : 'tribe_events_cat'
    return `${site}/?post_type=tribe_events&${filter}=${slug}&eventDisplay=list&ical=1`
  }
  return pageFeed(record.url)
}

/** An encoded slug. Non-Latin slugs are already percent-encoded. */
function encodedSlug(slug: Json | undefined): string {
  return encodeURIComponent(String(slug ?? '').toWellFormed()).replace(/%25([0-9a-f]{2})/gi, '%$1')
}

/** The address of a record's page with `?ical=1`. */
function pageFeed(page: Json | undefined): string | undefined {
  if (typeof page !== 'string' || !/^https?:\/\//.test(page) || !URL.canParse(page)) return undefined
  const url = new URL(page)
  url.searchParams.set('ical', '1')
  return url.href
}

/** The public address of the site according to the index; behind a proxy, it differs from the api root. */
export function publicSite(index: Json | undefined): string | undefined {
  const links = isObject(index) && isObject(index._links) ? objectsOf(index._links.up) : []
  const href = links[0]?.href
  return typeof href === 'string' && /^https?:\/\//.test(href) && URL.canParse(href) ? siteAddressOf(href) : undefined
}
