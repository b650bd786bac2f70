// The format of each file, and the records of one or several files.
import { CalError } from '../../../base/errors.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { type InputBatches, type InputFormat, type InputItem, input_formats } from '../entry.ts'
import { FirstTexts } from '../assumptions.ts'
import { isHeader, isSameColumn } from '../headers/headers.ts'
import { type InputSource, isCalendarJson, isNdjson, requireContent, sampleOf } from '../source.ts'
import type { IcsReading } from '../ics/ics.ts'
import type { SheetOptions, TableHeaders } from '../headers/sheet-header.ts'
import { kindOfName } from './record-kind.ts'

/** The records of all files in order. Errors: `usage` for a mapped column that none of them has. */
export async function* batchesOfAll(sources: readonly InputSource[], reading: ReadOptions): InputBatches {
  const { expand, note } = reading
  for (const [i, source] of sources.entries()) {
    const file = expand ? await expand({ ...source, note }) : source
    if ('bytes' in file) yield* batchesOf(file, reading, i === sources.length - 1)
    else yield file
  }
  requireColumns(reading)
}

/** The records of a calendar file; any other file as it is, with what was parsed to tell them apart. */
export type ExpandFile = (source: InputSource) => Promise<InputSource | Iterable<InputItem>>

/**
 * Requires that one of the files has each mapped column, so that a misspelled one is not ignored silently.
 */
function requireColumns({ map, files }: Pick<ReadOptions, 'map' | 'files'>): void {
  const wanted = Object.keys(map)
  if (wanted.length === 0) return
  const columns = new Set(
    [...files.values()]
      .flatMap(({ table }) => table?.headers ?? [])
      .map((header) => header.trim())
      .filter((header) => header !== ''),
  )
  const missing = wanted.find((column) => ![...columns].some((header) => isSameColumn(header, column)))
  if (missing === undefined) return
  const names = [...files.keys()].join(', ')
  throw new CalError('usage', t('--map: column "{missing}" not found in {files}', { missing, files: names }), {
    hint:
      columns.size === 0
        ? t('use --map with CSV, TSV and workbooks; other formats have no columns')
        : t('the columns are {value}', { value: [...columns].join(', ') }),
  })
}

/** A file that was read, or is being read. */
export interface ReadFile {
  readonly source: InputSource
  readonly format: InputFormat
  /** Of CSV, TSV and workbooks. */
  readonly table?: TableHeaders
}

export type ReadOptions = Omit<SheetOptions & IcsReading, 'onHeaders' | 'warn'> & {
  /** By name; each file is added when it is read. */
  readonly files: Map<string, ReadFile>
  /** Absent if calendar files are not expanded. */
  readonly expand?: ExpandFile | undefined
  /** `--format`, if it cannot be inferred from the name of the file. */
  readonly format?: InputFormat
}

const by_ending: Readonly<Record<string, InputFormat>> = {
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  csv: 'csv',
  tsv: 'tsv',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  ods: 'ods',
  yaml: 'yaml',
  yml: 'yaml',
  ics: 'ics',
  ical: 'ics',
  ifb: 'ics',
}

/** The given format, or that of the file name, or that of the first characters. */
export function formatOf({ name }: InputSource, sample: string, given: InputFormat | undefined): InputFormat {
  refuseBinary(sample, name)
  // A ZIP file is a workbook, regardless of its name.
  if (isPacked(sample)) return 'xlsx'
  if ((given ?? 'json') === 'json' && isCalendarJson(sample)) return 'ics'
  return given ?? formatOfName(name) ?? formatOfText(sample, name)
}

/** The format that the ending of a file name stands for. */
export function formatOfName(name: string): InputFormat | undefined {
  const path = /^\w+:\/\//.test(name) ? name.replace(/[?#].*/s, '') : name
  return by_ending[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '']
}

