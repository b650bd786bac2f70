// The value of a workbook's cell as the text a spreadsheet program would write into CSV, but for dates, which are ISO.
import type { CellStyle, CellValue } from 'hucre'
import { day_ms, instantOfUtc, utcWall } from '../../../base/dates/zoned-time.ts'

/** What spreadsheet programs show where a formula cannot be worked out; the last is ours, for one that never was. */
export const cell_errors: ReadonlySet<string> = new Set([
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

export function cellText(value: CellValue, style?: CellStyle): string {
  if (value === null) return ''
  if (value instanceof Date) return dateText(value, style?.numFmt)
  if (typeof value === 'number') return numberText(value, style?.numFmt)
  if (typeof value === 'boolean') return String(value)
  return durationText(value) ?? value
}

/** Days count from the last of 1899: what lies there is a time of day or a length of time. */
function dateText(date: Date, format: string | undefined): string {
  const wall = utcWall(Math.round(date.getTime() / 1000) * 1000)
  if (wall < '1901') return clockText(wall)
  return wall.endsWith(' 00:00:00') && !showsHours(format) ? wall.slice(0, 10) : wall
}

function clockText(wall: string): string {
  const from = instantOfUtc(wall < '1899-12-31' ? '1899-12-30 00:00:00' : '1899-12-31 00:00:00')
  const lasts_ms = instantOfUtc(wall) - from
  const hours = Math.floor(lasts_ms / day_ms) * 24 + Number(wall.slice(11, 13))
  return `${String(hours).padStart(2, '0')}${wall.slice(13).replace(/:00$/, '')}`
}

function showsHours(format: string | undefined): boolean {
  return format !== undefined && /h/i.test(format.replace(/"[^"]*"|\\.|\[[$][^\]]*\]/g, ''))
}

/** LibreOffice writes times as ISO durations: `PT18H30M00S`. */
function durationText(text: string): string | undefined {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(text) ?? []
  if (hours === undefined) return undefined
  return `${hours.padStart(2, '0')}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`
}

/** As people typed it: `01234` keeps its zero, `5.5` in euros its sign. Programs count with 15 digits. */
function numberText(value: number, format: string | undefined): string {
  const plain = String(Number(value.toPrecision(15)))
  if (format === undefined) return plain
  if (/^0+$/.test(format)) return plain.padStart(format.length, '0')
  const [first = ''] = format.split(';')
  const symbol = /\[\$([^\]-]+)(?:-[^\]]*)?\]|"?(\p{Sc}|EUR|CHF|USD|GBP)"?/u.exec(first)
  const sign = symbol?.[1] ?? symbol?.[2]
  if (!symbol || sign === undefined) return plain
  const decimals = /0\.(0+)/.exec(first)?.[1]?.length ?? 0
  const amount = Number.isInteger(value) ? plain : value.toFixed(decimals || 2)
  return symbol.index > first.search(/[0#]/) ? `${amount} ${sign}` : `${sign}${amount}`
}
