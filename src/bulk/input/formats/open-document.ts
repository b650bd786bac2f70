// OpenDocument spreadsheets (.ods): the sheets of `content.xml`, with the texts that their cells show.
import { isoMomentOf } from '../../../base/dates/machine-dates.ts'
import { Parser } from 'htmlparser2'
import { instantOfUtc, utcWall } from '../../../base/dates/zoned-time.ts'
import { t, type Text } from '../../../base/text/language.ts'

/** A sheet as texts; rows and columns count from 0. */
export interface WorkbookSheet {
  readonly name: string
  readonly hidden: boolean
  readonly rows: readonly (readonly string[])[]
  readonly hidden_rows: ReadonlySet<number>
  readonly hidden_columns: ReadonlySet<number>
  readonly merges: readonly MergedCells[]
}

export interface MergedCells {
  readonly startRow: number
  readonly startCol: number
  readonly endRow: number
}

/** As in Excel and LibreOffice. */
const rows_max = 1_048_576
const columns_max = 16_384
/** Repeated rows count as often as they are repeated: each becomes a record. */
const cells_max = 20_000_000
const levels_max = 200

/** A document beyond the limits, or without contents. */
export class DocumentError extends Error {
  readonly text: Text

  constructor(text: Text) {
    super(text.en)
    this.text = text
  }
}

/** Errors: `DocumentError` beyond the limits. */
export function sheetsOfDocument(xml: string): readonly WorkbookSheet[] {
  const reader = new ContentReader()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name.replace(/^[^:]*:/, ''), attributes),
      onclosetag: (name) => reader.close(name.replace(/^[^:]*:/, '')),
      ontext: (text) => reader.text(text),
    },
    { xmlMode: true },
  )
  parser.write(xml)
  parser.end()
  return reader.sheets
}

type Attributes = Readonly<Record<string, string | undefined>>

interface OpenSheet {
  readonly name: string
  readonly hidden: boolean
  readonly rows: (readonly string[])[]
  readonly hidden_rows: Set<number>
  readonly hidden_columns: Set<number>
  readonly merges: MergedCells[]
  /** Linked to a file, of which it is a copy. */
  isCopy: boolean
  next_row: number
  next_column: number
}

interface OpenCell {
  readonly attributes: Attributes
  readonly paragraphs: string[]
}

/** Elements whose cells and texts are not of a sheet: comments, drawings, deleted cells, copies of other files. */
const skipped_elements = new Set(['annotation', 'shapes', 'tracked-changes', 'dde-links', 'frame', 'forms'])

class ContentReader {
  readonly #done: OpenSheet[] = []
  readonly #hidden_styles = new Set<string>()
  #style = ''
  #level = 0
  /** The level of an element whose contents are skipped. */
  #skipped_at: number | undefined
  #sheet: OpenSheet | undefined
  /** Groups of rows or columns, and whether they are hidden. */
  readonly #groups: boolean[] = []
  #row: { readonly attributes: Attributes; readonly cells: string[] } | undefined
  #cell: OpenCell | undefined
  #paragraph: string | undefined
  #cells = 0

  get sheets(): readonly WorkbookSheet[] {
    return this.#done.filter(({ isCopy }) => !isCopy)
  }

