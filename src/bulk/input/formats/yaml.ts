// YAML: a list of records, a bundle of all kinds, one record, or several documents of these.
import { yamlSyntaxError } from '../../../base/files/file-errors.ts'
import { CalError } from '../../../base/errors.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { type ParsedDocument, yamlDocuments } from '../../../base/files/yaml.ts'
import type { InputBatches, InputItem } from '../entry.ts'
import { type InputSource, linesIn, openText, record_characters_max, type SourceLine } from '../source.ts'
import { type DocumentReading, itemsOfDocument, type KindOptions, ListReader, documentParts } from './record-kind.ts'

/**
 * Documents up to this size are read as a whole, because anchors apply to all of it; longer ones are split into items.
 */
const chars_max = 1024 * 1024

export async function* readYaml(source: InputSource, kinds: KindOptions, note: (text: Text) => void): InputBatches {
  const reading = { file: source.name, kinds, note }
  if (source.document) return yield itemsOfParsed(source.document, reading)
  const { whole, pieces } = await openText(source, kinds.only ? record_characters_max : chars_max)
  if (whole !== undefined) return yield yamlDocuments(whole).flatMap((document) => itemsOfParsed(document, reading))
  const lists = new ListReader(reading)
  for await (const { key, text, line } of chunksOf(linesIn(source.name, pieces)))
    for (const document of yamlDocuments(text)) {
      const lineAt = lineIn(document, line, source.name)
      yield lists.itemsOf(documentParts(document.value ?? null, (path) => lineAt(path.slice(-1)), key))
    }
  lists.end()
}

function itemsOfParsed(document: ParsedDocument, reading: DocumentReading): readonly InputItem[] {
  return itemsOfDocument(document, lineIn(document, 1, reading.file), reading)
}

/** The lines of the file. Errors: `usage` for a document that is not YAML. */
function lineIn({ error, lineAt }: ParsedDocument, line: number, file: string): ParsedDocument['lineAt'] {
  if (error) throw brokenYaml(file, line - 1 + error.line, error.cause)
  return (path) => line - 1 + lineAt(path)
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
