// Printers of JSON, YAML, NDJSON, templates and lines, CSV and TSV.
import { usageError } from '../../../base/errors.ts'
import { csvWriter, indentedJson, jsonLine, jsonList, yamlList, yamlOf } from '../../../base/files/write-lists.ts'
import { isList, isObject, type Json, objectsOf } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { isFormula } from '../../../bulk/input/cell-values.ts'
import { escapeControls, inOneLine } from '../../../base/text/untrusted-text.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { Format, OutcomeItem, Records } from '../../types/outcome.ts'
import { cellOf, cellsOf, pickFields, valueAt } from '../fields.ts'
import type { Layout, Printer } from './formats.ts'
import { terminalTextOf } from '../terminal.ts'

export const printJson: Printer = async function* (records, layout) {
  const { single, page } = layout
  const items = withChosenFields(records, layout)
  if (single) for await (const item of items) yield `${indented(item, page)}\n`
  else {
    for await (const text of jsonList(items, (item) => indentedJson(item, '  '))) yield escaped(text, page)
    yield '\n'
  }
}

export const printNdjson: Printer = async function* (records, layout) {
  for await (const item of withChosenFields(records, layout)) yield escaped(jsonLine(item), layout.page)
}

async function* withChosenFields(
  records: AsyncIterable<OutcomeItem>,
  { fields, fields_chosen }: Layout,
): AsyncIterable<OutcomeItem> {
  for await (const record of records) yield fields_chosen ? pickFields(record, fields) : record
}

export const printYaml: Printer = async function* (records, layout) {
  const { single, page } = layout
  const items = withChosenFields(records, layout)
  for await (const text of single ? yamlOf(items) : yamlList(items)) yield printable(text, page)
}

function printable(text: string, { isTerminal }: Layout['page']): string {
  return isTerminal ? escapeControls(text) : text
}

/** Indented JSON. For a terminal, control characters are escaped as `\uXXXX`, which is equivalent JSON. */
export function indented(value: Json | undefined, page: Pick<Layout['page'], 'isTerminal'>): string {
  return escaped(indentedJson(value ?? null), page)
}

function escaped(json: string, { isTerminal }: Pick<Layout['page'], 'isTerminal'>): string {
  if (!isTerminal) return json
  return escapeControls(json).replace(/\\u\{([0-9a-f]+)\}/g, (_, hex: string) => `\\u${hex.padStart(4, '0')}`)
}

/** The id of each record, or the name of each run: input for other commands with `-`. */
export const printIds: Printer = async function* (records) {
  for await (const record of records) {
    const id = escapeControls(cellOf(valueAt(record, 'id') ?? valueAt(record, 'run'), ','))
    if (id !== '') yield `${id}\n`
  }
}

/** The total that the service reports if only some pages were fetched, otherwise the number of records. */
export const printCount: Printer = async function* (records, { total }) {
  let count = 0
  for await (const _ of records) count += 1
  yield `${count === 0 ? 0 : Math.max(total?.() ?? 0, count)}\n`
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' }

/**
 * `{{venue.city}}` is replaced by the value of that field; `\n` and `\t` are line feed and tab.
 *
 * Errors: `usage` for braces that are not closed.
 */
export function templatePrinter(template: string): Printer {
  const text = template.replace(/\\([nt\\])/g, (_, letter: string) => escapes[letter] ?? letter)
  if (/\{\{(?![^{}]*\}\})/.test(text)) {
    throw usageError(t('--template: a brace is not closed: {template}', { template }))
  }
  return async function* (records, { page }) {
    for await (const record of records) {
      const line = text.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => cellOf(valueAt(record, name.trim()), ', '))
      yield printable(`${line}\n`, page)
    }
  }
}

/**
 * Columns of tables that differ in data: the name of a category may hold the separator of the list, and tables say with
 * the dates that an event lasts whole days.
 */
const data_columns: Readonly<Record<string, readonly string[]>> = {
  'categories.name': [],
  end_date: ['end_date', 'all_day'],
}

function dataFields({ fields, fields_chosen }: Layout): readonly string[] {
  if (fields_chosen) return fields
  // The keys of a record may have them already.
  return [
    ...new Set(fields.flatMap((field) => (Object.hasOwn(data_columns, field) ? data_columns[field] : field) ?? [])),
  ]
}

type RowText = (cells: readonly string[]) => string

