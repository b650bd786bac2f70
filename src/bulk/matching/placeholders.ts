// Names of records that are probably a mistake: `NULL` or `n/a`, which stand for an empty value, and numbers.
import { type Language, t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { resources } from '../../spec/resources.ts'
import { isCreatable, nameOf, type Reference } from './references.ts'

const placeholder =
  /^(?:[-–—_.?/\s]+|null|nil|nan|undefined|n\.?\s*\/?\s*[av]\.?|k\.?\s*a\.?|keine angaben?|tba|tbd|tbc|#n\/a|#nv|#null!)$/i
const listed_max = 5

/** A warning that names such references; undefined if there are none. They are not changed: one may be a real name. */
export function placeholderText(references: readonly Named[]): Text | undefined {
  const found = namesIn(references, ({ kind, value }) => nameOf(kind, value), placeholder)
  return (
    found &&
    t('warning: names that probably stand for an empty cell: {list}{more}; to link no record, empty these cells', found)
  )
}

/** Says how numbers are read in place of names; undefined if there are none. */
export function numberNamesText(references: readonly Named[]): Text | undefined {
  const found = namesIn(
    references,
    (one) => (typeof one.value === 'string' && isCreatable(one) ? one.value : undefined),
    /^\d+$/,
  )
  return (
    found &&
    t('numbers in place of names: {list}{more}; one that is neither a name nor an id becomes a new name', found)
  )
}

type Named = Pick<Reference, 'kind' | 'value' | 'whole'>

function namesIn(references: readonly Named[], nameIn: (reference: Named) => string | undefined, sought: RegExp) {
  const found = references.flatMap((reference) => {
    const name = nameIn(reference)?.trim()
    return name !== undefined && sought.test(name) ? [{ kind: reference.kind, name }] : []
  })
  if (found.length === 0) return undefined
  const more = found.length > listed_max ? ', …' : ''
  const shown = found.slice(0, listed_max)
  const list = (language: Language) =>
    shown.map(({ kind, name }) => `${resources[kind].title[language]} ${quoted(name)[language]}`).join(', ')
  return { list, more }
}
