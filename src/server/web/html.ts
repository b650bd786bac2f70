// Templates of HTML: every value is escaped, except for other templates.
import { html as template, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString

export function html(texts: TemplateStringsArray, ...values: readonly unknown[]): Html {
  const made = template(texts, ...values)
  if (made instanceof Promise) throw new TypeError('a template has a promise as value')
  return made
}

/** Text that is HTML already. */
export function trusted(text: string): Html {
  return raw(text)
}

/** Data for programs inside a page: `<` can't begin a tag. */
export function jsonScript(type: string, value: unknown): Html {
  return trusted(`<script type="${type}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`)
}
