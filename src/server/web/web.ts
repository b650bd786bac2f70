// The pages of a calendar: a client of its interface that answers with HTML.
import { nameOrder, t, type Text } from '../../base/text/language.ts'
import type { WebHandler, WebRequest, WebResponse } from '../../base/exchange.ts'
import { plurals } from '../../spec/resources.ts'
import { asksForFeed, currentView, type Destination, destinationOf, filtersOf } from './address.ts'
import { type Assets, openAssets } from './assets.ts'
import { contextOf, names, type Page, type PageContext, type WebOptions } from './context.ts'
import { errorOfExchange, PageError } from './page-error.ts'
import { dayPage } from './pages/day-page.ts'
import { feedPage } from './pages/feed-page.ts'
import { listPage } from './pages/list-page.ts'
import { recordPage, termPage } from './pages/record-page.ts'
import { html, security_headers } from './html.ts'
import { documentOf, heading, noEvents } from './parts/layout.ts'
import { qrImage } from './parts/subscribe.ts'
import { listAll } from './reader.ts'
import { placeView } from './records.ts'

/** The pages of one calendar. Errors of a response or of the network are pages, too; anything else is thrown. */
export async function openWeb(options: WebOptions): Promise<WebHandler> {
  const assets = await openAssets()
  return async (request) => {
    const context = contextOf(request, options, assets.paths)
    try {
      return await respond(request, context, assets)
    } catch (error) {
      const known = errorOfExchange(error)
      if (!known) throw error
      return errorResponse(known, context)
    }
  }
}

async function respond(request: WebRequest, context: PageContext, assets: Assets): Promise<WebResponse | undefined> {
  const { query } = context
  const destination = destinationOf(request.path, query)
  if (!destination) return acceptsHtml(request) ? errorResponse(noPage(), context) : undefined
  const { method } = request.parsed
  const isPassword = method === 'POST' && destination.kind === 'record' && destination.record === 'event'
  if (method !== 'GET' && !isPassword) return notAllowed(destination, context)
  if (destination.kind === 'asset') return assets.at(destination.name)
  if (destination.kind === 'moved') return moved(destination.to, context)
  if (destination.kind === 'sign-in') return signIn(context)
  if (query.qr !== undefined && asksForFeed(query)) return qrImage(context)
  if (destination.kind === 'feed' || asksForFeed(query)) return feedPage(destination, context)
  const page = await pageAt(destination, isPassword ? withPassword(context) : context)
  return response(page, context)
}

type PageDestination = Exclude<Destination, { kind: 'asset' | 'moved' | 'sign-in' | 'feed' }>

function pageAt(destination: PageDestination, context: PageContext): Promise<Page> {
  const { query, today } = context
  switch (destination.kind) {
    case 'start': {
      const filters = filtersOf(query)
      // A search finds few events of the current month: the list shows all.
      return filters.search !== undefined || filters.status !== undefined
        ? listPage({ past: false, filters }, context)
        : dayPage(currentView('month', today), filters, context)
    }
    case 'today':
      return dayPage(currentView(destination.view, today), filtersOf(query), context)
    case 'directory':
      return directoryPage(destination.of, context)
    case 'view':
      return destination.view.kind === 'list'
        ? listPage({ past: destination.view.past, filters: filtersOf(query) }, context)
        : dayPage(destination.view, filtersOf(query), context)
    case 'record':
      return recordPage(destination, context)
    case 'term':
      return termPage(destination.taxonomy, destination.slug, context)
    case 'unknown':
      throw noPage()
  }
}

function response(page: Page, context: PageContext): WebResponse {
  return {
    status: page.status ?? 200,
    headers: { ...headersOf(context), 'content-type': 'text/html; charset=UTF-8' },
    body: documentOf(page, context),
    valid_at: context.reader.validAt(),
  }
}

function headersOf({ options: { headers } }: PageContext): Readonly<Record<string, string>> {
  return {
    ...headers,
    ...security_headers,
    'cache-control': 'private, no-cache',
    vary: 'Accept-Language, Authorization',
  }
}

