// Checks of texts: names, descriptions, addresses.
import type { Json } from '../../base/json.ts'
import { quirk } from '../quirks/quirks.ts'
import { safeMarkup } from '../domain/writes/markup.ts'
import { mayUpload, mayUseAnyMarkup } from '../domain/rights.ts'
import { check, mistyped, type CheckContext, refused, textOfOther, type CheckResult } from './check.ts'

/** Source: observed 4 `is_string`; D21. */
export const words = check('a text that is not empty', 'einen nicht leeren Text', wordsOf)

function wordsOf(value: Json | undefined, { settings }: CheckContext): CheckResult {
  if (typeof value !== 'string' || value === '') return refused
  return value === '0' && quirk(settings, 'zero_text_is_refused') ? refused : value
}

/** A title or a name. */
export const name = check('a text that is not empty', 'einen nicht leeren Text', (value, context) =>
  trusted('line', wordsOf(value, context), context),
)

/** The text as its author may write it. Source: D-410. */
export function trustedText(kind: 'line' | 'prose', text: string, { caller }: CheckContext): string {
  return mayUseAnyMarkup(caller) ? text : safeMarkup(text, kind)
}

function trusted(kind: 'line' | 'prose', read: CheckResult, context: CheckContext): CheckResult {
  return typeof read === 'string' ? trustedText(kind, read, context) : read
}

/**
 * Every word is looked for in every record, and SQLite joins 1,000 conditions at most. Source: observed 4 `is_string`;
 * D-351.
 */
export const searched = check(
  'a text of 1 to 1000 characters',
  'einen Text von 1 bis 1000 Zeichen',
  (value, context) =>
    typeof value === 'string' && value.length > searched_characters_max ? refused : wordsOf(value, context),
)
const searched_characters_max = 1_000

/** Descriptions and excerpts, which may be emptied; those of terms hold no paragraphs. Source: D13. */
export const prose = check('a text', 'einen Text', (value, context) =>
  trusted('prose', optionalWordsOf(value, context), context),
)
export const note = check('a text', 'einen Text', (value, context) =>
  trusted('line', optionalWordsOf(value, context), context),
)

function optionalWordsOf(value: Json | undefined, context: CheckContext): CheckResult {
  return value === '' && !quirk(context.settings, 'optional_texts_cannot_be_empty') ? '' : wordsOf(value, context)
}

export const anyText = check('a text', 'einen Text', (value) => (typeof value === 'string' ? value : refused))
export const anyProse = check('a text', 'einen Text', (value, context) =>
  typeof value === 'string' ? trusted('prose', value, context) : refused,
)

const of_picture = [
  'the id of a picture, or from authors on an address that begins with http:// or https://',
  'die ID eines Bildes oder, ab der Rolle author, eine Adresse mit http:// oder https://',
] as const

/**
 * A picture by id or address. Nothing is ever fetched, so where it would have to be nobody answers. Source: observed 4
 * `image`, 13; D16, D29.
 */
export const picture = check(...of_picture, (value, context) => {
  const { store, settings, operation, caller } = context
  if (value === '' && operation.resource !== 'events') return ''
  const known = (id: number) => store.media.get(id) !== undefined
  if (typeof value === 'number') return known(value) ? textOfOther(value, context) : refused
  if (typeof value !== 'string') return refused
  if (/^\d+$/.test(value)) return known(Number(value)) ? value : refused
  if (quirk(settings, 'images_are_fetched') || !mayUpload(caller)) return refused
  return /^https?:\/\/[^\s/?#]+\/?[\u0021-\u007e]*$/i.test(value) && URL.canParse(value) ? value : refused
})

/** A flag that travels as text; inside an event nobody asks for its type. Source: observed 4 `show_map`; D16. */
export const flagText = check('a text such as true or false', 'einen Text wie true oder false', (value, context) => {
  if (typeof value === 'string') return value
  if (typeof value !== 'boolean') return mistyped
  return context.operation.resource === 'venues' ? textOfOther(value, context) : String(value)
})
