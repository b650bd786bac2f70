// The pages of a plan, made from its steps without requests to the service.
import type { WebHandler, WebRequest, WebResponse } from '../../../base/exchange.ts'
import { openAssets } from '../assets.ts'
import { contextOf, type Page, type PageContext } from '../context.ts'
import type { WebOptions } from '../options.ts'
import { PageError } from '../page-error.ts'
import { errorPage } from '../pages/error-page.ts'
import { documentOf } from '../parts/layout.ts'
import { security_headers } from '../parts/security-headers.ts'
import { monthView } from '../views.ts'
import { words } from '../words.ts'
import { monthPath, planPage, type PlanView } from './plan-page.ts'
import { plannedEvents, type ShownPlan } from './shown-plan.ts'

export type PlanPagesOptions = Pick<WebOptions, 'api_root' | 'base' | 'timezone' | 'headers' | 'now'>

export async function openPlanPages(plan: ShownPlan, options: PlanPagesOptions): Promise<WebHandler> {
  const assets = await openAssets()
  const events = plannedEvents(plan)
  const months = new Set(events.flatMap(({ view }) => [view.first_day.slice(0, 7), view.last_day.slice(0, 7)]))
  const shown = { plan, events, months: [...months].toSorted() }
  return async (request) => {
    const context = planContext(request, options, assets.paths)
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD') throw new PageError(405, words.only_get)
      const asset = /^\/assets\/(.+)$/.exec(request.path)?.[1]
      const file = asset === undefined ? undefined : assets.at(asset, request.headers['accept-encoding'])
      if (file) return { ...file, headers: { ...security_headers, ...file.headers } }
      return answered(request.path, shown, context)
    } catch (error) {
      if (!(error instanceof PageError)) throw error
      const made = response(errorPage(error, context), context)
      return error.status === 405 ? { ...made, headers: { ...made.headers, allow: 'GET, HEAD' } } : made
    }
  }
}

function planContext(
  request: WebRequest,
  options: PlanPagesOptions,
  paths: Parameters<typeof contextOf>[2],
): PageContext {
  const nothing = () => Promise.reject(new PageError(404, words.no_page))
  const context = contextOf(request, { ...options, exchange: nothing, sign_in: false }, paths)
  return { ...context, shows: 'plan', options: { ...context.options, name: context.text('plan') } }
}

function answered(path: string, shown: PlanView, context: PageContext): WebResponse {
  const list_page = Number(/^\d{1,9}$/.exec(context.query.get('page') ?? '')?.[0] ?? 1)
  const [first] = shown.months
  if (path === '/' && first !== undefined) return moved(monthPath(first), context)
  if (path === '/') return response(planPage(shown, { list_page }, context), context)
  const [, month] = /^\/month\/([^/]+)\/$/.exec(path) ?? []
  if (month === undefined) throw new PageError(404, words.no_page)
  monthView(month)
  return response(planPage(shown, { month, list_page }, context), context)
}

function response(page: Page, context: PageContext): WebResponse {
  return {
    status: page.status ?? 200,
    headers: { ...headersOf(context), 'content-type': 'text/html; charset=UTF-8' },
    body: documentOf(page, context),
  }
}

function moved(path: string, context: PageContext): WebResponse {
  const location = context.href(path, Object.fromEntries(context.query))
  return {
    status: 302,
    headers: { ...headersOf(context), 'content-type': 'text/plain; charset=UTF-8', location },
    body: `${location}\n`,
  }
}

/** Not cached, because a plan is only valid for the current state of the calendar. */
function headersOf({ options: { headers } }: PageContext): Readonly<Record<string, string>> {
  return { ...headers, ...security_headers, 'cache-control': 'no-store', vary: 'Accept-Language' }
}
