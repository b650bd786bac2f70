// Converts records to YAML for an editor, and the edited YAML to the changed fields.
import { parse, stringify } from 'yaml'
import { CalError, usageError } from '../../../base/errors.ts'
import { yamlValue } from '../../../base/files/yaml.ts'
import { yamlSyntaxError } from '../../../base/files/file-errors.ts'
import { isObject, itemsOf, type Json, type JsonObject, objectsOf } from '../../../base/json.ts'
import { type Language, t, type Text } from '../../../base/text/language.ts'
import { sendableOf } from '../../../client/update/sendable.ts'
import type { Parameter, Parameters, Plural } from '../../../spec/model.ts'
import { emptyOf, type Values } from '../../../spec/read.ts'
import { nameOf, resources, unknownField } from '../../../spec/resources.ts'
import { required_text, valueText } from '../../help/parameter-words.ts'

/** A record with the values in the document. */
export interface EditedRecord {
  readonly id: number
  readonly record: JsonObject
  readonly shown: Values
}

/** Fields that are not in the document, because changing them usually needs special permission. */
const omitted_fields = new Set(['author', 'date', 'date_utc'])

export function editedRecordOf(plural: Plural, record: JsonObject): EditedRecord {
  const fields: Parameters = resources[plural].fields
  const present = sendableOf(plural, record)
  const name = resources[plural].name
  const order = [name, ...Object.keys(fields).filter((field) => field !== name && !omitted_fields.has(field))]
  const shown = order.flatMap((field) => {
    const parameter = fields[field]
    const value = parameter && shownValue(field, { parameter, value: present[field], record })
    return value === undefined ? [] : [[field, value] as const]
  })
  return { id: Number(record.id), record, shown: Object.fromEntries(shown) }
}

function shownValue(
  field: string,
  { parameter, value, record }: { readonly parameter: Parameter; readonly value: Json | undefined; record: JsonObject },
): Json | undefined {
  if (parameter.type === 'array of integer') return namesOf(record[field]) ?? itemsOf(value)
  if (value === 'true' || value === 'false') return value === 'true'
  if (value !== undefined) return value
  return parameter.type === 'string' || parameter.type === 'untyped' ? '' : undefined
}

/** The names of linked records; ids for names that are not unique or look like ids. */
function namesOf(linked: Json | undefined): readonly Json[] | undefined {
  const records = objectsOf(linked)
  const names = records.map((linked) => nameOf(linked) ?? '')
  if (records.length === 0) return undefined
  return records.map(({ id }, i) => {
    const name = names[i] ?? ''
    const isClear = /\p{L}/u.test(name) && names.filter((other) => other === name).length === 1
    return isClear ? name : (id ?? name)
  })
}

/** The YAML document: a mapping for one record, a list for several. */
export function documentOf(plural: Plural, records: readonly EditedRecord[], language: Language): string {
  const head = headOf(plural, records.length)[language]
  const blocks = records.map((one) => linesOf(plural, one, language))
  const body =
    records.length === 1
      ? blocks.flat().join('\n')
      : blocks
          .map((lines) => lines.map((line, i) => (line === '' ? line : `${i === 0 ? '- ' : '  '}${line}`)).join('\n'))
          .join('\n\n')
  return `${head}\n\n${body}\n`
}

function headOf(plural: Plural, count: number): Text {
  const { title, counted } = resources[plural]
  const what = count === 1 ? title : counted(count)
  return t(
    '# {what}: change values, save the file and close the editor. You confirm the changes before they are sent.\n# Deleted lines leave their fields unchanged; an empty value clears a field.',
    { what },
  )
}

function linesOf(plural: Plural, { id, shown }: EditedRecord, language: Language): readonly string[] {
  const fields: Parameters = resources[plural].fields
  const lines = Object.entries(shown).flatMap(([field, value]) => {
    const parameter = fields[field]
    return parameter ? fieldLines(field, value, commentOf(parameter, language)) : []
  })
  return [`id: ${id}`, ...lines]
}

const comment_column = 40

/** The lines of a field; the comment follows a short value and precedes a long one. */
function fieldLines(field: string, value: Json | undefined, comment: string): readonly string[] {
  const text = Array.isArray(value)
    ? `${field}: [${value.map(itemText).join(', ')}]`
    : isUnquoted(value)
      ? stringify({ [field]: value }, { lineWidth: 0 })
      : `${field}: ${JSON.stringify(value)}`
  const lines = text.replace(/\n$/, '').split('\n')
  const [only = ''] = lines
  return lines.length === 1 && only.length < comment_column
    ? [`${only.padEnd(comment_column)}# ${comment}`]
    : [`# ${field}: ${comment}`, ...lines]
}