/** A printer with a row of text for each record; `headOf` is the head of the table. */
function rowPrinter(
  separator: string,
  rowText: () => Promise<RowText>,
  headOf = (names: readonly string[], row: RowText) => row(names),
): Printer {
  return async function* (records, layout) {
    const { header, csv_safe, page } = layout
    const row = await rowText()
    const fields = dataFields(layout)
    if (header) yield headOf(fields, row)
    for await (const record of records) {
      // A leading apostrophe keeps spreadsheets from evaluating a cell as a formula.
      const cells = cellsOf(record, fields, separator).map((cell) => (csv_safe && isFormula(cell) ? `'${cell}` : cell))
      yield printable(row(cells), page)
    }
  }
}

/** Lists are joined by `|`. */
export const printCsv = rowPrinter('|', csvWriter)

const tab_escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One line per record: tabs and line feeds in a value are written as `\t` and `\n`. */
export const printTsv = rowPrinter('|', async () => (cells) => {
  const escaped = cells.map((cell) => cell.replace(/[\\\t\n\r]/g, (character) => tab_escapes[character] ?? character))
  return `${escaped.join('\t')}\n`
})

export const printMarkdown = rowPrinter(
  ', ',
  async () => markdownRow,
  (names, row) => row(names) + row(names.map(() => '---')),
)

function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => inOneLine(cell.replace(/[\\|<>`*[\]]/g, '\\$&'), '<br>')).join(' | ')} |\n`
}

export interface ValueRecords extends Pick<Records, 'columns' | 'shown_as'> {
  readonly records: readonly OutcomeItem[]
  /** One object, not a list. */
  readonly single: boolean
  /** The total number of records, if the response contains it. */
  readonly total?: (() => number | undefined) | undefined
}

/** undefined if the value is printed as JSON. Errors: `usage` for a format that needs records if there are none. */
export function valueRecords(
  value: Json | undefined,
  format: Format | 'template' | undefined,
): ValueRecords | undefined {
  if (format === undefined || format === 'json') return undefined
  const found = recordsIn(value)
  if (found || format === 'table') return found
  if (isObject(value) && (format === 'yaml' || format === 'ndjson')) return recordList([value], { single: true })
  const flag = format === 'template' ? '--template' : `-o ${format}`
  throw usageError(t('{flag} needs records, but this response has none', { flag }), t('use -o json'))
}

/** Accepts a list, a page of a list as the interface returns it, or one record. */
function recordsIn(value: Json | undefined): ValueRecords | undefined {
  if (isList(value)) return objectsOf(value).length === value.length ? recordList(objectsOf(value)) : undefined
  if (!isObject(value)) return undefined
  const plural = Object.values(resources)
    .map((resource) => resource.plural)
    .find((name) => Array.isArray(value[name]) && 'total' in value)
  if (plural === undefined) return 'id' in value ? recordList([value], { single: true }) : undefined
  return {
    ...recordList(objectsOf(value[plural]), { plural }),
    total: () => (typeof value.total === 'number' ? value.total : undefined),
  }
}

function recordList(
  records: readonly OutcomeItem[],
  { plural, single = false }: { readonly plural?: Plural; readonly single?: boolean } = {},
): ValueRecords {
  return {
    records,
    single,
    ...(plural === undefined
      ? { columns: [...new Set(records.flatMap((record) => Object.keys(record)))] }
      : { shown_as: { plural } }),
  }
}

/** Errors: `usage` for records that are not events. */
export const printIcs: Printer = async function* (records, { page }) {
  const escaped = terminalTextOf(page)
  const { icsOf } = await import('../../../bulk/export/ics-write.ts')
  // The header is written with the first event, so that nothing is printed for other records.
  let waiting = ''
  for await (const text of icsOf([{ kind: 'events', records: eventsOf(records) }], {
    onLoss: () => {},
  })) {
    if (waiting !== '') yield escaped(waiting)
    waiting = text
  }
  yield escaped(waiting)
}

/** Checks that records are events. */
async function* eventsOf(records: AsyncIterable<OutcomeItem>): AsyncIterable<OutcomeItem> {
  for await (const record of records) {
    if (!('start_date' in record && 'end_date' in record)) throw noEvent
    yield record
  }
}

const noEvent = usageError(t('-o ics needs events, but this record is not an event'), t('use -o json'))
