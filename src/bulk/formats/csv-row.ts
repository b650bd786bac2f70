// One row of a spreadsheet as a record: cells under their columns, dates and times put together.
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { type Column, joined_fields, type Part } from '../columns.ts'
import type { DateOrder } from '../choices.ts'
import { timeOf, writtenMomentOf } from '../dates.ts'
import type { ColumnNames, Flaw, Item, Place } from '../entry.ts'

/** What the first row means for rows of a kind. */
export interface Heading {
  readonly headers: readonly string[]
  readonly columns: readonly Column[]
  readonly called: ColumnNames
  readonly kind: Plural
}

export interface Row {
  readonly cells: readonly string[]
  readonly heading: Heading
  readonly order: DateOrder
  readonly place: Place
}

type Parts = Partial<Record<Part, string>>

interface Cells {
  readonly values: Readonly<Record<string, unknown>>
  readonly parts: Parts
  /** By field or part, the column as the user has it: what is wrong is named by it. */
  readonly names: Readonly<Record<string, string>>
}

/** The row as a record. Empty cells count as not given; missing ones at the end are empty. */
export function itemOfRow({ cells, heading: { headers, columns, called, kind }, order, place }: Row): Item {
  const values: Record<string, unknown> = {}
  const parts: Parts = {}
  const names: Record<string, string> = {}
  for (const [i, column] of columns.entries()) {
    const cell = (cells[i] ?? '').trim()
    if (cell === '' || 'dropped' in column) continue
    if ('field' in column) values[column.field] = kind === 'events' ? together(values[column.field], listed(column.field, cell), column.field) : cell
    else parts[column.part] = cell
    names['field' in column ? column.field : column.part] = headers[i]?.trim() ?? ''
  }
  const { kind: _, ...own } = values
  const dated = kind === 'events' ? withDates({ values: own, parts, names }, order) : { values: own, flaws: no_flaws }
  const flaws = both(surplus(cells, headers), dated.flaws)
  if (flaws.length) return { kind, place, original: cells, flaws }
  const complete = kind === 'events' ? withCost(dated.values, parts) : own
  return { kind, values: spelledOut(complete, kind), place, original: cells, called }
}

/** Lists are joined by `|` where we wrote them, by commas where others did. A venue is one, and its name may have commas. */
function listed(field: string, cell: string): unknown {
  const sign = cell.includes('|') ? '|' : ','
  const splits = joined_fields.has(field) || (field === 'venue' && sign === '|')
  if (!splits || !cell.includes(sign)) return cell
  return cell.split(sign).map((part) => part.trim()).filter((part) => part !== '')
}

function together(before: unknown, value: unknown, field: string): unknown {
  return before === undefined || !joined_fields.has(field) ? value : [before, value].flat()
}

function surplus(cells: readonly string[], headers: readonly string[]): readonly Flaw[] {
  const extra = cells.slice(headers.length).filter((cell) => cell.trim() !== '')
  if (extra.length === 0) return no_flaws
  return [{
    value: extra.join(' | '),
    text: { en: `${cells.length} cells under ${headers.length} columns: "${extra[0]}" has no column`, de: `${cells.length} Zellen unter ${headers.length} Spalten: „${extra[0]}“ hat keine Spalte` },
    hint: { en: 'take it out, or put a text that holds the separator in quotes', de: 'weglassen, oder einen Text, der das Trennzeichen enthält, in Anführungszeichen setzen' },
  }]
}

/** Shared by all rows in which nothing is wrong. */
const no_flaws: readonly Flaw[] = []

function both(one: readonly Flaw[], other: readonly Flaw[]): readonly Flaw[] {
  if (one.length === 0) return other
  return other.length === 0 ? one : [...one, ...other]
}

interface Dated {
  readonly values: Record<string, unknown>
  readonly flaws: readonly Flaw[]
}

/** Start and end from one column or two. Without an end and a duration an event ends on its first day; without an end time, when it starts. */
function withDates({ values, parts, names }: Cells, order: DateOrder): Dated {
  const momentNamed = (end: 'start' | 'end', otherwise?: string) => {
    const [field, day, time] = [`${end}_date`, `${end}_day`, `${end}_time`] as const
    return joined({ field, day: values[field] ?? parts[day] ?? otherwise, day_name: names[field] ?? names[day] ?? field, time: parts[time], time_name: names[time] ?? field }, order)
  }
  const { text: start, flaws } = momentNamed('start')
  const lasts = values.duration !== undefined && parts.end_time === undefined
  const { text: end, flaws: end_flaws } = momentNamed('end', lasts ? undefined : start?.slice(0, 10))
  const last = end !== undefined && start !== undefined && end.length === 10 && start.length > 10 ? `${end}${start.slice(10)}` : end
  return {
    values: { ...values, ...(start === undefined ? {} : { start_date: start }), ...(last === undefined ? {} : { end_date: last }) },
    flaws: both(flaws, end_flaws),
  }
}

interface Moment {
  readonly field: string
  readonly day: unknown
  readonly day_name: string
  readonly time: string | undefined
  readonly time_name: string
}

interface Joined {
  readonly text?: string
  readonly flaws: readonly Flaw[]
}

function joined({ field, day, day_name, time, time_name }: Moment, order: DateOrder): Joined {
  if (typeof day !== 'string') return { flaws: no_flaws }
  const moment = writtenMomentOf(day, order)
  if (!moment) {
    return { flaws: [{ field, value: day, text: { en: `${day_name}: "${day}" is no date`, de: `${day_name}: „${day}“ ist kein Datum` }, hint: { en: 'such as 2026-03-01; for other orders: --date-order dmy', de: 'etwa 2026-03-01; für andere Reihenfolgen: --date-order dmy' } }] }
  }
  const own = time === undefined ? moment.time : timeOf(time)
  if (time !== undefined && !own) return { text: moment.day, flaws: [{ field, value: time, text: { en: `${time_name}: "${time}" is no time of day`, de: `${time_name}: „${time}“ ist keine Uhrzeit` }, hint: { en: 'such as 18:30 or 6:30 PM', de: 'etwa 18:30 oder 6:30 PM' } }] }
  return { text: own ? `${moment.day} ${own}${moment.offset ?? ''}` : moment.day, flaws: no_flaws }
}

/** A price and its sign stand in columns of their own. */
function withCost(values: Record<string, unknown>, { currency_symbol, currency_position }: Parts): Record<string, unknown> {
  const { cost } = values
  if (typeof cost !== 'string' || !currency_symbol || !/^[\d.,\s-]+$/.test(cost)) return values
  const behind = /^(post|suf|after|behind|right)/i.test(currency_position ?? '')
  return { ...values, cost: behind ? `${cost}${currency_symbol}` : `${currency_symbol}${cost}` }
}

/** `Yes`, `TRUE`, `ja` where the interface wants true. */
function spelledOut(values: Readonly<Record<string, unknown>>, kind: Plural): Record<string, unknown> {
  const fields: Readonly<Record<string, { readonly type: string; readonly form?: string }>> = resources[kind].fields
  return Object.fromEntries(Object.entries(values).map(([name, value]) => {
    const yesNo = fields[name]?.type === 'boolean' || fields[name]?.form === 'toggle'
    if (!yesNo || typeof value !== 'string') return [name, value]
    return [name, /^(yes|y|ja|on|x|true|1)$/i.test(value) ? 'true' : /^(no|n|nein|off|false|0)$/i.test(value) ? 'false' : value]
  }))
}
