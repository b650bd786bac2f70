// The page for an error, with a link to the calendar.
import type { Page, PageContext } from '../context.ts'
import { html } from '../html.ts'
import type { PageError } from '../page-error.ts'
import type { PageWord } from '../words.ts'

export function errorPage({ status, text: message }: PageError, { href, language, text }: PageContext): Page {
  const title = text(headingOf(status))
  return {
    status,
    title,
    head: html`<meta name="robots" content="noindex">`,
    main: html`<div class="error"><p class="kicker">${status}</p>
<h1>${title}</h1>
<p>${message[language]}</p>
<p><a href="${href('/events/')}">${text('to_calendar')}</a></p></div>`,
  }
}

function headingOf(status: number): PageWord {
  if (status === 401) return 'sign_in_needed'
  if (status === 403) return 'not_allowed'
  if (status === 404 || status === 410) return 'not_found'
  return status >= 500 || status === 429 ? 'service_failed' : 'bad_address'
}
