// A parsed calendar file before expansion: every record with its line.
import type { Json } from '../../base/json.ts'
import { type Document, LineCounter, parseDocument as parseYaml, isMap, isNode, isScalar, isSeq } from 'yaml'
import { yamlSyntaxError } from '../../base/files/syntax-errors.ts'
import { CalError } from '../../base/errors.ts'
import { type Language, languageOf, type Text } from '../../base/text/language.ts'
import { UnsafeAnchorError, requireFlat, safeYaml } from '../../base/files/safe-yaml.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { textOf, type InputSource } from '../input/source.ts'
import { calendar_keys } from './recognize.ts'
import { parseDocument } from './schema.ts'

export interface DocumentRow {
  readonly value: Json
  readonly line: number
}

export interface CalendarDocument {
  readonly file: string
  /** The name that identifies the file to a service, wherever it is stored. */
  readonly calendar: string | undefined
  readonly timezone: string | undefined
  readonly language: Language
  /** By singular or plural name of a kind, or by field of events. */
  readonly defaults: Values
  readonly rows: Readonly<Record<Plural, readonly DocumentRow[]>>
}

/** Errors: `usage` for a file that is not YAML, and for unknown keys and wrong values at its top level. */
export async function documentOf(source: InputSource): Promise<CalendarDocument> {
  let text = ''
  for await (const piece of textOf(source)) text += piece
  const counter = new LineCounter()
  requireSafe(source.name, () => requireFlat(text))
  const document = parseYaml(text, { lineCounter: counter, uniqueKeys: true })
  const [error] = document.errors
  if (error) throw invalid(source.name, counter.linePos(error.pos[0]).line, notYaml(error))
  const { contents } = document
  if (contents !== null && !isMap(contents)) throw invalid(source.name, 1, not_calendar)
  const whole = parseDocument(contents === null ? {} : requireSafe(source.name, () => safeYaml(() => document.toJS())))
  const lineOf = (path: readonly (string | number)[]) => lineAt(document, counter, path)
  if ('errors' in whole) {
    const [first = { path: [], text: not_calendar }] = whole.errors
    throw invalid(source.name, lineOf(first.path), first.text)
  }
  const { calendar, timezone, language, defaults, ...lists } = whole.values
  const rowsOf = (kind: Plural): readonly DocumentRow[] =>
    (lists[kind] ?? []).map((value, i) => ({ value, line: lineOf([kind, i]) }))
  return {
    file: source.name,
    calendar: calendar || undefined,
    timezone: timezone || undefined,
    language: languageOf(language ?? undefined) ?? 'en',
    defaults: defaults ?? {},
    rows: {
      categories: rowsOf('categories'),
      tags: rowsOf('tags'),
      venues: rowsOf('venues'),
      organizers: rowsOf('organizers'),
      events: rowsOf('events'),
    },
  }
}

/** The line of a key, or of an item of a list. */
function lineAt(document: Document, counter: LineCounter, [name, item]: readonly (string | number)[]): number {
  const pair = isMap(document.contents)
    ? document.contents.items.find(({ key }) => isScalar(key) && String(key.value) === name)
    : undefined
  const node = typeof item === 'number' && isSeq(pair?.value) ? pair.value.items[item] : pair?.key
  return counter.linePos((isNode(node) ? node.range?.[0] : undefined) ?? 0).line
}

const not_calendar: Text = {
  en: `not a calendar file: none of the keys ${calendar_keys.join(', ')}`,
  de: `keine Kalenderdatei: keiner der Schlüssel ${calendar_keys.join(', ')} vorhanden`,
}

function requireSafe<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw cause instanceof UnsafeAnchorError ? invalid(file, 1, notYaml(cause)) : cause
  }
}

function notYaml(cause: unknown): Text {
  const { en, de } = yamlSyntaxError(cause, { placed: false })
  return { en: `not YAML: ${en}`, de: `kein gültiges YAML: ${de}` }
}

function invalid(file: string, line: number, { en, de }: Text): CalError {
  return new CalError(
    'usage',
    { en: `${file}:${line}: ${en}`, de: `${file}:${line}: ${de}` },
    {
      hint: {
        en: 'see the format: cal explain apply',
        de: 'cal explain apply zeigt, was eine Kalenderdatei enthalten kann',
      },
    },
  )
}
