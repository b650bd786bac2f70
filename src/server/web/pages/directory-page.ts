// The venues or organizers of the calendar, by name.
import type { Page, PageContext } from '../context.ts'
import { html } from '../html.ts'
import { heading, noEvents } from '../parts/layout.ts'
import { allRecords } from '../reader.ts'
import { placeView } from '../records.ts'
import { filledText } from '../context.ts'
import { plurals } from '../selection.ts'

const collator = new Intl.Collator()

export async function directoryPage(kind: 'venue' | 'organizer', context: PageContext): Promise<Page> {
  const { text, href, reader, options } = context
  const plural = plurals[kind]
  const { records, total } = await allRecords(reader, plural, {})
  const places = records.map((record) => placeView(kind, record)).toSorted((a, b) => collator.compare(a.name, b.name))
  const note =
    places.length < total &&
    html`<p class="note">${filledText(text('only_first_places'), { count: places.length, total })}</p>`
  const items = places.map(
    ({
      path,
      name,
      city,
    }) => html`<li><a href="${href(path)}">${name}</a>${city !== '' && html` <span>${city}</span>`}</li>
`,
  )
  const way_out = [{ href: href('/events/'), name: text('to_calendar') }]
  return {
    title: text(plural),
    main: html`${heading(text(plural), {}, context)}
${note}
${places.length === 0 ? noEvents('no_records', way_out, text) : html`<ul class="directory">${items}</ul>`}`,
    canonical: `${options.base}/${plural}/`,
    behind: { address: { path: `/${plural}`, query: { per_page: 50 } }, command: [plural, 'list', '--all'] },
  }
}
