// Checks of texts: names, descriptions, images, and web addresses without schemes that a browser would execute.
import type { Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { safeMarkup, strippedMarkup } from '../../base/text/safe-markup.ts'
import { decodedEntities } from '../../base/text/untrusted-text.ts'
import { isAddress, isImageAddress } from '../../spec/addresses.ts'
import { mayUpload, mayUseAnyMarkup } from '../domain/rights.ts'
import { quirk } from '../quirks/quirks.ts'
import { type Check, check, type CheckContext, mistyped, refused, textOfOther } from './check.ts'
import { isYes } from './numbers.ts'

/** A text that must not be empty. Source: Q21, interface 6. */
export const nonEmptyText: Check<string> = check(t('non-empty text'), nonEmptyTextOf)

function nonEmptyTextOf(value: Json | undefined, { settings }: CheckContext): string | typeof refused {
  if (typeof value !== 'string' || value === '') return refused
  return value === '0' && quirk(settings, 'zero_text_is_refused') ? refused : value
}

/** A title, or the name of a record. */
export const name = markupCheck('line', t('non-empty text'), nonEmptyTextOf)

/** The text reduced to the markup that the caller may use. */
export function permitted(kind: 'line' | 'prose', text: string, { caller, settings }: CheckContext): string {
  if (mayUseAnyMarkup(caller)) return text
  const safe = safeMarkup(text, kind)
  return quirk(settings, 'markup_is_escaped') ? escapedMarkup(safe, kind) : safe
}

type ReadText = (value: Json | undefined, context: CheckContext) => string | typeof refused

function markupCheck(kind: 'line' | 'prose', needs: Text, readText: ReadText): Check<string> {
  return check(needs, (value, context) => {
    const text = readText(value, context)
    return text === refused ? refused : permitted(kind, text, context)
  })
}

/**
 * A text to search for. Each word is a condition of the query: the limit keeps it small enough for every storage
 * engine.
 */
export const searchText: Check<string> = check(t('a text of 1 to 1000 characters'), (value, context) =>
  typeof value === 'string' && value.length > search_characters_max ? refused : nonEmptyTextOf(value, context),
)
const search_characters_max = 1_000

/** The description or excerpt of an event, which may be empty. Source: interface Q13. */
export const description = markupCheck('prose', t('text'), optionalTextOf)

/** The description of a term, which may be empty and has no paragraphs. */
export const termDescription: Check<string> = check(t('text'), (value, context) => {
  const read = optionalTextOf(value, context)
  if (read === refused) return refused
  return quirk(context.settings, 'term_descriptions_are_stripped')
    ? strippedMarkup(read)
    : permitted('line', read, context)
})

function optionalTextOf(value: Json | undefined, context: CheckContext): string | typeof refused {
  return value === '' && !quirk(context.settings, 'optional_texts_cannot_be_empty')
    ? ''
    : nonEmptyTextOf(value, context)
}

const anyTextOf: ReadText = (value) => (typeof value === 'string' ? value : refused)

export const anyText: Check<string> = check(t('text'), anyTextOf)
/** The description of a venue or organizer. */
export const placeDescription = markupCheck('prose', t('text'), anyTextOf)

const image_needs = t('the id of an image, or a URL with http:// or https:// (role author or higher)')

/**
 * An image by id or URL. In quirks mode a URL is refused, because nothing is fetched. Source: Q16, Q29, interface 6.
 */
export const image: Check<string> = check(image_needs, async (value, context) => {
  const { store, settings, operation, caller } = context
  if (value === '' && operation.resource !== 'events') return ''
  const isKnown = async (id: number) => (await store.media.get(id)) !== undefined
  if (typeof value === 'number') return (await isKnown(value)) ? textOfOther(value, context) : refused
  if (typeof value !== 'string') return refused
  if (/^\d+$/.test(value)) return (await isKnown(Number(value))) ? value : refused
  if (quirk(settings, 'images_are_fetched') || !mayUpload(caller)) return refused
  return isImageAddress(value) ? value : refused
})

/** A flag that is declared a text; inside an event it may be of either type. Source: Q16, interface 6. */
export const flagText: Check<boolean> = check(t('a text such as true or false'), (value, context) => {
  if (typeof value === 'string') return isYes(value)
  if (typeof value !== 'boolean') return mistyped
  return context.operation.resource === 'venues' && textOfOther(value, context) === mistyped ? mistyped : value
})

const needs = t('an address with its scheme, such as https://example.com')

/** A URL with its scheme, or empty. Source: interface 6. */
export const website: Check<string> = check(needs, (value, { operation, settings }) => {
  const isNothing = value === false || (Array.isArray(value) && value.length === 0)
  if (isNothing && operation.resource === 'events' && quirk(settings, 'empty_websites_take_any_type')) return ''
  return typeof value === 'string' && (value === '' || isAddress(value)) ? value : refused
})

/** Attributes in titles, names and descriptions of terms. */
const line_attributes = /\s(?!(?:href|title|cite|datetime)=)[\w-]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]*))?/gi

/** The text with ampersands and brackets outside of tags as entities. `line`: tags keep few attributes. */
function escapedMarkup(text: string, kind: 'line' | 'prose'): string {
  // Up to the last end of a comment, so that no beginning without one searches to the end of the text.
  const comments_end = text.includes('-->') ? text.lastIndexOf('-->') + '-->'.length : 0
  const head = text.slice(0, comments_end).split(/(<!--[\s\S]*?-->|<\/?[a-z][^<>]*>)/i)
  const tail = text.slice(comments_end).split(/(<\/?[a-z][^<>]*>)/i)
  return [head, tail]
    .flatMap((parts) =>
      parts.map((part, i) => {
        if (i % 2 === 0) return escapedText(part)
        return kind === 'line' ? part.replace(line_attributes, '') : part
      }),
    )
    .join('')
}

function escapedText(text: string): string {
  return text
    .replace(/&(#\d{1,7};|#x[0-9a-f]{1,6};|[a-z][a-z0-9]{1,31};)?/gi, (whole, entity) =>
      entity !== undefined && decodedEntities(whole) !== whole ? whole : whole.replace('&', '&amp;'),
    )
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
}
