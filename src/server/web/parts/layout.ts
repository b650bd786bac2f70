// The document around every page: head, navigation, heading, content, the request behind it.
import { fullDay, monthTitle, spanText } from '../../../base/dates/day-names.ts'
import { weekOf } from '../../../base/dates/days.ts'
import { weekSpan } from '../../../base/dates/periods.ts'
import { descriptionOf, type Language, languages, pattern, type Text, t } from '../../../base/text/language.ts'
import { type Filters, spanOf, type View, type ViewKind, viewPath } from '../address.ts'
import { apiUrl, commandLine } from '../reader.ts'
import { names, type Page, type PageContext } from '../context.ts'
import { html, type Html } from '../html.ts'
import { type Subscription, subscribeMenu } from './subscribe.ts'

export function documentOf(page: Page, context: PageContext): string {
  const { language, text } = context
  const name = text(t('Calendar'))
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${page.title === name ? name : `${page.title} – ${name}`}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="cal">
${links(page, name, context)}
${metaTags(page, name)}
${page.head}
</head>
<body${page.isWide && html` class="wide"`}${scriptTexts(context)}>
<a class="skip" href="#main">${text(t('Skip to content'))}</a>
<header class="top">
<a class="brand" href="${context.href('/events/')}">${name}</a>
${tabs(page, context)}
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
${footer(page, context)}
</body>
</html>
`.toString()
}

/** What `browser/page.ts` says. */
function scriptTexts({ language, text }: PageContext): Html {
  const note = pattern('Times are in each event’s time zone. Time zone of this device: {zone}.')
  const here = pattern('here ({zone}):')
  const { locale } = descriptionOf(language)
  return html` data-locale="${locale}" data-note="${text(note)}" data-here="${text(here)}" data-copied="${text(t('Copied'))}"`
}

function links({ canonical, feed }: Page, name: string, { assets, href }: PageContext): Html {
  const asset = (path: string) => href(path, { lang: undefined })
  return html`<link rel="icon" type="image/svg+xml" href="${asset(assets.icon)}">
<link rel="stylesheet" href="${asset(assets.style)}">
${canonical !== undefined && html`<link rel="canonical" href="${canonical}">`}
${feed !== undefined && html`<link rel="alternate" type="text/calendar" title="${name}" href="${feed}">`}
<script type="module" src="${asset(assets.page)}"></script>`
}

/** The description, and the preview that other sites show for a link to a public page. */
function metaTags({ title, canonical, description = '', image }: Page, name: string): Html {
  if (canonical === undefined) return html``
  const properties = Object.entries({
    'og:site_name': name,
    'og:type': 'website',
    'og:title': title,
    'og:url': canonical,
    'og:description': description,
    'og:image': image ?? '',
  }).filter(([, value]) => value !== '')
  return html`${description !== '' && html`<meta name="description" content="${description}">`}
${properties.map(
  ([property, content]) => html`<meta property="${property}" content="${content}">
`,
)}`
}

const view_kinds: readonly ViewKind[] = ['month', 'week', 'day', 'list']

/** Links to all views of the same days, with the same filters. */
function tabs({ view, filters = {} }: Page, context: PageContext): Html {
  const { today } = context
  const shown = view && 'date' in view ? view.date : today
  // From a month, other views show its first day, or today for the current month.
  const date = view?.kind === 'month' && today.startsWith(shown.slice(0, 7)) ? today : shown
  const target = (kind: ViewKind): View => {
    if (kind === 'list') return { kind, past: false }
    return { kind, date: kind === 'week' ? weekSpan(date, 1).from : date }
  }
  return html`<nav class="tabs" aria-label="${context.text(t('Views'))}">${view_kinds.map((kind) => {
    const current = view?.kind === kind && html` aria-current="page"`
    return html`<a href="${context.href(viewPath(target(kind)), filters)}"${current}>${context.text(names[kind])}</a>`
  })}</nav>`
}

function footer(page: Page, context: PageContext): Html {
  const { text, href, options } = context
  const isSignedIn = context.isSignedIn && page.status !== 401
  return html`<footer class="foot">
${behind(page, context)}
<p class="links">
<a href="${href('/venues/')}">${text(t('Venues'))}</a>
<a href="${href('/organizers/')}">${text(t('Organizers'))}</a>
${options.sign_in && !isSignedIn && html`<a href="${href('/sign-in')}" rel="nofollow">${text(t('Sign in'))}</a>`}
${languages
  .filter((other) => other !== context.language)
  .map(
    (other) =>
      html`<a lang="${other}" hreflang="${other}" href="${sameIn(other, context)}">${descriptionOf(other).name}</a>`,
  )}
</p>
</footer>`
}

/** The address of this page in a language. */
function sameIn(language: string, { href, request, query }: PageContext): string {
  return href(request.path, { ...query, lang: language })
}

/** The API request and the command that return the content of the page. */
function behind({ behind: shown }: Page, { options: { api_root }, text }: PageContext): Html {
  if (!shown) return html``
  const url = apiUrl(api_root, shown.address)
  const isLink = /^https?:/.test(url)
  const json = isLink && html` <a href="${url}">${text(t('Open JSON'))}</a>`
  const copy = html`<button type="button" class="quiet" data-copy="command" hidden>${text(t('Copy'))}</button>`
  return html`<details class="behind"><summary>${text(t('API request for this page'))}</summary>
<dl>
<dt>${text(t('API'))}</dt><dd><code>GET ${url}</code>${json}</dd>
<dt>${text(t('Command line'))}</dt>
<dd><code id="command">${commandLine(api_root, shown.command)}</code> ${copy}</dd>
</dl>
</details>`
}

/** Hidden fields that keep values in a form. */
export function hiddenFields(values: Filters | Readonly<Record<string, string | undefined>>): Html {
  return html`${Object.entries(values).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`,
  )}`
}

export interface Pager {
  readonly label: Text
  readonly previous?: { readonly href: string; readonly name: Text } | undefined
  readonly next?: { readonly href: string; readonly name: Text } | undefined
  readonly today?: string
}

export function heading(
  title: string,
  { pager, subscription }: { readonly pager?: Pager; readonly subscription?: Subscription },
  context: PageContext,
): Html {
  const tools = [pager && pagerOf(pager, context), subscription && subscribeMenu(subscription, context)]
  return html`<div class="bar"><h1>${title}</h1><div class="tools">${tools}</div></div>`
}

/** What a page without events or records shows: what else there is. */
export function noEvents(
  sentence: Text,
  links: readonly { readonly href: string; readonly name: string }[],
  text: PageContext['text'],
): Html {
  return html`<div class="none"><p>${text(sentence)}</p>
<p>${links.map(({ href, name }) => html`<a href="${href}">${name}</a> `)}</p></div>`
}

function pagerOf({ label, previous, next, today }: Pager, { text }: PageContext): Html {
  if (!previous && !next && today === undefined) return html``
  return html`<nav class="pager" aria-label="${text(label)}">
${previous && html`<a class="step" rel="prev" href="${previous.href}" aria-label="${text(previous.name)}">‹</a>`}
${today !== undefined && html`<a href="${today}">${text(t('Today'))}</a>`}
${next && html`<a class="step" rel="next" href="${next.href}" aria-label="${text(next.name)}">›</a>`}
</nav>`
}

/** The title of a view: `November 2026`, `Week 48, 23 Nov – 29 Nov 2026`. */
export function viewTitle(view: View, language: Language): string {
  switch (view.kind) {
    case 'list':
      return (view.past ? t('Past events') : t('Upcoming events'))[language]
    case 'day':
      return fullDay(view.date, language)
    case 'week':
      // On a narrow screen, the heading breaks after the week only.
      return [t('Week {week}', { week: weekOf(view.date) })[language], spanText(spanOf(view), language)]
        .map((part) => part.replaceAll(' ', '\u00a0'))
        .join(', ')
    case 'month':
      return monthTitle(view.date.slice(0, 7), language)
  }
}
