// Places of one name that may not be the same: what descriptions of venues and organizers say about it.
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

/** Fields that hold a name or its code: `Illinois` or `IL`. */
const code_fields = new Set(['province', 'state', 'stateprovince', 'country'])

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

/** A field by which two venues of one name are at different places, unless one only has a longer form of the other. */
export function elsewhereField(own: JsonObject, other: JsonObject): DescribedField | undefined {
  return sharedFields('venues', own, other).find((field) => {
    const [one, another] = [wordsOf(field.own), wordsOf(field.other)]
    if (one === another) return false
    const isCode = code_fields.has(field.part) && Math.min(one.length, another.length) <= 3 + ' '.length * 2
    return !isCode && !(field.part === 'address' && (one.includes(another) || another.includes(one)))
  })
}

/** `Main St. 1, Ulm` → ` main st 1 ulm ` */
function wordsOf(text: string): string {
  return ` ${
    foldedName(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `
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
      const known = this.#known.get(key)
      if (known && foldedName(known.text) !== foldedName(text)) return [otherVenue({ name, part, text }, known)]
    }
    for (const { key, text } of texts) if (!this.#known.has(key)) this.#known.set(key, { text, location })
    return []
  }
}

function plainText(value: Json | undefined): string {
  return textOfHtml(String(value ?? ''))
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

interface DescribedPart {
  readonly name: string
  readonly part: string
  readonly text: string
}

function otherVenue({ name, part, text }: DescribedPart, known: Described): InputError {
  return {
    field: 'venue',
    value: text,
    text: t('venue "{name}" has {part} "{text}", but "{first}" in {location}', {
      name,
      part,
      text,
      first: known.text,
      location: locationText(known.location),
    }),
    hint: t('correct one of them, or give the two different names'),
  }
}
