// The first row of a spreadsheet as a whole: what each column means beside the others, and what is missing.
import { Failure } from '../base/failure.ts'
import type { Plural } from '../spec/model.ts'
import { type Column, columnOf, joined_fields } from './columns.ts'

/** Header → field, as `--map` gives it. */
type Renaming = Readonly<Record<string, string>>

export interface HeaderRow {
  readonly file: string
  readonly headers: readonly string[]
  readonly kind: Plural
  readonly map: Renaming
}

/** The header, or the field it is mapped to; small and capital letters are the same. */
export function headerOf(header: string, map: Renaming): string {
  return mappedTo(header, map) ?? header
}

function mappedTo(header: string, map: Renaming): string | undefined {
  return (Object.hasOwn(map, header) ? map[header] : undefined) ?? Object.entries(map).find(([column]) => isSameColumn(column, header))?.[1]
}

export function isSameColumn(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/**
 * What each column means.
 * Fails:  `usage` where two columns are mapped to one field, and where none can say when events start: every row would be refused for it.
 */
export function meaningsOf({ file, headers, kind, map }: HeaderRow): readonly Column[] {
  const names = headers.map((header) => headerOf(header, map))
  const columns = withoutRivals(names.map((name) => columnOf(name, kind)), headers, map)
  if (kind !== 'events') return columns
  const dated = withPlainDate(columns, names)
  if (dated.some(says('start_date', 'start_day', ...told_apart))) return dated
  throw new Failure('usage', { en: `${file}:1: no column says when an event starts`, de: `${file}:1: keine Spalte sagt, wann ein Termin beginnt` }, { hint: {
    en: `name it: --map "COLUMN=start_date"; the columns are ${headers.join(', ')}`,
    de: `benennen: --map "SPALTE=start_date"; die Spalten sind ${headers.join(', ')}`,
  } })
}

/** A field that a column is mapped to is filled by it alone, but for lists: D-406. */
function withoutRivals(columns: readonly Column[], headers: readonly string[], map: Renaming): readonly Column[] {
  const mapped = headers.map((header) => mappedTo(header, map) !== undefined)
  return columns.map((column, i) => {
    const target = targetOf(column)
    const rival = target === undefined || joined_fields.has(target) ? -1 : columns.findIndex((other, j) => j !== i && mapped[j] && targetOf(other) === target)
    if (rival === -1) return column
    if (mapped[i]) throw mappedTwice(headers[i], headers[rival], target)
    return { dropped: 'replaced' }
  })
}

function targetOf(column: Column): string | undefined {
  return 'field' in column ? column.field : 'part' in column ? column.part : undefined
}

function mappedTwice(one: string | undefined, other: string | undefined, target: string | undefined): Failure {
  return new Failure('usage', { en: `--map: "${one}" and "${other}" both mean ${target}`, de: `--map: „${one}“ und „${other}“ bedeuten beide ${target}` }, {
    hint: { en: 'map one of them only', de: 'nur eine davon zuordnen' },
  })
}

/** Rows with these may be events that are there already, which keep their start. */
const told_apart = ['id', 'slug', 'uid', 'key', 'kind']
const clocks = new Set(['start', 'starts', 'begin', 'begins', 'end', 'ends', 'beginn', 'anfang', 'ende', 'von', 'bis'])

/** A plain `Date` is the day of the event where nothing else says it (D-420); `Start` and `End` beside it are times of that day. */
function withPlainDate(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  const isClock = (i: number) => clocks.has((names[i] ?? '').trim().toLowerCase())
  const said = columns.some((column, i) => says('id')(column) || (!isClock(i) && says('start_date', 'start_day')(column)))
  if (said || !columns.some(says('date'))) return columns
  return columns.map((column, i) => {
    if (says('date')(column)) return { part: 'start_day' }
    if (isClock(i) && says('start_date')(column)) return { part: 'start_time' }
    return isClock(i) && says('end_date')(column) ? { part: 'end_time' } : column
  })
}

function says(...names: readonly string[]): (column: Column) => boolean {
  return (column) => names.includes(targetOf(column) ?? '')
}
