// Checks of values: a check converts a sent value for handlers, or refuses it. Reads the values of a request by their
// checks, and collects the errors. Then the checks of numbers, flags, dates and texts.
import { type Instant, isOneZone, isZone } from '../../base/dates/zoned-time.ts'
import type { Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import type { Parameter, Parameters } from '../../spec/model.ts'
import type { Operation } from '../../spec/operations.ts'
import { booleanOf, isYes, type Given, splitItems, numberOf, unreadable } from '../../spec/read.ts'
import { ApiError, type ApiErrorCode } from '../domain/api-error.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import type { CrashingInput } from '../quirks/crashing-inputs.ts'
import { quirk } from '../quirks/quirks.ts'
import type { Store } from '../storage/store.ts'
import { costText } from '../../spec/cost.ts'
import { parseSentDate, type SentDate } from '../domain/dates.ts'
import { isAbbreviatedZone } from '../quirks/city-zones.ts'
import { safeMarkup, strippedMarkup } from '../../base/text/safe-markup.ts'
import { decodedEntities } from '../../base/text/untrusted-text.ts'
import { isAddress, isImageAddress } from '../../spec/addresses.ts'
import { mayEditAll, mayPublish } from '../domain/rights.ts'

/** The value is refused. */
export const refused = Symbol('refused')
/** The value is not of the declared type; such values are reported only if no value is refused. */
export const mistyped: typeof unreadable = unreadable
/** The value counts as not sent. */
export const ignored = Symbol('ignored')

export type Mark = typeof refused | typeof mistyped | typeof ignored

/** The request and the store that a check can depend on. */
export interface CheckContext {
  readonly store: Store
  readonly settings: ServiceSettings
  readonly now: Instant
  readonly operation: Operation
  readonly given: Given
  readonly caller: Caller | undefined
}

export interface Check<T = unknown> {
  /** A promise if it looks up records. */
  readonly read: (value: Json, context: CheckContext) => T | Mark | Promise<T | Mark>
  /** The accepted values, as the end of a sentence: `needs …`. */
  readonly needs: Text
  /** The whole sentence instead, for parameters that accept no value. */
  readonly says?: Text
  /** The code of the error in `details`. */
  readonly code?: string
  /** Accepted values that deployed services crash on. */
  readonly crashing?: readonly CrashingInput<T>[]
}

/** The check of a parameter; undefined for one whose value nobody uses. */
export type CheckOf = (name: string, parameter: Parameter) => Check | undefined

export function check<T>(needs: Text, read: Check<T>['read']): Check<T> {
  return { read, needs }
}

/** A number or boolean for a parameter declared a string: converted to text, in quirks mode mistyped. Source: Q16. */
function textOfOther(value: number | boolean, { settings }: CheckContext): string | typeof mistyped {
  return quirk(settings, 'json_types_are_strict') ? mistyped : String(value)
}

/** A value that was refused or has the wrong type. */
export interface ValidationError {
  readonly name: string
  readonly mark: typeof refused | typeof mistyped
  readonly check: Pick<Check, 'needs' | 'says' | 'code'>
  readonly value: Json | undefined
}

export interface ValidatedValues<V> {
  readonly values: V
  /** In the order of the parameters. */
  readonly errors: readonly ValidationError[]
  /** The error of quirks mode for a value that crashes a deployed service; without it such a value is refused. */
  readonly crash: ApiErrorCode | undefined
}

/** Reads all values by their checks. Values that were not sent, and names without a parameter, are left out. */
export async function readValues<V>(
  parameters: Parameters,
  checkOf: CheckOf,
  context: CheckContext,
): Promise<ValidatedValues<V>> {
  const values: Record<string, unknown> = {}
  const errors: ValidationError[] = []
  const crashes = quirk(context.settings, 'unchecked_inputs_crash')
  let crash: ApiErrorCode | undefined
  for (const name in parameters) {
    const value = context.given[name]
    const parameter = parameters[name]
    if (value === undefined || !parameter) continue
    const check = checkOf(name, parameter)
    if (!check) continue
    const answer = value === null ? nullOf(parameter, context) : check.read(value, context)
    // Most checks look up nothing: waiting for each of them took a fiftieth of a create.
    const read = answer instanceof Promise ? await answer : answer
    if (read === refused || read === mistyped) errors.push({ name, mark: read, check, value })
    else if (read !== ignored) {
      values[name] = read
      const crashing = check.crashing?.find(({ code, matches }) => (code || !crashes) && matches(read))
      if (crashes) crash ??= crashing?.code
      else if (crashing) errors.push({ name, mark: refused, check: { needs: crashing.needs }, value })
    }
  }
  // Each value is what the check of its form or name returned, which the compiler cannot follow through the loop.
  return { values: values as V, errors, crash }
}

/**
 * `null` counts as not sent; in quirks mode it is a type error where a type is declared. Source: Q15, interface 1.2.
 */
function nullOf({ type }: Parameter, { settings }: CheckContext): typeof ignored | typeof mistyped {
  const isTyped = type !== 'untyped' && type !== 'array of integer'
  return isTyped && quirk(settings, 'null_is_a_type_error') ? mistyped : ignored
}

/** The required parameters that were not sent. */
export function missingOf(parameters: Parameters, given: Given): readonly string[] {
  return Object.keys(parameters).filter((name) => parameters[name]?.required && (given[name] ?? null) === null)
}

const shown_max = 60

/** The error as a sentence without its subject: `needs a date such as 2026-03-01, not "soon"`. */
export function sentenceOf({ mark, check: { needs, says }, value }: ValidationError): Text {
  const shown = quoted(typeof value === 'string' ? cut(value) : value)
  return (
    (mark === refused ? says : undefined) ??
    t('needs {needs}, not {shown}', { needs, shown: (language) => cut(shown[language]) })
  )
}

function cut(text: string): string {
  return text.length > shown_max ? `${text.slice(0, shown_max - 1)}…` : text
}

/** The maximum number of values in a query, a form or a JSON body, and of items in a text with commas. */
export const values_max = 5_000

/** Limits the number of values. Errors: 400 `rest_too_many_values`. */
export function requireFew(count: number): void {
  if (count > values_max) throw new ApiError('rest_too_many_values', { values: { max: String(values_max) } })
}

/** The items of a list or of a text with commas. Errors: 400 `rest_too_many_values`, before a text is split. */
export function itemsIn(value: Json | undefined): readonly Json[] {
  if (typeof value === 'string') requireFew(value.split(',', values_max + 1).length)
  return splitItems(value)
}

/**
 * The integer that a number or text means, also `2.0`, `1e1` and ` 5`; undefined for other values. Source: interface
 * 5.1.
 */
export function wholeNumberOf(value: Json | undefined): number | undefined {
  const number = numberOf(value)
  return number !== unreadable && Number.isSafeInteger(number) ? number : undefined
}

export const positive: Check<number> = check(t('a positive whole number'), (value) => {
  const whole = wholeNumberOf(value)
  return whole !== undefined && whole > 0 ? whole : refused
})

export const flag: Check<boolean> = check(t('true or false'), booleanOf)

export const toggle: Check<boolean> = check(t('a value'), isYes)

/** A toggle for which an empty text and `"0"` are refused. Source: interface 5.2. */
export const strictToggle: Check<boolean> = check(t('true or yes'), (value) =>
  value === '' || value === '0' || value === null ? refused : isYes(value),
)

/**
 * Any value; `costText` converts it when it is stored. Every list that contains the event compares its amounts: those
 * of a text of a million characters would take minutes.
 */
export const cost: Check<Json> = check(t('a value of at most 1000 characters'), (value) =>
  costText(value).length > cost_characters_max ? refused : value,
)
const cost_characters_max = 1_000

/** Filters by whether the venue has coordinates; `false` filters nothing. Source: interface Q34. */
export const hasCoordinates: Check<boolean> = {
  ...flag,
  read(value, context) {
    const sent = booleanOf(value)
    return sent === true ? withPremium(true, context) : sent === false ? ignored : mistyped
  },
  says: t('this service does not have the premium extension; cal serve --premium enables it'),
}

export const latitude: Check<number> = check(
  t('the premium extension (cal serve --premium), and with geoloc_lng a latitude from -90 to 90'),
  (value, context) => coordinate(value, context, { within: 90, other: 'geoloc_lng' }),
)

export const longitude: Check<number> = check(
  t('the premium extension (cal serve --premium), and with geoloc_lat a longitude from -180 to 180'),
  (value, context) => coordinate(value, context, { within: 180, other: 'geoloc_lat' }),
)

function coordinate(
  value: Json | undefined,
  context: CheckContext,
  { within, other }: { readonly within: number; readonly other: string },
): number | Mark {
  const degrees = (context.given[other] ?? null) === null ? undefined : degreesOf(value, within)
  return withPremium(degrees ?? refused, context)
}

/** The degrees that a number or text means; undefined if they are out of range. */
export function degreesOf(value: Json | undefined, within: number): number | undefined {
  const number = numberOf(value)
  return number !== unreadable && Math.abs(number) <= within ? number : undefined
}

/** The value if the service has the premium extension; otherwise it is refused, or ignored in quirks mode. */
function withPremium<T>(value: T | Mark, { settings }: CheckContext): T | Mark {
  if (settings.premium) return value
  return quirk(settings, 'coordinates_are_ignored') ? ignored : refused
}

/** There is no ticket extension here: only `false` is accepted, and filters nothing. Source: interface 5.2. */
export const ticketed: Check<boolean> = {
  ...flag,
  read(value) {
    const isTicketed = booleanOf(value)
    return isTicketed === true ? refused : isTicketed === false ? ignored : mistyped
  },
  says: t('this service does not have the ticket extension'),
  code: 'event-tickets-not-active',
}

const date_needs = t('a date such as 2026-03-01 or 2026-03-01 18:00')

/** A date that filters a list. */
export const listedMoment: Check<SentDate | 'none'> = check(date_needs, (value, context) =>
  isZero(value, context) ? 'none' : (parseSentDate(value, context) ?? refused),
)

/** A date of a record, which is declared a text. Source: Q16, interface 6. */
export const moment: Check<SentDate> = check(date_needs, readMoment)

/** The start or end of an event. */
export const eventMoment: Check<SentDate | 'none'> = check(date_needs, (value, context) =>
  isZero(value, context) ? 'none' : readMoment(value, context),
)

function readMoment(value: Json | undefined, context: CheckContext): SentDate | Mark {
  const date = parseSentDate(value, context) ?? refused
  const isMistyped = typeof value === 'number' && textOfOther(value, context) === mistyped
  return date !== refused && isMistyped ? mistyped : date
}

/** Whether the value is the date `"0"`, which quirks mode accepts. Source: interface Q36. */
function isZero(value: Json | undefined, { settings }: CheckContext): boolean {
  return value === '0' && quirk(settings, 'zero_date_is_accepted')
}

/** Empty means the zone of the site. Source: interface 6. */
export const zone: Check<string> = check(t('a time zone such as Europe/Vienna or UTC+2'), (value, context) =>
  typeof value === 'string' && (value === '' || isOneZone(value) || isKeptZone(value, context)) ? value : refused,
)

/**
 * Whether a zone that is none or several is accepted: quirks mode accepts one that begins with UTC, a letter, and IST.
 * An update can send back what older versions stored. Source: Q19.
 */
function isKeptZone(value: string, { settings, operation }: CheckContext): boolean {
  if (operation.verb === 'update' && isZone(value)) return true
  return (
    (/^UTC./i.test(value) || isAbbreviatedZone(value) || isZone(value)) && quirk(settings, 'unknown_utc_zones_are_utc')
  )
}

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
  if (mayEditAll(caller)) return text
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
  if (quirk(settings, 'images_are_fetched') || !mayPublish(caller)) return refused
  return isImageAddress(value) ? value : refused
})

/** A flag that is declared a text; inside an event it may be of either type. Source: Q16, interface 6. */
export const flagText: Check<boolean> = check(t('a text such as true or false'), (value, context) => {
  if (typeof value === 'string') return isYes(value)
  if (typeof value !== 'boolean') return mistyped
  return context.operation.resource === 'venues' && textOfOther(value, context) === mistyped ? mistyped : value
})

const address_needs = t('an address with its scheme, such as https://example.com')

/** A URL with its scheme, or empty. Source: interface 6. */
export const website: Check<string> = check(address_needs, (value, { operation, settings }) => {
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