/** The format of a text by its first characters. Errors: `usage` if they do not show it. */
export function formatOfText(sample: string, name: string): InputFormat {
  const text = sample.trimStart()
  if (/^BEGIN:VCALENDAR/i.test(text)) return 'ics'
  if (text.startsWith('[')) return 'json'
  if (text.startsWith('{')) return isNdjson(text) ? 'ndjson' : 'json'
  if (/^(---|- |\w+:\s*(\n|$)|\w+: [^\n]*\n\w+:(\s|$))/.test(text)) return 'yaml'
  if (text === '' && name === '-')
    throw new CalError('usage', t('standard input is empty'), {
      hint: t('check the command before the pipe; to accept an empty input, specify its format: --format ndjson'),
    })
  const first = text.split(/[\r\n]/, 1)[0] ?? ''
  // A table of one column has no separator.
  if (/[,;\t|]/.test(first) || (first !== '' && isHeader(first)) || /\.txt$/i.test(name)) return 'csv'
  throw new CalError('usage', t('{name}: unknown file format', { name }), {
    hint: t('specify it: --format {input_formats}', { input_formats: input_formats.join(', ') }),
  })
}

/** The records of a source in order. After the `isLast`, a mapped column that no file has is an error. */
export async function* batchesOf(given: InputSource, options: ReadOptions, isLast: boolean = true): InputBatches {
  const source = { ...given, note: options.note }
  const sample = await sampleOf(source)
  requireContent(source, sample)
  const format = formatOf(source, sample, options.format)
  const { files } = options
  files.set(source.name, { source, format })
  const guessed = kindOfName(source.name)
  const kinds = guessed ? { guessed, ...options.kinds } : options.kinds
  const warnings = new FirstTexts()
  const reading = {
    ...options,
    kinds,
    onHeaders: (table: TableHeaders) => {
      files.set(source.name, { source, format, table })
      if (isLast) requireColumns(options)
    },
    warn: (cause: string, text: Text) => warnings.see(cause, text),
  }
  yield* recordsIn(source, format, sample, reading)
  for (const warning of warnings.warnings()) options.note(warning)
}

async function* recordsIn(
  source: InputSource,
  format: InputFormat,
  sample: string,
  reading: SheetOptions & IcsReading,
): InputBatches {
  const { kinds, note } = reading
  switch (format) {
    case 'json':
      return yield* (await import('./json.ts')).readJson(source, kinds, note)
    case 'ndjson':
      return yield* (await import('./json.ts')).readNdjson(source, kinds)
    case 'csv':
    case 'tsv':
      return yield* (await import('./csv.ts')).readCsv(source, reading, sample)
    case 'xlsx':
    case 'ods':
      return yield* (await import('./workbook.ts')).readWorkbook(source, reading)
    case 'yaml':
      return yield* (await import('./yaml.ts')).readYaml(source, kinds, note)
    case 'ics':
      return yield* (await import('../ics/ics.ts')).readIcs(source, reading, isCalendarJson(sample))
  }
}

/** The first bytes of xlsx and ods. */
function isPacked(sample: string): boolean {
  return sample.startsWith('PK\u0003\u0004')
}

/** The first bytes of xls, and of a workbook with a password. */
const closed_mark = '\u00d0\u00cf\u0011\u00e0'

/** Errors: `usage` for files that are neither text nor a readable workbook, and for tables as pages of HTML. */
function refuseBinary(sample: string, name: string): void {
  if (isPacked(sample)) return
  const formats = t('supported formats: {input_formats}', { input_formats: input_formats.join(', ') })
  const refuse = (text: Text, hint: Text) => {
    throw new CalError('usage', text, { hint })
  }
  if (/^\s*<(?:!doctype html|html|table|meta|style)\b/i.test(sample))
    refuse(
      t('{name} is an HTML page, not a workbook or table', { name }),
      t('open it in a spreadsheet program, and save it as .xlsx, .ods or CSV (UTF-8)'),
    )
  if (/^\s*<(?:\?xml|rss|feed)\b/i.test(sample)) refuse(t('{name} is XML, not a workbook or table', { name }), formats)
  if (sample.startsWith(closed_mark))
    refuse(
      t('{name} is an old .xls workbook or password-protected', { name }),
      t('save it as .xlsx, .ods or CSV (UTF-8) without a password'),
    )
  if (sample.includes('\u0000')) refuse(t('{name} is not a text file', { name }), formats)
}
