// Templates of HTML: every value is escaped, except for other templates. The headers of pages: nothing is loaded from
// other hosts, and no inline script runs.
import { html as template, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString

export function html(texts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  const made = template(texts, ...values)
  if (made instanceof Promise) throw new TypeError('a template has a promise as value')
  return made
}

/** A text that is already HTML and is not escaped. */
export function trusted(text: string): Html {
  return raw(text)
}

/** Structured data in a script element; `<` is escaped, so that no text can close the element. */
export function jsonScript(value: unknown): Html {
  return trusted(`<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`)
}

export const security_headers = {
  'content-security-policy':
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
} as const
