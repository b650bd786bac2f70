// A calendar file as it was written: every record with its line, before anything is expanded.
import { type Document, LineCounter, parseDocument, isMap, isScalar, isSeq } from 'yaml'
import { yamlSyntaxError } from '../../base/files/syntax-errors.ts'
import { CalError } from '../../base/errors.ts'
import { isObject } from '../../base/json.ts'
import { type Language, languageOf, type Text } from '../../base/text/language.ts'
import { UnsafeAnchorError, requireFlat, safeYaml } from '../../base/files/safe-yaml.ts'
import { textOf, type InputSource } from '../input/source.ts'

export interface DocumentRow {
  readonly value: unknown
  readonly line: number
}

export interface CalendarDocument {
  readonly file: string
  /** Tells the file from others of the same service, wherever it lies. */
  readonly calendar: string | undefined
  readonly timezone: string | undefined
  readonly language: Language
  /** By singular or plural name of a kind. */
  readonly defaults: Readonly<Record<string, unknown>>
  readonly rows: Readonly<Record<'categories' | 'tags' | 'venues' | 'organizers' | 'events', readonly DocumentRow[]>>
}

const lists = ['categories', 'tags', 'venues', 'organizers', 'events'] as const
/** What stands at the left margin of a calendar file. */
export const calendar_keys: readonly string[] = ['calendar', 'timezone', 'language', 'defaults', ...lists]

/** Fails with `usage` for what is no YAML, and for keys that mean nothing. */
export async function documentOf(source: InputSource): Promise<CalendarDocument> {
  let text = ''
  for await (const piece of textOf(source)) text += piece
  const counter = new LineCounter()
  refuseDeep(text, source.name)
  const document = parseDocument(text, { lineCounter: counter, uniqueKeys: true })
  const [error] = document.errors
  if (error) throw broken(source.name, counter.linePos(error.pos[0]).line, notYaml(error))
  const { contents } = document
  if (contents === null)
    return {
      file: source.name,
      calendar: undefined,
      timezone: undefined,
      language: 'en',
      defaults: {},
      rows: { categories: [], tags: [], venues: [], organizers: [], events: [] },
    }
  if (!isMap(contents)) throw broken(source.name, 1, no_calendar)
  const whole = wholeOf(document, source.name)
  if (!isObject(whole)) throw broken(source.name, 1, no_calendar)
  const stranger = Object.keys(whole).find((key) => !calendar_keys.includes(key))
  if (stranger !== undefined)
    throw broken(source.name, 1, {
      en: `"${stranger}" means nothing here; there are ${calendar_keys.join(', ')}`,
      de: `„${stranger}“ bedeutet hier nichts; es gibt ${calendar_keys.join(', ')}`,
    })
  const rowsOf = (name: string): readonly DocumentRow[] => {
    const pair = contents.items.find(({ key }) => isScalar(key) && key.value === name)
    const list = whole[name]
    if (!pair || list === null || list === undefined) return []
    if (!isSeq(pair.value) || !Array.isArray(list))
      throw broken(source.name, 1, { en: `"${name}" is a list`, de: `„${name}“ ist eine Liste` })
    return pair.value.items.map((item, i) => ({
      value: list[i],
      line: counter.linePos(isObject(item) && Array.isArray(item.range) ? Number(item.range[0]) : 0).line,
    }))
  }
  return {
    file: source.name,
    calendar: said(whole.calendar),
    timezone: said(whole.timezone),
    language: languageOf(said(whole.language)) ?? 'en',
    defaults: isObject(whole.defaults) ? whole.defaults : {},
    rows: {
      categories: rowsOf('categories'),
      tags: rowsOf('tags'),
      venues: rowsOf('venues'),
      organizers: rowsOf('organizers'),
      events: rowsOf('events'),
    },
  }
}

function said(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

const no_calendar: Text = {
  en: `a calendar file has the keys ${calendar_keys.join(', ')}`,
  de: `eine Kalenderdatei hat die Schlüssel ${calendar_keys.join(', ')}`,
}

function refuseDeep(text: string, file: string): void {
  try {
    requireFlat(text)
  } catch (cause) {
    throw cause instanceof UnsafeAnchorError ? broken(file, 1, notYaml(cause)) : cause
  }
}

function wholeOf(document: Document, file: string): unknown {
  try {
    return safeYaml(() => document.toJS())
  } catch (cause) {
    throw cause instanceof UnsafeAnchorError ? broken(file, 1, notYaml(cause)) : cause
  }
}

function notYaml(cause: unknown): Text {
  const { en, de } = yamlSyntaxError(cause, { placed: false })
  return { en: `not YAML: ${en}`, de: `kein YAML: ${de}` }
}

function broken(file: string, line: number, { en, de }: Text): CalError {
  return new CalError(
    'usage',
    { en: `${file}:${line}: ${en}`, de: `${file}:${line}: ${de}` },
    {
      hint: {
        en: 'cal explain apply shows what a calendar file may hold',
        de: 'cal explain apply zeigt, was eine Kalenderdatei enthalten kann',
      },
    },
  )
}
