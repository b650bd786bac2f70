// Cells that stand for an empty value, such as `NULL` or `n/a`: as names of records they are probably a mistake.
import { type Language, t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { resources } from '../../spec/resources.ts'
import { nameOf, type Reference } from './references.ts'

const placeholder =
  /^(?:[-–—_.?/\s]+|null|nil|nan|undefined|n\.?\s*\/?\s*[av]\.?|k\.?\s*a\.?|keine angaben?|tba|tbd|tbc|#n\/a|#nv|#null!)$/i
const listed_max = 5

/** A warning that names such references; undefined if there are none. They are not changed: one may be a real name. */
export function placeholderText(references: readonly Pick<Reference, 'kind' | 'value'>[]): Text | undefined {
  const found = references.flatMap(({ kind, value }) => {
    const name = nameOf(kind, value)?.trim()
    return name !== undefined && placeholder.test(name) ? [{ kind, name }] : []
  })
  if (found.length === 0) return undefined
  const more = found.length > listed_max ? ', …' : ''
  const shown = found.slice(0, listed_max)
  const list = (language: Language) =>
    shown.map(({ kind, name }) => `${resources[kind].title[language]} ${quoted(name)[language]}`).join(', ')
  return t('warning: names that probably stand for an empty cell: {list}{more}; to link no record, empty these cells', {
    list,
    more,
  })
}
