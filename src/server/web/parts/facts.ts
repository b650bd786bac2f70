// Names and values of a record.
import { html, type Html } from '../html.ts'

/** A definition list of names and values, without undefined values. */
export function facts(rows: readonly (readonly [string, Html | undefined])[]): Html {
  const shown = rows.filter(([, value]) => value !== undefined)
  if (shown.length === 0) return html``
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}
