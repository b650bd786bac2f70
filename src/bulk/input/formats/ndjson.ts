// NDJSON: one record a line.
import { isObject, parsedJson } from '../../../base/json.ts'
import type { InputItem } from '../entry.ts'
import { linesOf, type InputSource } from '../source.ts'
import { itemOfObject, type KindOptions } from './record-kind.ts'

export async function* readNdjson(source: InputSource, kinds: KindOptions): AsyncIterable<InputItem> {
  for await (const { number, text } of linesOf(source)) {
    if (text.trim() === '') continue
    const place = { file: source.name, line: number }
    const value = parsedJson(text)
    if (isObject(value)) yield itemOfObject(value, place, kinds)
    else
      yield {
        place,
        original: text,
        flaws: [{ text: { en: `not a JSON object: ${short(text)}`, de: `kein JSON-Objekt: ${short(text)}` } }],
      }
  }
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
