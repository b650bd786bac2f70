// Subscribing to the events of a page, adding one event to a calendar, and the QR code of a subscription.
import { webcalOf } from '../../../spec/addresses.ts'
import { t } from '../../../base/text/language.ts'
import { isZone, instantOf, instantOfUtc } from '../../../base/dates/zoned-time.ts'
import { daysLater } from '../../../base/dates/days.ts'
import type { WebResponse } from '../../../base/exchange.ts'
import { queryOf, withQuery } from '../address.ts'
import type { PageContext } from '../context.ts'
import { html, type Html, security_headers } from '../html.ts'
import type { DatedEvent } from '../records.ts'

export interface Subscription {
  /** The address of the calendar file of the selection, which is fetched again and again. */
  readonly feed: string
  /** The address of the calendar file to download, if it has fewer events. */
  readonly file?: string
}

/** A menu: calendar programs, services on the web, the address to copy, a QR code; the file is the second choice. */
export function subscribeMenu({ feed, file = feed }: Subscription, context: PageContext): Html {
  const { text, options } = context
  const name = text(t('Calendar'))
  const address = new URL(feed, options.base).href
  const { hostname } = new URL(address)
  const download = html`<p><a href="${file}" download>${text(t('Calendar file (.ics)'))}</a></p>`
  if (options.temporary) {
    const hint = html`<p class="hint">${text(t('To offer a subscription, run cal serve: these pages end with cal browse.'))}</p>`
    return menu('subscribe', text(t('Add to calendar')), html`${download}${hint}`)
  }
  const webcal = webcalOf(address)
  const outlook = queryOf({ path: '/calendar/action/compose', rru: 'addsubscription', url: address, name })
  const services = isPublicHost(hostname)
    ? [
        webLink(withQuery('https://calendar.google.com/calendar/render', { cid: webcal }), text(t('Google Calendar'))),
        webLink(`https://outlook.live.com/owa/?${outlook}`, text(t('Outlook.com'))),
        webLink(`https://outlook.office.com/owa/?${outlook}`, text(t('Microsoft 365'))),
      ]
    : html`<p class="hint">${text(needs_public(hostname))}</p>`
  return menu(
    'subscribe',
    text(t('Subscribe')),
    html`<p class="hint">${text(t('A subscription keeps these events up to date in your calendar.'))}</p>
<p><a class="first" href="${webcal}">${text(t('Open in calendar app'))}</a></p>
${services}
<label>${text(t('Address for other programs'))} <input readonly value="${address}" id="feed-address"></label>
<p><button type="button" class="quiet" data-copy="feed-address" hidden>${text(t('Copy'))}</button></p>
<p class="qr"><img src="${feed}&amp;qr=1" alt="${text(t('QR code of the subscription'))}" width="160" height="160" loading="lazy">
<span class="hint">${text(t('Scan to subscribe on a phone.'))}</span></p>
${download}`,
  )
}

const needs_public = (host: string) =>
  t('Google Calendar and Outlook can only subscribe to an address on the internet; {host} is not one.', { host })

function webLink(href: string, name: string): Html {
  return html`<p><a href="${href}" rel="nofollow noopener">${name}</a></p>
`
}

/** A menu for one public event, which needs no server on the internet. */
export function addToCalendarMenu(event: DatedEvent, feed: string, { text, options }: PageContext): Html {
  const place = event.venues[0] ? [event.venues[0].name, ...event.venues[0].address].join(', ') : ''
  const { start, end, last_day, all_day, first_day, title, timezone } = event
  const begins = new Date(instantOfUtc(start) - event.offset_ms)
  const ends = new Date(isZone(timezone) ? instantOf(end, timezone) : instantOfUtc(end) - event.offset_ms)
  const compact = (date: Date) => date.toISOString().replace(/[-:]|\.000/g, '')
  const days = [first_day, daysLater(last_day, 1)]
  const url = event.url || `${options.base}${event.path}`
  const google = queryOf({
    action: 'TEMPLATE',
    text: title,
    dates: all_day ? days.join('/').replaceAll('-', '') : `${compact(begins)}/${compact(ends)}`,
    ...(isZone(timezone) && { ctz: timezone }),
    location: place,
    details: url,
  })
  const outlook = queryOf({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: all_day ? first_day : begins.toISOString(),
    enddt: all_day ? (days[1] ?? '') : ends.toISOString(),
    ...(all_day && { allday: 'true' }),
    location: place,
    body: url,
  })
  return menu(
    'add',
    text(t('Add to calendar')),
    html`<p><a class="first" href="${feed}" download>${text(t('Calendar file (.ics)'))}</a></p>
${webLink(`https://calendar.google.com/calendar/render?${google}`, text(t('Google Calendar')))}
${webLink(`https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`, text(t('Outlook.com')))}`,
  )
}

function menu(id: string, title: string, content: Html): Html {
  return html`<details class="menu" id="${id}"><summary>${title}</summary><div>${content}</div></details>`
}

/** Whether services on the internet can reach a host of this name. */
export function isPublicHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return !/^\[(?:::1?\]|f[cd]|fe[89ab])/.test(hostname)
  if (/^[\d.]+$/.test(hostname)) return !/^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(hostname)
  return hostname.includes('.') && !/\.(?:localhost|local|internal|lan|home|test)$/.test(hostname)
}

/** The QR code of a subscription as an image: the address without `qr`, as `webcal://…`. */
export async function qrImage({ request, options }: PageContext): Promise<WebResponse> {
  const { encode } = await import('uqr')
  const query = new URLSearchParams(request.query)
  query.delete('qr')
  const { data, size } = encode(webcalOf(`${options.base}${request.path}?${query}`), { border: 3 })
  const squares = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  const paths = `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${squares}"/>`
  const view = `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`
  return {
    status: 200,
    headers: { ...security_headers, 'content-type': 'image/svg+xml', 'cache-control': 'private, max-age=3600' },
    body: `<svg xmlns="http://www.w3.org/2000/svg" ${view}>${paths}</svg>`,
  }
}
