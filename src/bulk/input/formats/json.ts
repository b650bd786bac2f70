// JSON: an array, a list answer of the interface, a bundle of all kinds, or one record; sliced while it streams.
import { jsonSyntaxError } from '../../../base/files/syntax-errors.ts'
import { CalError } from '../../../base/errors.ts'
import { isObject, parsedJson } from '../../../base/json.ts'
import { sameText, type Text } from '../../../base/text/language.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import { type InputItem, type InputLocation, locationText } from '../entry.ts'
import { type InputSource, wholeTextOf } from '../source.ts'
import { jsonSlicesOf } from './json-stream.ts'
import { itemOfObject, type KindOptions, kindOfValues, requireLists, unknownListText } from './record-kind.ts'

/**
 * A single record has lists of its own (`categories`), as a bundle has. Files up to this size are looked at as a whole
 * to tell them apart.
 */
const chars_max = 256 * 1024

export async function* readJson(
  source: InputSource,
  kinds: KindOptions,
  note: (text: Text) => void,
): AsyncIterable<InputItem> {
  const single = await singleRecord(source)
  if (single) return yield itemOfObject(single, { file: source.name, line: 1 }, kinds)
  for await (const { key, text, line } of jsonSlicesOf(source)) {
    const place = { file: source.name, line }
    const named = key === undefined ? undefined : resourceNamed(key)?.plural
    if (key !== undefined && !named) {
      if (text.startsWith('{')) note(unknownListText(source.name, key))
      continue
    }
    const value = parsedJson(text)
    if (value === undefined) throw notJson(place, text)
    if (isObject(value)) yield itemOfObject(value, place, named ? { ...kinds, listed: named } : kinds)
    else
      yield {
        place,
        original: { value },
        flaws: [{ text: { en: `not an object: ${text.slice(0, 60)}`, de: `kein Objekt: ${text.slice(0, 60)}` } }],
      }
  }
}

async function singleRecord(source: InputSource): Promise<Record<string, unknown> | undefined> {
  const value = parsedJson((await wholeTextOf(source, chars_max)) ?? '')
  if (!isObject(value)) return undefined
  if (kindOfValues(value) || typeof value.name === 'string') return value
  requireLists(source.name, value)
  return undefined
}

function notJson(place: InputLocation, text: string): CalError {
  try {
    JSON.parse(text)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const { en, de } = jsonSyntaxError(text, cause, { first_line: place.line })
    return new CalError(
      'usage',
      { en: `${locationText(place)}: not JSON: ${en}`, de: `${locationText(place)}: kein JSON: ${de}` },
      { cause },
    )
  }
  return new CalError('bug', sameText(`${locationText(place)}: read twice with two results`))
}
