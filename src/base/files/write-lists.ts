// Writes lists of records: the one form of JSON, NDJSON, YAML and CSV that lists, exports and journals have.
import type { Json, JsonObject } from '../json.ts'

/** The texts together, in chunks of at least this length; the last one may be shorter. */
export async function* inChunks(texts: AsyncIterable<string>, length: number): AsyncIterable<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < length) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** The value in one line. */
export function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`
}

/** JSON of several lines, each with `margin` before it; strings may hold U+2028, at which no line of JSON ends. */
export function indentedJson(value: Json | undefined, margin: string = ''): string {
  return `${margin}${JSON.stringify(value, null, 2).replaceAll('\n', `\n${margin}`)}`
}

/** A list of JSON without the line feed at its end. */
export async function* jsonList(
  records: AsyncIterable<JsonObject>,
  textOf: (record: JsonObject) => string = JSON.stringify,
): AsyncIterable<string> {
  let before = '[\n'
  for await (const record of records) {
    yield `${before}${textOf(record)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : '\n]'
}

/** Each record as YAML. */
export async function* yamlOf(records: AsyncIterable<Json>): AsyncIterable<string> {
  const { stringify } = (await import('yaml')).default
  for await (const record of records) yield stringify(record, { lineWidth: 0 })
}

/** A list of YAML, with texts of several lines as blocks; with a name, the list has that key of a map. */
export async function* yamlList(records: AsyncIterable<JsonObject>, name?: string): AsyncIterable<string> {
  const { stringify } = (await import('yaml')).default
  let isEmpty = true
  for await (const record of records) {
    const text = stringify([record], { lineWidth: 0 })
    if (isEmpty && name !== undefined) yield `${name}:\n`
    isEmpty = false
    // Lines of YAML end at a line feed only; `^` with `m` also matches after U+2028.
    yield name === undefined ? text : text.replace(/(?<=^|\n)(?=[^\n])/g, '  ')
  }
  if (isEmpty) yield name === undefined ? '[]\n' : `${name}: []\n`
}

/** Writes rows of CSV: quoted as in RFC 4180, with a line feed at their end. */
export async function csvWriter(delimiter: string = ','): Promise<(cells: readonly string[]) => string> {
  const { stringify } = await import('csv-stringify/sync')
  return (cells) => stringify([[...cells]], { delimiter })
}