/** The page for an error; asks for credentials if signing in may help. */
function errorResponse(error: PageError, context: PageContext): WebResponse {
  const { options, isSignedIn, query } = context
  // The interface answers 400 to visitors who ask for the list of another status.
  const mayHelp =
    error.status === 401 ||
    (!isSignedIn && (error.status === 403 || (error.status === 400 && query.status !== undefined)))
  const asks = options.sign_in && mayHelp
  const shown = asks ? new PageError(401, error.text) : error
  const made = response(errorPage(shown, context), context)
  return {
    ...made,
    headers: {
      ...made.headers,
      ...(asks && { 'www-authenticate': 'Basic realm="calendar", charset="UTF-8"' }),
      ...(error.retry_after !== undefined && { 'retry-after': error.retry_after }),
    },
  }
}

/** Asks for credentials. The path is at the top level, so that browsers send them with the requests of all pages. */
async function signIn(context: PageContext): Promise<WebResponse> {
  if (!context.options.sign_in) throw noPage()
  if (!context.isSignedIn) return errorResponse(new PageError(401, t('Sign-in required')), context)
  await context.reader.get({ path: '/events', query: { per_page: 1 } })
  return moved('/events/', context)
}

function moved(path: string, context: PageContext): WebResponse {
  const { api_root } = context.options
  return {
    status: 302,
    headers: {
      ...headersOf(context),
      'content-type': 'text/plain; charset=UTF-8',
      location: context.href(path, context.query),
    },
    body: `${context.options.base}${path}\n${api_root}\n`,
  }
}

function notAllowed(destination: Destination, context: PageContext): WebResponse {
  const made = errorResponse(new PageError(405, t('Pages can only be read.')), context)
  const isEvent = destination.kind === 'record' && destination.record === 'event'
  return { ...made, headers: { ...made.headers, allow: isEvent ? 'GET, HEAD, POST' : 'GET, HEAD' } }
}

function noPage(): PageError {
  return new PageError(404, t('There is no page at this address.'))
}

/** Whether the client accepts HTML, as browsers do. Others get the address of the interface as text. */
function acceptsHtml({ parsed, headers }: WebRequest): boolean {
  return parsed.method === 'GET' && /\btext\/html\b/.test(headers.accept ?? '')
}

/** The context with the password of the submitted form. */
function withPassword(context: PageContext): PageContext {
  const { password } = context.request.parsed.body
  return typeof password !== 'string' || password === '' ? context : { ...context, password }
}

function errorPage({ status, text: message }: PageError, { href, language, text }: PageContext): Page {
  const title = text(headingOf(status))
  return {
    status,
    title,
    head: html`<meta name="robots" content="noindex">`,
    main: html`<div class="error"><p class="kicker">${status}</p>
<h1>${title}</h1>
<p>${message[language]}</p>
<p><a href="${href('/events/')}">${text(t('Go to the calendar'))}</a></p></div>`,
  }
}

function headingOf(status: number): Text {
  if (status === 401) return t('Sign-in required')
  if (status === 403) return t('Not accessible')
  if (status === 404 || status === 410) return t('Page not found')
  return status >= 500 || status === 429 ? t('The calendar is not available') : t('The address is not valid')
}

async function directoryPage(kind: 'venue' | 'organizer', context: PageContext): Promise<Page> {
  const { text, href, language, reader, options } = context
  const plural = plurals[kind]
  const { records, total } = await listAll(reader, plural, {})
  const compareNames = nameOrder(language)
  const places = records.map((record) => placeView(kind, record)).toSorted((a, b) => compareNames(a.name, b.name))
  const note =
    places.length < total &&
    html`<p class="note">${text(t('Only the first {count} of {total} are shown.', { count: places.length, total }))}</p>`
  const items = places.map(
    ({
      path,
      name,
      city,
    }) => html`<li><a href="${href(path)}">${name}</a>${city !== '' && html` <span>${city}</span>`}</li>
`,
  )
  const way_out = [{ href: href('/events/'), name: text(t('Go to the calendar')) }]
  return {
    title: text(names[plural]),
    main: html`${heading(text(names[plural]), {}, context)}
${note}
${places.length === 0 ? noEvents(t('There are none yet.'), way_out, text) : html`<ul class="directory">${items}</ul>`}`,
    canonical: `${options.base}/${plural}/`,
    behind: { address: { path: `/${plural}`, query: { per_page: 50 } }, command: [plural, 'list', '--all'] },
  }
}
