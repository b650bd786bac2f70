// The pages of a plan, made from its steps without requests to the service: the events of a month that the plan
// creates, changes or deletes, followed by all steps.
import { getOrInsert } from '../../../base/collections.ts'
import type { Day } from '../../../base/dates/days.ts'
import type { WebHandler, WebRequest, WebResponse } from '../../../base/exchange.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { Language, Text } from '../../../base/text/language.ts'
import { openAssets } from '../assets.ts'
import { contextOf, filledText, type Page, type PageContext, type WebOptions } from '../context.ts'
import { html, type Html } from '../html.ts'
import { PageError } from '../page-error.ts'
import { gridData, untilText } from '../parts/event-items.ts'
import { documentOf, heading, type Pager, security_headers } from '../parts/layout.ts'
import { dayText, machineTime, timeText, viewTitle } from '../period-text.ts'
import { type EventView, eventView } from '../records.ts'
import { monthView, spanOf, type View } from '../views.ts'
import { type PageWord, words } from '../words.ts'
import { errorPage } from './error-page.ts'

export type PlanPagesOptions = Pick<WebOptions, 'api_root' | 'base' | 'timezone' | 'headers' | 'now'>

export async function openPlanPages(plan: ShownPlan, options: PlanPagesOptions): Promise<WebHandler> {
  const assets = await openAssets()
  const events = plannedEvents(plan)
  const months = new Set(events.flatMap(({ view }) => [view.first_day.slice(0, 7), view.last_day.slice(0, 7)]))
  const shown = { plan, events, months: [...months].toSorted() }
  return async (request) => {
    const context = planContext(request, options, assets.paths)
    try {
      if (request.parsed.method !== 'GET') throw new PageError(405, words.only_get)
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
  const list_page = Number(/^\d{1,9}$/.exec(context.query.page ?? '')?.[0] ?? 1)
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
  const location = context.href(path, context.query)
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

interface PlanView {
  readonly plan: ShownPlan
  readonly events: readonly PlannedEvent[]
  /** The months in which events begin or end, in order. */
  readonly months: readonly string[]
}

const steps_per_page = 200
/** The maximum number of events in a month, as in the pages of a calendar. */
const events_max = 1_000

const state_signs: Readonly<Record<EventState, string>> = { create: '+', update: '~', delete: '−', old: '→' }
const state_words: Readonly<Record<EventState, PageWord>> = {
  create: 'plan_created',
  update: 'plan_updated',
  delete: 'plan_deleted',
  old: 'plan_moved_from',
}

/** The page of a month, `2026-11`, or only the list of steps. `list_page` counts from 1. */
function planPage(
  shown: PlanView,
  { month, list_page }: { readonly month?: string | undefined; readonly list_page: number },
  context: PageContext,
): Page {
  const { plan } = shown
  const { text, language } = context
  const title = month === undefined ? text('plan') : viewTitle({ kind: 'month', date: `${month}-01` }, language)
  const only_events = month !== undefined && ` ${text('plan_only_its_events')}`
  return {
    title,
    head: html`<meta name="robots" content="noindex">`,
    hasGrid: month !== undefined,
    main: html`<p class="kicker">${context.options.api_root}</p>
${heading(title, month === undefined ? undefined : pagerOf(month, shown, context), context)}
<p class="sub">${plan.counts[language]}. ${text('plan_writes_nothing')}${only_events}</p>
${month !== undefined && monthOf(month, shown, context)}
${stepList(shown, list_page, context)}`,
  }
}

function monthPath(month: string): string {
  return `/month/${month}/`
}

function pagerOf(month: string, { months }: PlanView, { href }: PageContext): Pager {
  const previous = months.findLast((other) => other < month)
  const next = months.find((other) => other > month)
  return {
    label: 'browse_dates',
    previous: previous === undefined ? undefined : { href: href(monthPath(previous)), name: 'plan_previous_month' },
    next: next === undefined ? undefined : { href: href(monthPath(next)), name: 'plan_next_month' },
  }
}

function monthOf(month: string, { events }: PlanView, context: PageContext): Html {
  const { text, language, today } = context
  const view: Extract<View, { date: Day }> = { kind: 'month', date: `${month}-01` }
  const { from, to } = spanOf(view)
  const all = events.filter((event) => event.view.first_day <= to && event.view.last_day >= from)
  const shown = all.slice(0, events_max)
  const days = new Map<Day, PlannedEvent[]>()
  for (const event of shown) {
    const { first_day } = event.view
    const isBefore = first_day < from
    getOrInsert(days, isBefore ? from : first_day, () => []).push(event)
  }
  const data = html`data-view="month" data-date="${view.date}" data-today="${today}" data-language="${language}"`
  const note = filledText(text('plan_only_first'), { count: shown.length, total: all.length })
  return html`${legend(shown, context)}
${all.length > shown.length && html`<p class="note">${note}</p>`}
<div class="grid-frame"><div id="grid" hidden ${data}></div></div>
<div class="days" id="days">${all.length === 0 && html`<p class="none">${text('no_events')}</p>`}${[...days].map(
    ([day, items]) => html`<section class="day"><h2>${dayText(day, 'long', language)}</h2>
<ul>${items.map((event) => dayItem(event, day, context))}</ul></section>
`,
  )}</div>`
}

/** The legend of the states that the month contains. */
function legend(events: readonly PlannedEvent[], { text }: PageContext): Html {
  const states = (['create', 'update', 'delete', 'old'] as const).filter((one) =>
    events.some(({ state }) => state === one),
  )
  if (states.length === 0) return html``
  return html`<ul class="legend" aria-label="${text('plan_legend')}">${states.map(
    (state) => html`<li class="plan-${state}">${state_signs[state]} ${text(state_words[state])}</li>`,
  )}</ul>`
}

function dayItem({ state, view, n, moves_to }: PlannedEvent, day: Day, context: PageContext): Html {
  const { language, text } = context
  const target = moves_to === undefined ? '' : ` → ${dayText(moves_to, 'bare', language)}`
  const step = stepHref(n, context)
  const time = html`<time datetime="${machineTime(view, view.start)}">${timeText(view, day, language)}</time>`
  const link = html`<a href="${step}">${state !== 'old' && `${state_signs[state]} `}${view.title}${target}</a>`
  const mark = html`<span class="mark">${text(state_words[state])}</span>`
  return html`<li class="plan-${state}"${gridData(view)}>${time} ${link} ${mark}${untilText(view, day, context)}</li>
`
}

/** The address of step `n` in the list, on this page or on another page of the list. */
function stepHref(n: number, { href, request }: PageContext): string {
  const page = Math.ceil(n / steps_per_page)
  return `${href(request.path, page === 1 ? {} : { page: String(page) })}#step-${n}`
}

function stepList({ plan: { steps } }: PlanView, list_page: number, context: PageContext): Html {
  const { text, language, href, request } = context
  const pages = Math.max(1, Math.ceil(steps.length / steps_per_page))
  const page = Math.min(Math.max(1, list_page), pages)
  const first = (page - 1) * steps_per_page
  const link = (to: number, name: PageWord) =>
    to >= 1 && to <= pages && html`<a href="${href(request.path, { page: String(to) })}#steps">${text(name)}</a>`
  const position = html`<span>${filledText(text('page_of'), { page, pages })}</span>`
  const pager = [link(page - 1, 'previous_list'), position, link(page + 1, 'next_list')]
  return html`<section class="steps" aria-labelledby="steps"><h2 class="section" id="steps">${text('plan_steps')}</h2>
${steps.length === 0 && html`<p class="none">${text('plan_empty')}</p>`}
<ol start="${first + 1}">${steps.slice(first, first + steps_per_page).map(({ state, lines }, i) => {
    const [head = '', ...more] = lines(language)
    return html`<li id="step-${first + i + 1}" class="plan-${state}"><span class="head">${isolated(head.trim())}</span>${
      more.length > 0 && html`<ul>${more.map((line) => html`<li>${isolated(line.trim())}</li>`)}</ul>`
    }</li>
`
  })}</ol>
${pages > 1 && html`<nav class="pages" aria-label="${text('pages')}">${pager}</nav>`}</section>`
}

/** Quoted texts in their own direction, so that one from right to left doesn't reorder the dates next to it. */
function isolated(line: string): Html {
  const parts = line.split(/("[^"]*"|„[^“]*“)/)
  return html`${parts.map((part, i) => (i % 2 === 1 ? html`<bdi>${part}</bdi>` : part))}`
}

type StepState = 'create' | 'update' | 'delete' | 'conflict' | 'invalid' | 'skip'

export interface ShownStep {
  readonly state: StepState
  /** The action, followed by a line for each changed field or error. */
  lines(language: Language): readonly string[]
  /** The event after the step, or the deleted event; absent for other records and for steps without a write. */
  readonly event?: JsonObject
  /** The event with its current dates, if they change. */
  readonly moved_from?: JsonObject
}

export interface ShownPlan {
  /** `3 to create, 1 to update` */
  readonly counts: Text
  readonly steps: readonly ShownStep[]
}

/** `old`: the current dates of an event that moves. */
type EventState = 'create' | 'update' | 'delete' | 'old'

/** An event in the grid. */
interface PlannedEvent {
  readonly state: EventState
  readonly view: EventView
  /** The number of its step, from 1. */
  readonly n: number
  /** For `old`: the new day of the event. */
  readonly moves_to?: Day
}

/** The events of the plan that have a date, in the order of their start. */
function plannedEvents({ steps }: ShownPlan): readonly PlannedEvent[] {
  return steps
    .flatMap((step, i) => eventsOf(step, i + 1))
    .toSorted((a, b) => (a.view.start < b.view.start ? -1 : a.view.start > b.view.start ? 1 : a.n - b.n))
}

function eventsOf({ state, event, moved_from }: ShownStep, n: number): readonly PlannedEvent[] {
  if (event === undefined || !hasDate(event)) return []
  if (state !== 'create' && state !== 'update' && state !== 'delete') return []
  const view = eventView(event)
  const old = moved_from === undefined || !hasDate(moved_from) ? undefined : eventView(moved_from)
  return [{ state, view, n }, ...(old ? [{ state: 'old' as const, view: old, n, moves_to: view.first_day }] : [])]
}

function hasDate({ start_date }: JsonObject): boolean {
  return typeof start_date === 'string' && /^\d{4}-\d\d-\d\d /.test(start_date)
}
