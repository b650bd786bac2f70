// Texts of cells that stand for a value: a status, yes or no, a list, the price and the privacy of an event.
import { itemsOf, type Json, parsedJson } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import { plainCost } from '../../spec/cost.ts'
import type { InputError } from './entry.ts'
import { cancelled_words, statusWord } from './status-words.ts'

/** `Yes`, `TRUE`, `ja`, `oui`, `sí`; `No`, `FALSE`, `nein`; undefined for other texts. */
export function yesOrNo(cell: string): boolean | undefined {
  if (/^(yes|y|ja|j|on|enabled?|ein|an|x|✓|☑|true|wahr|1|oui|vrai|s[ií]|sì|verdadero|vero|waar)$/i.test(cell))
    return true
  return /^(no|n|nein|off|disabled?|aus|☐|false|falsch|0|non|faux|falso|nee|onwaar)$/i.test(cell) ? false : undefined
}

export type ListSeparator = ',' | ';' | '|'

/** True if a separator follows a backslash, or a name is in quotes. */
export function isEscaped(text: string): boolean {
  return /\\[,;|"]/.test(text) || /(^|[,;|])\s*"(?:[^"]|"")*"\s*($|[,;|])/.test(text)
}

/** Parts of a text in which no separator counts: quoted names, escaped characters, entities such as `&amp;`. */
const protected_parts = /(?<=^|[,;|])\s*"(?:[^"]|"")*"\s*(?=[,;|]|$)|\\.|&#?\w+;/gs

/** The separator of a list of names; `mixed` if both commas and semicolons could be. */
export function separatorOf(text: string): ',' | ';' | 'mixed' {
  if (!text.includes(';')) return ','
  const open = text.replace(protected_parts, '')
  if (!open.includes(';')) return ','
  return open.includes(',') ? 'mixed' : ';'
}

/** `"Smith, John", Bob` and `Smith\, John, Bob` → `Smith, John` and `Bob` */
export function splitAt(separator: ListSeparator, text: string): readonly string[] {
  if (!/["\\&]/.test(text))
    return text
      .split(separator)
      .map((name) => name.trim())
      .filter((name) => name !== '')
  return [...text.matchAll(part_forms[separator])]
    .map(([whole, quoted]) =>
      quoted === undefined ? whole.replace(/\\([,;|"\\])/g, '$1').trim() : quoted.replaceAll('""', '"'),
    )
    .filter((name) => name !== '')
}

/** Compiled once: every row of an input has lists. */
const part_forms: Readonly<Record<ListSeparator, RegExp>> = {
  ',': partForm(','),
  ';': partForm(';'),
  '|': partForm('\\|'),
}

function partForm(sign: string): RegExp {
  return new RegExp(`\\s*"((?:[^"]|"")*)"\\s*(?=${sign}|$)|(?:\\\\.|&#?\\w+;|[^\\\\${sign}]|\\\\(?=$))+`, 'gs')
}

/**
 * Lists are separated by `|` in our files, by commas or semicolons in others. Whether a cell is one name that contains
 * them is decided later. In quotes and after a backslash there is no separator.
 */
export function listInCell(field: string, cell: string): string | readonly string[] {
  const listed = listedNames(cell)
  if (listed) return (field === 'venue' && listed.length === 1 ? listed[0] : listed) ?? cell
  if (cell.includes('|')) return splitAt('|', cell)
  if (field === 'tags' && hash_tags.test(cell)) return cell.split(/\s+/)
  if (field === 'venue') return isEscaped(cell) ? singleName(cell) : cell
  if (/\n/.test(cell)) return namesOfLines(cell, field)
  const separator = separatorOf(cell)
  return isEscaped(cell) && separator !== 'mixed' ? splitAt(separator, cell) : cell
}

/** `["Music", "Film"]`, as JSON has lists, and `['Music', 'Film']`, as Python prints them. */
function listedNames(cell: string): readonly string[] | undefined {
  if (!/^\[\s*["'].*["']\s*\]$/s.test(cell)) return undefined
  const names = itemsOf(parsedJson(/["\\]/.test(cell) ? cell : cell.replaceAll("'", '"')))
  return names.every((name) => typeof name === 'string') && names.length > 0 ? names : undefined
}

/** `#live #free` */
const hash_tags = /^#[^\s#,;"\\]+(?:\s+#[^\s#,;"\\]+)+$/

/** An event has one venue: `Inn, "The Lion"` is its name, as `"Inn, The Lion"` and `Inn\, The Lion` are. */
function singleName(cell: string): string {
  const [name = '', ...more] = splitAt(',', cell)
  return more.length === 0 ? name : cell.replace(/\\([,;|"\\])/g, '$1')
}

/** A line break separates names; a line that has both commas and semicolons stays whole, and is an error later. */
function namesOfLines(cell: string, field: string): string | readonly string[] {
  const [last = '', ...before] = cell.split('\n').reverse()
  const lines = [...before.map((line) => line.replace(/(?<![\s,;])[\s,;]+$/, '')).reverse(), last]
    .map((line, i) => (i === 0 ? line : line.trimStart()))
    .filter((line) => line !== '')
  return lines.some((line) => separatorOf(line) === 'mixed') ? cell : lines.flatMap((line) => namesIn(field, line))
}

/** With a column for each organizer, a comma is a part of a name. */
export function namesIn(field: string, text: string): readonly string[] {
  const separator = separatorOf(text)
  if (field === 'organizer' && separator === ',' && !isEscaped(text)) return [text]
  return splitAt(separator === 'mixed' ? ',' : separator, text)
}

/** A price and its currency sign in two columns. */
export function costOf(
  written: Json | undefined,
  { currency_symbol: symbol, currency_position: position }: NamedCells,
): { readonly cost?: string } {
  if (typeof written !== 'string') return {}
  const cost = plainCost(written)
  if (!symbol || !/^[\d.,\s-]+$/.test(cost)) return { cost }
  const behind = /^(post|suf|after|behind|right)/i.test(position?.text ?? '')
  return { cost: behind ? `${cost}${symbol.text}` : `${symbol.text}${cost}` }
}

/** A cell with its column name. */
export interface NamedCell {
  readonly name: string
  readonly text: string
}

/** The cells of a row by what their columns mean. */
export type NamedCells = Readonly<Record<string, NamedCell | undefined>>

/**
 * The status of a row. With the `Private` column of Google Calendar and Outlook, or the `Sensitivity` of Outlook, an
 * event is private if one of them says so, and one that a column says to be cancelled is a draft. A cell that says
 * neither is an error, because a private or cancelled event must not be published.
 */
export function statusOf(
  written: Json | undefined,
  privacy: readonly NamedCell[],
  cancelled: NamedCell | undefined,
): { readonly status: Json | undefined; readonly errors: readonly InputError[]; readonly hidden?: true } {
  const status = typeof written === 'string' ? statusWord(written) : written
  const is_cancelled = cancelled && isCancelled(cancelled.text)
  if (is_cancelled && !hidden_statuses.includes(String(status))) return { status: 'draft', errors: [], hidden: true }
  const said = privacy.find(({ text }) => isPrivate(text))
  if (said && status !== undefined) return { status, errors: status === 'publish' ? [publishedError(said)] : [] }
  const unclear = privacy.filter(({ text }) => isPrivate(text) === undefined)
  return {
    status: said ? 'private' : status,
    errors: [
      ...unclear.map(({ name, text: cell }) => ({
        value: cell,
        text: t('{name}: "{cell}" is neither private nor public', { name, cell }),
        hint: t('write private or public'),
      })),
      ...(cancelled && is_cancelled === undefined ? [unclearCancelled(cancelled)] : []),
    ],
  }
}

/** Statuses that a cancelled event keeps. */
const hidden_statuses = ['draft', 'pending', 'trash']

function unclearCancelled({ name, text: cell }: NamedCell): InputError {
  return {
    value: cell,
    text: t('{name}: "{cell}" does not say whether the event is cancelled', { name, cell }),
    hint: t('write yes or no'),
  }
}

/** What a cell says of a column that tells whether events are cancelled; undefined if it says neither. */
function isCancelled(cell: string): boolean | undefined {
  const word = cell.trim().normalize('NFC')
  return cancelled_words.test(word) || yesOrNo(word)
}

function publishedError({ name, text: cell }: NamedCell): InputError {
  return {
    field: 'status',
    value: cell,
    text: t('{name}: "{cell}" contradicts the status publish', { name, cell }),
    hint: t('leave one of the two empty'),
  }
}

const private_words = new RegExp(
  '^(?:private|privat|confidential|vertraulich|personal|persönlich|privée?|confidentielle?|personnelle?|privado|' +
    'confidencial|privato|riservato|personale|vertrouwelijk|persoonlijk)$',
  'i',
)

function isPrivate(cell: string): boolean | undefined {
  if (private_words.test(cell.normalize('NFC'))) return true
  return /^(normale?|normaal|public|open|öffentlich)$/i.test(cell) ? false : yesOrNo(cell)
}

/** Error values of spreadsheet formulas; `#FORMULA!` is our own, for a formula without a stored result. */
const formula_errors: ReadonlySet<string> = new Set([
  '#REF!',
  '#N/A',
  '#NV',
  '#VALUE!',
  '#WERT!',
  '#NAME?',
  '#DIV/0!',
  '#NUM!',
  '#ZAHL!',
  '#NULL!',
  '#BEZUG!',
  '#SPILL!',
  '#CALC!',
  '#FORMULA!',
])

/** LibreOffice numbers further errors: `Err:502`. */
export function isFormulaError(cell: string): boolean {
  return /^\s*[#EF]/.test(cell) && (formula_errors.has(cell.trim()) || /^\s*(?:Err|Fehler):5\d\d\s*$/.test(cell))
}

/** Whether a spreadsheet would evaluate the cell: numbers are left as they are. */
export function isFormula(cell: string): boolean {
  return /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+([.,]\d+)?$/.test(cell)
}

/**
 * The cell of a text in an export: with an apostrophe, as spreadsheets mark texts, if it would not be read as written,
 * and for `--csv-safe` if a spreadsheet would evaluate it.
 */
export function cellOfText(field: string, text: string, csv_safe: boolean): string {
  const isMarked = markedText(field, `'${text}`) !== undefined
  return isMarked && text !== '' && (csv_safe || !isFormula(text)) ? `'${text}` : text
}

/** The text of a cell with such an apostrophe; undefined for other cells. */
export function markedText(field: string, cell: string): string | undefined {
  const text = cell.replace(/^'+/, '')
  return cell.startsWith("'") && (isReadOtherwise(field, text) || isFormula(text)) ? cell.slice(1) : undefined
}

function isReadOtherwise(field: string, text: string): boolean {
  return text.trim() === '' || isFormulaError(text) || (field === 'cost' && plainCost(text) !== text)
}