/** Whether text needs no quotes: leading and trailing spaces of lines, and control characters, could be lost. */
function isUnquoted(value: Json | undefined): boolean {
  return typeof value !== 'string' || !/^\s|[^\S\n]\n|\s\n$|[^\S\n]$|[^\P{C}\n]/u.test(value)
}

/** A list item, quoted unless it is a plain name. */
function itemText(item: Json | undefined): string {
  const isPlain = typeof item === 'string' && /^\p{L}[\p{L}\p{N} .'’-]*(?<! )$/u.test(item) && parse(item) === item
  return isPlain ? item : JSON.stringify(item)
}

function commentOf(parameter: Parameter, language: Language): string {
  const value = formatOf(parameter)?.[language]
  const required = parameter.required ? `, ${required_text[language]}` : ''
  return `${parameter.description[language]}${value === undefined ? '' : `: ${value}`}${required}`
}

/** The format of a value, if the meaning doesn't say it. */
function formatOf(parameter: Parameter): Text | undefined {
  const { type, form } = parameter
  if (type === 'array of integer') return t('names or ids in brackets')
  if (form === 'datetime') return t('year-month-day hours:minutes')
  return form === 'status' || type === 'boolean' ? valueText(parameter) : undefined
}

/** The changes in an edited document. Errors: `usage` for invalid YAML, unknown ids and fields, and invalid values. */
export function changesIn(plural: Plural, text: string, records: readonly EditedRecord[]) {
  const items = itemsIn(text)
  const seen = new Set<number>()
  return items.map((item, i) => {
    const only = records.length === 1 ? records[0]?.id : undefined
    const id = Number(item.id ?? only)
    const known = records.find((one) => one.id === id)
    if (!known)
      throw wrong(t('record {count} has an id that was not opened: {id}', { count: i + 1, id: String(item.id ?? '') }))
    if (seen.has(id)) throw wrong(t('id {id} appears twice', { id }))
    seen.add(id)
    return { id, values: changedFields(plural, item, known) }
  })
}

function itemsIn(text: string): readonly JsonObject[] {
  const content = parsed(text)
  const items = itemsOf(content)
  if (content === null || content === undefined) return []
  return items.map((item, i) => {
    if (isObject(item)) return item
    throw wrong(t('record {count} is not a mapping of fields', { count: i + 1 }))
  })
}

function parsed(text: string): Json | undefined {
  try {
    return yamlValue(text)
  } catch (cause) {
    const problem = yamlSyntaxError(cause, { placed: true })
    throw new CalError('usage', t('not valid YAML: {problem}', { problem }), { cause })
  }
}

/** A start or an end that is new says together with the other one when the event is. */
const other_date: Readonly<Record<string, string>> = { start_date: 'end_date', end_date: 'start_date' }

function changedFields(plural: Plural, { id: _, ...item }: JsonObject, edited: EditedRecord): Values {
  const fields: Parameters = resources[plural].fields
  const isChanged = (field = '') => field in item && JSON.stringify(item[field]) !== JSON.stringify(edited.shown[field])
  const changed = Object.entries(item).flatMap(([field, written]) => {
    const parameter = fields[field]
    if (!parameter) throw unknownField(field, { kind: plural, known: Object.keys(fields) })
    if (!isChanged(field) && !isChanged(other_date[field])) return []
    const value = written ?? emptyOf(parameter)
    if (parameter.required && value === '') throw wrong(t('{field} cannot be empty', { field }))
    return [[field, parameter.type === 'array of integer' ? withShownIds(field, value, edited) : value]]
  })
  return Object.fromEntries(changed)
}

/** The ids of linked records that were there before, instead of their names. */
function withShownIds(field: string, value: Json, { record, shown }: EditedRecord): Json {
  const before = itemsOf(shown[field])
  const linked = objectsOf(record[field])
  return itemsOf(value).map((item) => {
    const i = before.findIndex((name) => String(name) === String(item))
    return (i === -1 ? undefined : linked[i]?.id) ?? item ?? ''
  })
}

function wrong(text: Text): CalError {
  return usageError(text)
}
