// Places of one name that may not be the same: what descriptions of venues and organizers say about it.
import { getOrInsert } from '../../base/collections.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { foldedName } from '../../base/text/slug.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import type { Plural } from '../../spec/model.ts'
import { type InputError, type InputLocation, locationText } from '../input/entry.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'

/** The city first: it says most clearly that two venues are not the same. */
const described_fields: Readonly<Partial<Record<Plural, readonly string[]>>> = {
  venues: ['city', 'zip', 'address', 'province', 'state', 'stateprovince', 'country'],
  organizers: ['email', 'phone', 'website'],
}

/** A field that two descriptions of one name both have. */
export interface DescribedField {
  readonly part: string
  readonly own: string
  readonly other: string
}

/** The fields that both descriptions have. */
function sharedFields(kind: Plural, own: JsonObject, other: JsonObject): readonly DescribedField[] {
  return (described_fields[kind] ?? []).flatMap((part) => {
    const [one, another] = [own[part], other[part]]
    return isText(one) && isText(another) ? [{ part, own: plainText(one), other: plainText(another) }] : []
  })
}

/** The first field in which they differ. */
export function differingField(kind: Plural, own: JsonObject, other: JsonObject): DescribedField | undefined {
  return sharedFields(kind, own, other).find((field) => foldedName(field.own) !== foldedName(field.other))
}

/**
 * A field by which two venues of one name are at different places: the city, or the zip without a city, or the address
 * without either. People spell each in several ways; with equal zips, the spelling of the city does not matter.
 */
export function elsewhereField(own: JsonObject, other: JsonObject): DescribedField | undefined {
  const shared = sharedFields('venues', own, other)
  const fieldOf = (part: string) => shared.find((field) => field.part === part)
  const [city, address] = [fieldOf('city'), fieldOf('address')]
  // A dash in place of a zip says nothing.
  const zip = [fieldOf('zip')].find((field) => field && zipOf(field.own) !== '' && zipOf(field.other) !== '')
  if (zip && isSameZip(zip)) return undefined
  // `Ulm` is within `Neu-Ulm`, which has another zip.
  const isSameCity = zip ? hasSameWords : hasAllWords
  if (city) return isSameCity(city.own, city.other) ? undefined : city
  return zip ?? (address && !isSameAddress(address) ? address : undefined)
}

/** `D-01067` and `1067`, `62704-1234` and `62704` */
function isSameZip({ own, other }: DescribedField): boolean {
  const [one, another] = [zipOf(own), zipOf(other)]
  return one.startsWith(another) || another.startsWith(one)
}

function zipOf(text: string): string {
  const without_country = text.toUpperCase().replace(/^[A-Z]{1,3}[- ](?=\d)/, '')
  return without_country.replace(/^0+|[^A-Z\d]/g, '')
}

/** `Main St. 1`, `Main Street 1a`: the same numbers, and words that begin alike. */
function isSameAddress(field: DescribedField): boolean {
  const [one, another] = [field.own, field.other].map(
    (text) => `${wordsOf(text).join(' ').slice(0, 3)} ${text.match(/\d+/g)}`,
  )
  return one === another || hasAllWords(field.own, field.other)
}

/** `Frankfurt` and `Frankfurt am Main`, `München` and `Muenchen` */
function hasAllWords(own: string, other: string): boolean {
  const [one, another] = [wordsOf(own), wordsOf(other)]
  return one.every((word) => another.includes(word)) || another.every((word) => one.includes(word))
}

function hasSameWords(own: string, other: string): boolean {
  return wordsOf(own).join(' ') === wordsOf(other).join(' ')
}

/** The words in small letters, with umlauts, accents and `ae`, `oe`, `ue` as plain letters. */
function wordsOf(text: string): readonly string[] {
  const plain = foldedName(text).replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/(?<=[aou])e/g, '').match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * Whether two descriptions of one name can be of the same record: nothing contradicts it, and their slugs do not, or
 * what they have in common is more than the name.
 */
export function canBeSame(kind: Plural, own: JsonObject, other: JsonObject): boolean {
  if (isSameDescription(kind, own, other)) return true
  if (differingField(kind, own, other)) return false
  const isEqual = (field: string) => own[field] !== undefined && own[field] === other[field]
  const hasNone = [own.slug, other.slug].some((slug) => !isText(slug))
  return hasNone || isEqual('slug') || isEqual('id')
}

/** Whether two descriptions have a field in common, and none in which they differ. */
export function isSameDescription(kind: Plural, own: JsonObject, other: JsonObject): boolean {
  return sharedFields(kind, own, other).length > 0 && differingField(kind, own, other) === undefined
}

interface Described {
  readonly text: string
  readonly location: InputLocation
}

/**
 * The venues that events describe by their names. Each is one record: of two descriptions that contradict each other
 * one would be lost, and an event would be at the wrong place. A slug tells them apart.
 */
export class DescribedVenues {
  /** By venue and field, the first text. */
  readonly #known = new Map<string, Described>()

  /** The errors of an event that describes a venue otherwise than an earlier one. */
  errorsOf({ values: { venue }, entry: { location } }: Pick<ParsedRecord, 'values' | 'entry'>): readonly InputError[] {
    if (!isObject(venue) || !isText(venue.venue) || venue.slug !== undefined) return []
    const name = venue.venue
    const texts = (described_fields.venues ?? []).flatMap((part) => {
      const text = venue[part]
      return isText(text) ? [{ key: `${part} ${foldedName(name)}`, part, text }] : []
    })
    for (const { key, part, text } of texts) {
      const { text: first, location: earlier } = this.#known.get(key) ?? { text, location }
      if (foldedName(first) === foldedName(text)) continue
      return [
        {
          field: 'venue',
          value: text,
          text: t('venue "{name}" has {part} "{text}", but "{first}" in {location}', {
            name,
            part,
            text,
            first,
            location: locationText(earlier),
          }),
          hint: t('correct one of them, or give the two different names'),
        },
      ]
    }
    for (const { key, text } of texts) getOrInsert(this.#known, key, () => ({ text, location }))
    return []
  }
}

function plainText(value: Json | undefined): string {
  return textOfHtml(String(value ?? ''))
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}
