// YAML: a list of records, a bundle of all kinds, one record, or several documents of these.
import { yamlSyntaxError } from '../../../base/files/file-errors.ts'
import { CalError } from '../../../base/errors.ts'
import { isList, isObject } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { type ParsedDocument, yamlDocuments } from '../../../base/files/yaml.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import type { InputBatches, InputItem } from '../entry.ts'
import { type InputSource, linesIn, openText, record_characters_max, type SourceLine } from '../source.ts'
import {
  itemOfValue,
  type KindOptions,
  isSingleRecord,
  requireLists,
  warnOfNestedLists,
  warnOfUnknownList,
} from './record-kind.ts'

/**
 * Documents up to this size are read as a whole, because anchors apply to all of it; longer ones are split into items.
 */
const chars_max = 1024 * 1024

export async function* readYaml(source: InputSource, kinds: KindOptions, note: (text: Text) => void): InputBatches {
  const part: Part = { name: source.name, line: 1, kinds, note }
  if (source.document) return yield itemsOfDocument(source.document, part)
  const { whole, pieces } = await openText(source, kinds.only ? record_characters_max : chars_max)
  if (whole !== undefined) return yield itemsOfText(whole, part)
  for await (const { key, text, line } of chunksOf(linesIn(source.name, pieces))) {
    const named = key === undefined ? undefined : resourceNamed(key)?.plural
    if (key !== undefined && !named) {
      warnOfUnknownList(source.name, key, note)
      continue
    }
    yield itemsOfText(text, { name: source.name, line, kinds: named ? { ...kinds, listed: named } : kinds, note })
  }
}

interface Part {
  readonly name: string
  readonly line: number
  readonly kinds: KindOptions
  readonly note: (text: Text) => void
}

function* itemsOfText(text: string, part: Part): Iterable<InputItem> {
  for (const document of yamlDocuments(text)) yield* itemsOfDocument(document, part)
}

function* itemsOfDocument({ value, error, lineAt }: ParsedDocument, part: Part): Iterable<InputItem> {
  const { name, line, kinds, note } = part
  const at = (...path: readonly (string | number)[]) => ({ file: name, line: line - 1 + lineAt(path) })
  if (error) throw brokenYaml(name, line - 1 + error.line, error.cause)
  if (isList(value)) for (const [i, item] of value.entries()) yield itemOfValue(item, at(i), kinds)
  else if (!isObject(value) || isSingleRecord(value, kinds)) {
    if (value !== null && value !== undefined) yield itemOfValue(value, at(), kinds)
  } else {
    requireLists(name, value)
    warnOfNestedLists(name, value, note)
    for (const [key, list] of Object.entries(value)) {
      if (!isList(list)) continue
      const kind = resourceNamed(key)?.plural
      if (!kind) {
        if (list.some(isObject)) warnOfUnknownList(name, key, note)
      } else if (kinds.only === undefined || kind === kinds.only)
        for (const [i, item] of list.entries()) yield itemOfValue(item, at(key, i), { ...kinds, listed: kind })
    }
  }
}

function brokenYaml(name: string, line: number, cause: Error): CalError {
  const problem = yamlSyntaxError(cause, { placed: false })
  return new CalError('usage', t('{name}:{line}: not YAML: {problem}', { name, line, problem }), { cause })
}

interface Chunk {
  readonly key: string | undefined
  readonly text: string
  readonly line: number
}

/** The items of block lists that are not nested, each with the key of its list. */
async function* chunksOf(all: AsyncIterable<readonly SourceLine[]>): AsyncIterable<Chunk> {
  let key: string | undefined
  let indent: string | undefined
  let lines: string[] = []
  let line = 1
  const chunk = (): Chunk => ({ key, text: lines.join('\n'), line })
  for await (const read of all)
    for (const { number, text } of read) {
      const dash = /^( *)- /.exec(text)
      const begins = dash && (indent === undefined || dash[1] === indent)
      const top = /^([A-Za-z_]\w*):\s*(?:#.*)?$/.exec(text)
      if ((begins || top) && lines.length) {
        yield chunk()
        lines = []
      }
      if (top) [key, indent] = [top[1], undefined]
      else if (begins) [indent, lines, line] = [dash[1], [text], number]
      else if (lines.length) lines.push(text)
    }
  if (lines.length) yield chunk()
}
