// `cal explain KIND[.FIELD]`: what the definition says, without asking anybody.
import { Failure } from '../../base/failure.ts'
import type { Language, Text } from '../../base/language.ts'
import { flagOf } from '../../spec/derive.ts'
import type { Parameter, Parameters, Resource } from '../../spec/model.ts'
import { resourceNamed, resources } from '../../spec/resources.ts'
import { closest } from '../closest.ts'
import type { Verb } from '../command.ts'
import type { Outcome } from '../outcome.ts'
import type { Format } from '../print/formats.ts'
import { fitted, widthOf, wrapped } from '../print/fit.ts'
import { streamOf } from '../stream.ts'

/** A row of the definition as data. */
interface Row {
  readonly [key: string]: string | number | boolean | null
  readonly name: string
  readonly use: 'field' | 'filter'
  readonly type: string
  readonly required: boolean
  readonly meaning: string
  readonly flag: string
}

export const explain: Verb = async ({ operands }, { format, language }) => {
  if (operands[0] === 'apply') return calendarFiles(format, language)
  const [kind = '', name] = (operands[0] ?? '').split('.')
  const resource = kindNamed(kind)
  const rows = [...rowsOf(resource.fields, 'field', language), ...rowsOf(resource.query, 'filter', language)]
  const chosen = name === undefined ? rows : rows.filter((row) => row.name === name.replaceAll('-', '_'))
  if (chosen.length === 0) throw unknownName(resource, name ?? '', rows)
  return {
    kind: 'view', records: streamOf(chosen), columns: ['use', 'name', 'type', 'required', 'default', 'meaning', 'flag'],
    picture: ({ columns }) => (name === undefined ? overview(resource, rows, language, columns) : chosen.map((row) => card(resource, row, language)).join('\n')),
  }
}

/** An example for people; with `-o json` the schema for editors. */
async function calendarFiles(format: Format | undefined, language: Language): Promise<Outcome> {
  if (format === 'json') return { kind: 'value', value: await (await import('../../bulk/calendar/schema.ts')).calendarSchema(language) }
  return { kind: 'words', words: (await import('../views/calendar-file.ts')).calendarFile(language) }
}

function rowsOf(parameters: Parameters, use: Row['use'], language: Language): readonly Row[] {
  return Object.entries(parameters).map(([name, parameter]) => ({
    name, use, type: parameter.type, required: parameter.required === true, ...defaultOf(parameter), meaning: parameter.meaning[language], flag: flagOf(name),
  }))
}

function defaultOf(parameter: Parameter): { readonly default?: string | number | boolean | null } {
  return parameter.default === undefined ? {} : { default: parameter.default }
}

function overview({ title, titles, singular }: Resource, rows: readonly Row[], language: Language, columns: number): string {
  const width = Math.max(...rows.map(({ name }) => widthOf(name))) + 2
  const heads: Readonly<Record<Row['use'], Text>> = {
    field: { en: 'Fields that can be sent', de: 'Felder, die gesendet werden können' },
    filter: { en: `Filters of lists`, de: 'Filter von Listen' },
  }
  const lineOf = (row: Row) => {
    const notes = [row.type, ...(row.required ? [language === 'de' ? 'erforderlich' : 'required'] : [])].join(', ')
    const [first = '', ...rest] = wrapped(`${row.meaning} · ${notes}`, Math.max(columns - width - 2, 20), 9)
    return [`  ${fitted(row.name, width)}${first}`, ...rest.map((line) => `  ${' '.repeat(width)}${line}`)].join('\n')
  }
  const part = (use: Row['use']) => `${heads[use][language]}\n${rows.filter((row) => row.use === use).map(lineOf).join('\n')}\n`
  return `${singular} · ${language === 'de' ? `${title.de}, ${titles.de}` : titles.en}\n\n${part('field')}\n${part('filter')}`
}

function card({ singular, plural }: Resource, row: Row, language: Language): string {
  const yes: Text = { en: 'yes', de: 'ja' }
  const no: Text = { en: 'no', de: 'nein' }
  const lines: readonly (readonly [Text, string])[] = [
    [{ en: 'meaning', de: 'Bedeutung' }, row.meaning],
    [{ en: 'use', de: 'Verwendung' }, row.use === 'field' ? (language === 'de' ? 'Feld beim Anlegen und Ändern' : 'field of create and update') : language === 'de' ? 'Filter von Listen' : 'filter of lists'],
    [{ en: 'type', de: 'Typ' }, row.type],
    ...(row.use === 'field' ? [[{ en: 'required', de: 'erforderlich' }, (row.required ? yes : no)[language]] as const] : []),
    ...(row.default === undefined ? [] : [[{ en: 'default', de: 'Vorgabe' }, String(row.default)] as const]),
    [{ en: 'flag', de: 'Schalter' }, `cal ${plural} ${row.use === 'field' ? 'create' : 'list'} ${row.flag}`],
  ]
  const width = Math.max(...lines.map(([label]) => widthOf(label[language]))) + 2
  return `${singular}.${row.name}\n${lines.map(([label, value]) => `  ${fitted(label[language], width)}${value}\n`).join('')}`
}

function kindNamed(word: string): Resource {
  const resource = resourceNamed(word)
  if (resource) return resource
  const names = Object.values(resources).map(({ singular }) => singular)
  const near = closest(word, names)
  throw new Failure('usage', { en: `there is no kind "${word}"`, de: `eine Art „${word}“ gibt es nicht` }, {
    hint: near === undefined ? { en: `one of ${names.join(', ')}`, de: `eine von ${names.join(', ')}` } : { en: `did you mean ${near}`, de: `gemeint war vielleicht ${near}` },
  })
}

function unknownName({ singular }: Resource, name: string, rows: readonly Row[]): Failure {
  const near = closest(name, rows.map((row) => row.name))
  return new Failure('usage', { en: `${singular} has no field or filter "${name}"`, de: `${singular} hat kein Feld und keinen Filter „${name}“` }, {
    hint: near === undefined ? { en: `cal explain ${singular} lists all`, de: `cal explain ${singular} nennt alle` } : { en: `did you mean ${singular}.${near}`, de: `gemeint war vielleicht ${singular}.${near}` },
  })
}
