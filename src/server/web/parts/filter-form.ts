// The form with the filters of a list, and their choices from the service.
import { objectsOf } from '../../../base/json.ts'
import type { PageContext } from '../context.ts'
import type { FilterName, Filters } from '../address.ts'
import { html, type Html } from '../html.ts'
import { placeView, termView } from '../records.ts'
import { orNothing, per_page_max } from '../reader.ts'
import { status_names, type PageWord } from '../words.ts'
import { hiddenFields } from './layout.ts'

interface Choice {
  readonly value: string
  readonly name: string
}

/** The choices of each filter: the first fifty records of each kind. */
export interface Choices {
  readonly category: readonly Choice[]
  readonly tag: readonly Choice[]
  readonly venue: readonly Choice[]
  readonly organizer: readonly Choice[]
}

export async function choicesFor({ reader }: PageContext): Promise<Choices> {
  const list = async (kind: string) => {
    const answer = await orNothing(reader.get({ path: `/${kind}`, query: { per_page: per_page_max } }))
    return objectsOf(answer?.[kind])
  }
  const [categories, tags, venues, organizers] = await Promise.all(
    ['categories', 'tags', 'venues', 'organizers'].map(list),
  )
  const term = (kind: 'category' | 'tag') => (record: Parameters<typeof termView>[1]) => {
    const { slug, name } = termView(kind, record)
    return { value: slug, name }
  }
  const place = (kind: 'venue' | 'organizer') => (record: Parameters<typeof placeView>[1]) => {
    const { id, name } = placeView(kind, record)
    return { value: String(id), name }
  }
  return {
    category: (categories ?? []).map(term('category')),
    tag: (tags ?? []).map(term('tag')),
    venue: byName((venues ?? []).map(place('venue'))),
    organizer: byName((organizers ?? []).map(place('organizer'))),
  }
}

function byName(choices: readonly Choice[]): readonly Choice[] {
  return choices.toSorted((a, b) => a.name.localeCompare(b.name))
}

export interface FilterForm {
  /** The path of the page. */
  readonly path: string
  readonly filters: Filters
  readonly choices: Choices
  /** Further values of the address to keep. */
  readonly keep?: Readonly<Record<string, string | undefined>>
}

const select_names = ['category', 'tag', 'venue', 'organizer'] as const

export function filterForm({ path, filters, choices, keep = {} }: FilterForm, context: PageContext): Html {
  const { href, text, query } = context
  const hasFilters = Object.keys(filters).length > 0
  const lang = query.get('lang') ?? undefined
  const count = hasFilters && html` <b>${Object.keys(filters).length}</b>`
  return html`<details class="filters"${hasFilters && html` open`}><summary>${text('filters')}${count}</summary>
<form method="get" action="${href(path, { lang: undefined })}" role="search">
${hiddenFields({ ...keep, lang })}
<label>${text('search')} <input type="search" name="search" value="${filters.search ?? ''}"></label>
${select_names.map((name) => select(name, choices[name], { filters, context }))}
${context.may_see_drafts && select('status', statusChoices(context), { filters, context })}
<span class="buttons"><button>${text('apply')}</button>${hasFilters && html` <a href="${href(path, keep)}">${text('clear')}</a>`}</span>
</form></details>`
}

function statusChoices({ language }: PageContext): readonly Choice[] {
  return Object.entries(status_names).map(([value, name]) => ({ value, name: name[language] }))
}

function select(
  name: FilterName & PageWord,
  choices: readonly Choice[],
  { filters, context: { text } }: { readonly filters: Filters; readonly context: PageContext },
): Html {
  const chosen = filters[name]
  const shown =
    chosen === undefined || choices.some(({ value }) => value === chosen)
      ? choices
      : [...choices, { value: chosen, name: chosen }]
  if (shown.length === 0) return html``
  return html`<label>${text(name)} <select name="${name}"><option value="">${text('any')}</option>${shown.map(
    ({ value, name: shown_name }) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${shown_name}</option>`,
  )}</select></label>
`
}
