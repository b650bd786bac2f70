// Templates of HTML: every value is escaped, except for other templates.
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

/** JSON data in a script element; `<` is escaped, so that no text can close the element. */
export function jsonScript(type: string, value: unknown): Html {
  return trusted(`<script type="${type}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`)
}
