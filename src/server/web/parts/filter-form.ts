// The form with the filters of a list, and their choices from the service.
import { capitalized, nameOrder, t } from '../../../base/text/language.ts'
import { status_names } from '../../../spec/event-parts.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { Plural } from '../../../spec/model.ts'
import { plurals } from '../../../spec/resources.ts'
import { names, type PageContext } from '../context.ts'
import type { FilterName, Filters } from '../address.ts'
import { html, type Html } from '../html.ts'
import { placeView, termView } from '../records.ts'
import { listAll, orUndefined } from '../reader.ts'
import { hiddenFields } from './layout.ts'

interface Choice {
  readonly value: string
  readonly name: string
}

/** The choices of each filter, up to 1,000. */
export type Choices = Readonly<Record<(typeof select_names)[number], readonly Choice[]>>

export async function choicesFor({ reader, language }: PageContext): Promise<Choices> {
  const compareNames = nameOrder(language)
  const list = async (plural: Plural, choiceOf: (record: JsonObject) => Choice): Promise<readonly Choice[]> => {
    const { records = [] } = (await orUndefined(listAll(reader, plural, {}))) ?? {}
    return records.map(choiceOf).toSorted((a, b) => compareNames(a.name, b.name))
  }
  const terms = (kind: 'category' | 'tag') =>
    list(plurals[kind], (record) => {
      const { slug, name } = termView(kind, record)
      return { value: slug, name }
    })
  const places = (kind: 'venue' | 'organizer') =>
    list(plurals[kind], (record) => {
      const { id, name } = placeView(kind, record)
      return { value: String(id), name }
    })
  const [category, tag, venue, organizer] = await Promise.all([
    terms('category'),
    terms('tag'),
    places('venue'),
    places('organizer'),
  ])
  return { category, tag, venue, organizer }
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
  const { lang } = query
  const count = hasFilters && html` <b>${Object.keys(filters).length}</b>`
  return html`<details class="filters"${hasFilters && html` open`}><summary>${text(t('Filters'))}${count}</summary>
<form method="get" action="${href(path, { lang: undefined })}" role="search">
${hiddenFields({ ...keep, lang })}
<label>${text(t('Search'))} <input type="search" name="search" value="${filters.search ?? ''}"></label>
${select_names.map((name) => select(name, choices[name], { filters, context }))}
${context.may_see_drafts && select('status', statusChoices(context), { filters, context })}
<span class="buttons"><button>${text(t('Apply'))}</button>${hasFilters && html` <a href="${href(path, keep)}">${text(t('Clear filters'))}</a>`}</span>
</form></details>
`
}

function statusChoices({ language }: PageContext): readonly Choice[] {
  return Object.entries(status_names).map(([value, name]) => ({ value, name: capitalized(name[language]) }))
}

function select(
  name: FilterName,
  choices: readonly Choice[],
  { filters, context: { text } }: { readonly filters: Filters; readonly context: PageContext },
): Html {
  const chosen = filters[name]
  const shown =
    chosen === undefined || choices.some(({ value }) => value === chosen)
      ? choices
      : [...choices, { value: chosen, name: chosen }]
  if (shown.length === 0) return html``
  return html`<label>${text(names[name])} <select name="${name}"><option value="">${text(t('All'))}</option>${shown.map(
    ({ value, name: shown_name }) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${shown_name}</option>`,
  )}</select></label>
`
}