  open(name: string, attributes: Attributes): void {
    if (++this.#level > levels_max) throw new DocumentError(t('more than {levels_max} nested elements', { levels_max }))
    if (this.#skipped_at !== undefined) return
    if (skipped_elements.has(name) || (this.#cell && name === 'table')) this.#skipped_at = this.#level
    else if (this.#paragraph !== undefined) this.#inText(name, attributes)
    else if (this.#cell) {
      if (name === 'p' || name === 'h') this.#paragraph = ''
    } else if (this.#sheet) this.#inSheet(name, attributes, this.#sheet)
    else this.#outside(name, attributes)
  }

  close(name: string): void {
    const level = this.#level--
    if (this.#skipped_at !== undefined) {
      if (level === this.#skipped_at) this.#skipped_at = undefined
      return
    }
    if (this.#paragraph !== undefined) {
      if (name !== 'p' && name !== 'h') return
      this.#cell?.paragraphs.push(this.#paragraph)
      this.#paragraph = undefined
    } else if (name === 'table-cell' || name === 'covered-table-cell') this.#endCell()
    else if (name === 'table-row') this.#endRow()
    else if (name === 'table-row-group' || name === 'table-column-group') this.#groups.pop()
    else if (name === 'table' && this.#sheet) {
      this.#done.push(this.#sheet)
      this.#sheet = undefined
    }
  }

  /** White space between words is one blank; `text:s` and `text:line-break` write more. */
  text(text: string): void {
    if (this.#skipped_at === undefined && this.#paragraph !== undefined)
      this.#paragraph += text.replace(/[ \t\r\n]+/g, ' ')
  }

  #inText(name: string, attributes: Attributes): void {
    if (name === 's') this.#paragraph += ' '.repeat(Math.min(countOf(attributes['text:c']), 1_000))
    else if (name === 'tab') this.#paragraph += '\t'
    else if (name === 'line-break') this.#paragraph += '\n'
  }

  #outside(name: string, attributes: Attributes): void {
    if (name === 'style') this.#style = attributes['style:name'] ?? ''
    else if (name === 'table-properties' && attributes['table:display'] === 'false')
      this.#hidden_styles.add(this.#style)
    else if (name === 'table')
      this.#sheet = {
        name: attributes['table:name'] ?? `Sheet${this.#done.length + 1}`,
        hidden: this.#hidden_styles.has(attributes['table:style-name'] ?? ''),
        rows: [],
        hidden_rows: new Set(),
        hidden_columns: new Set(),
        merges: [],
        isCopy: false,
        next_row: 0,
        next_column: 0,
      }
  }

  #inSheet(name: string, attributes: Attributes, sheet: OpenSheet): void {
    if (name === 'table-source') sheet.isCopy = true
    else if (name === 'table-row-group' || name === 'table-column-group')
      this.#groups.push(attributes['table:display'] === 'false')
    else if (name === 'table-column') this.#column(attributes, sheet)
    else if (name === 'table-row') this.#row = { attributes, cells: [] }
    else if ((name === 'table-cell' || name === 'covered-table-cell') && this.#row)
      this.#cell = { attributes, paragraphs: [] }
  }

  #column(attributes: Attributes, sheet: OpenSheet): void {
    const first = sheet.next_column
    sheet.next_column = Math.min(first + countOf(attributes['table:number-columns-repeated']), columns_max)
    if (!isHidden(attributes) && !this.#groups.includes(true)) return
    for (let c = first; c < sheet.next_column; c++) sheet.hidden_columns.add(c)
  }

  #endCell(): void {
    const [cell, row, sheet] = [this.#cell, this.#row, this.#sheet]
    this.#cell = undefined
    if (!cell || !row || !sheet) return
    const text = shownText(cell)
    const repeated = countOf(cell.attributes['table:number-columns-repeated'])
    const rows = countOf(cell.attributes['table:number-rows-spanned'])
    if (rows > 1)
      sheet.merges.push({ startRow: sheet.next_row, startCol: row.cells.length, endRow: sheet.next_row + rows - 1 })
    if (text !== '' && row.cells.length + repeated > columns_max)
      throw new DocumentError(
        t('row {count} of "{name}" has more than 16,384 columns', { count: sheet.next_row + 1, name: sheet.name }),
      )
    const count = Math.min(repeated, columns_max - row.cells.length)
    for (let i = 0; i < count; i++) row.cells.push(text)
  }

  #endRow(): void {
    const [row, sheet] = [this.#row, this.#sheet]
    this.#row = undefined
    if (!row || !sheet) return
    const cells = row.cells.slice(0, row.cells.findLastIndex((text) => text.trim() !== '') + 1)
    const first = sheet.next_row
    const repeated = countOf(row.attributes['table:number-rows-repeated'])
    sheet.next_row += repeated
    if (cells.length === 0) return
    if (sheet.next_row > rows_max) throw tooManyRows(sheet.name, first + 1, repeated)
    this.#cells += cells.length * repeated
    if (this.#cells > cells_max) throw new DocumentError(t('more than 20,000,000 cells'))
    const is_hidden = isHidden(row.attributes) || this.#groups.includes(true)
    for (let r = first; r < sheet.next_row; r++) {
      sheet.rows[r] = cells
      if (is_hidden) sheet.hidden_rows.add(r)
    }
  }
}

/** A row or a column. */
function isHidden({ 'table:visibility': visibility }: Attributes): boolean {
  return visibility === 'collapse' || visibility === 'filter'
}

function countOf(text: string | undefined): number {
  return Math.max(Math.trunc(Number(text ?? 1)) || 1, 1)
}

function tooManyRows(sheet: string, row: number, repeated: number): DocumentError {
  const end = t('a sheet has at most 1,048,576 rows')
  return new DocumentError(
    repeated > 1
      ? t('row {row} of "{sheet}" is repeated {repeated} times; {end}', { row, sheet, repeated, end })
      : t('"{sheet}" has a row {row}; {end}', { sheet, row, end }),
  )
}

/** The text of a cell: dates, times and plain numbers in a form that does not depend on a language. */
function shownText({ attributes, paragraphs }: OpenCell): string {
  const shown = paragraphs.join('\n')
  switch (attributes['office:value-type'] ?? attributes['calcext:value-type']) {
    case 'date': {
      const text = dateText(attributes['office:date-value'] ?? '', shown)
      // A formula that refers to an empty cell has day 0 as its result.
      return attributes['table:formula'] !== undefined && text.startsWith('1899-12-30') ? '#FORMULA!' : text
    }
    case 'time':
      return durationText(attributes['office:time-value'] ?? '') ?? shown
    case 'boolean':
      return attributes['office:boolean-value'] ?? shown
    case 'float':
    case 'percentage':
    case 'currency':
      return numberText(attributes['office:value'] ?? '', shown)
    case 'string':
      return shown || (attributes['office:string-value'] ?? '')
    default:
      return shown === '' && attributes['table:formula'] !== undefined ? '#FORMULA!' : shown
  }
}

/**
 * Midnight is written without a time, so what the cell shows decides whether it is a day. SheetJS writes moments in
 * UTC, which are not the time in the cell.
 */
function dateText(value: string, shown: string): string {
  const { wall: written, fraction = '0', offset } = isoMomentOf(value) ?? {}
  if (written === undefined) return shown || value
  if (offset !== undefined) return `${written.replace(' ', 'T')}${offset}`
  const wall = utcWall(instantOfUtc(written) + Math.round(Number(`0.${fraction}`)) * 1000)
  return wall.endsWith(' 00:00:00') && !midnight.test(shown) ? wall.slice(0, 10) : wall
}

/** `00:00`, `0.00 Uhr`, `12:00 AM`, `24:00`, `0h`, `12 AM`; not the end of a day or a year, as in `10.03.00`. */
const midnight =
  /(?:^|[^\d:.])(?:0?0|24)(?:[:.h时時]00|\s?(?:h|Uhr|[时時]))|(?:^|[^\d:.])12(?:[:.]00){0,2}\s?(?:a\.?\s?m|午前|上午)/iu

/** LibreOffice writes times as durations, `PT18H30M00S`, computed ones with a fraction: `PT18H29M59.999999S`. */
function durationText(value: string): string | undefined {
  const [, hours, minutes, seconds = '', part = '0'] = /^PT(\d+)H(\d+)M(\d+)(?:[.,](\d+))?S$/.exec(value) ?? []
  if (hours === undefined) return undefined
  const all = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) + Math.round(Number(`0.${part}`))
  const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60].map((n) => String(n).padStart(2, '0'))
  return s === '00' ? `${h}:${m}` : `${h}:${m}:${s}`
}

/**
 * `25%`, `12,50 €` and `01234` as shown; other numbers without the separators of a language. Programs use 15 digits.
 */
function numberText(value: string, shown: string): string {
  const number = Number(value)
  return value === '' || !Number.isFinite(number) ? shown || value : numberShown(number, () => shown)
}

/** As above; `format` shows a number without the digits that are not exact. */
export function numberShown(number: number, format: (exact: number) => string): string {
  const exact = Number(number.toPrecision(15))
  const shown = format(exact)
  const isPlain = !/[\p{L}\p{Sc}%‰]/u.test(shown) || /^[-+]?[\d.,]+e[-+]?\d+$/i.test(shown)
  return isPlain && !/^0\d+$/.test(shown) ? String(exact) : shown
}
