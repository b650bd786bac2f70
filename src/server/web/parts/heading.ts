// The heading of a view, with links to the days before and after.
import type { PageContext } from '../context.ts'
import { html, type Html } from '../html.ts'
import type { PageWord } from '../words.ts'

export interface Pager {
  readonly label: PageWord
  readonly previous?: { readonly href: string; readonly name: PageWord } | undefined
  readonly next?: { readonly href: string; readonly name: PageWord } | undefined
  readonly today?: string
}

export function heading(title: string, pager: Pager | undefined, context: PageContext): Html {
  return html`<div class="bar"><h1>${title}</h1>${pager && pagerOf(pager, context)}</div>`
}

function pagerOf({ label, previous, next, today }: Pager, { text }: PageContext): Html {
  return html`<nav class="pager" aria-label="${text(label)}">
${previous && html`<a class="step" rel="prev" href="${previous.href}" aria-label="${text(previous.name)}">‹</a>`}
${today !== undefined && html`<a href="${today}">${text('today')}</a>`}
${next && html`<a class="step" rel="next" href="${next.href}" aria-label="${text(next.name)}">›</a>`}
</nav>`
}
