// The columns of lists: those of each kind of records, and plain ones for chosen fields.
import { dayOf } from '../../../base/dates/days.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { escapeControlsInLine } from '../../../base/text/untrusted-text.ts'
import type { Plural } from '../../../spec/model.ts'
import type { OutcomeItem } from '../../core/outcome.ts'
import { cellOf, name_fields, titleOf, valueAt } from '../fields.ts'
import type { Layout, RecordScreen } from '../formats/formats.ts'
import { eventTimeOf, gluedTime, sortableTime, timeText } from './event-time.ts'

export interface ScreenColumn {
  /** The name of the column, printed in capitals. */
  readonly head: string
  readonly cell: (record: OutcomeItem) => string
  /** Never wrapped. */
  readonly whole?: true
  /** The minimum width of a readable column. */
  readonly width_min?: number
  /** The name of the record: the widest column, linked to its page. */
  readonly names?: true
  /** Printed once below the table if all records share it. */
  readonly shared?: true
  /** Shown with its name if there is no header. */
  readonly bare?: true
  /** On its own line if there are no columns. */
  readonly own_line?: true
}

/** The context that columns of records depend on. */
export type ColumnContext = Pick<Layout, 'page'> & RecordScreen

export function recordColumns(context: ColumnContext): readonly ScreenColumn[] {
  return columns_of[context.plural](context)
}

/** Fields as they are, with their headings or names. */
export function fieldColumns({
  fields,
  headings = {},
  page: { language },
}: Pick<Layout, 'fields' | 'headings' | 'page'>): readonly ScreenColumn[] {
  return fields.map((field) => ({
    head: headings[field]?.[language] ?? titleOf(field),
    cell: (record) => withoutSeconds(textAt(record, field)),
    ...(field === 'id' ? { whole: true } : {}),
    ...(name_fields.has(field) ? { names: true } : {}),
  }))
}

const columns_of: Readonly<Record<Plural, (context: ColumnContext) => readonly ScreenColumn[]>> = {
  events: (context) => [
    id,
    whenColumn(context),
    nameColumn('title', t('title'), context),
    shared('venue.venue', t('venue'), context),
    shared('categories.name', t('categories'), context),
    status(context),
    zoneColumn(context),
  ],
  venues: (context) => [
    id,
    nameColumn('venue', t('name'), context),
    shared('address', t('address'), context),
    shared('city', t('city'), context),
    shared('country', t('country'), context),
    status(context),
  ],
  organizers: (context) => [
    id,
    nameColumn('organizer', t('name'), context),
    shared('email', t('email'), context),
    { ...shared('phone', t('phone'), context), whole: true },
    shared('website', t('website'), context),
    status(context),
  ],
  categories: (context) => [...termColumns(context), parent(context), count(context)],
  tags: (context) => [...termColumns(context), count(context)],
}

const id: ScreenColumn = { head: 'id', cell: (record) => textAt(record, 'id'), whole: true }

function whenColumn({ page, now, zone, iso_dates }: ColumnContext): ScreenColumn {
  const { language } = page
  const year = dayOf(wallAt(now, zone)).slice(0, 4)
  return {
    head: t('when')[language],
    cell: (record) => {
      const time = eventTimeOf(record)
      if (time === undefined) return withoutSeconds(textAt(record, 'start_date'))
      return gluedTime(iso_dates || !page.isTerminal ? sortableTime(time) : timeText(time, { language, year }))
    },
    width_min: 23,
    own_line: true,
  }
}

function nameColumn(field: string, head: Text, { page }: ColumnContext): ScreenColumn {
  return { head: head[page.language], cell: (record) => textAt(record, field), names: true, width_min: 16 }
}

function shared(field: string, head: Text, { page }: ColumnContext): ScreenColumn {
  return { head: head[page.language], cell: (record) => textAt(record, field), shared: true, width_min: 8 }
}

function status(context: ColumnContext): ScreenColumn {
  return { ...shared('status', t('status'), context), whole: true }
}

/** A terminal doesn't show the viewer's own zone. */
function zoneColumn({ page, zone }: ColumnContext): ScreenColumn {
  return {
    head: t('time zone')[page.language],
    cell: (record) => (page.isTerminal && record.timezone === zone ? '' : textAt(record, 'timezone')),
    shared: true,
    width_min: 8,
  }
}

function termColumns(context: ColumnContext): readonly ScreenColumn[] {
  return [id, nameColumn('name', t('name'), context), shared('slug', t('slug'), context)]
}

function parent(context: ColumnContext): ScreenColumn {
  const column = shared('parent', t('parent'), context)
  return { ...column, cell: (record) => (record.parent === 0 ? '' : textAt(record, 'parent')), bare: true }
}

function count({ page }: ColumnContext): ScreenColumn {
  const head = t('events')[page.language]
  return { head, cell: (record) => textAt(record, 'count'), whole: true, bare: true }
}

/** Seconds take room and are nearly always zero. */
function withoutSeconds(text: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text.slice(0, 16) : text
}

function textAt(record: OutcomeItem, field: string): string {
  return escapeControlsInLine(cellOf(valueAt(record, field), ', ').replaceAll('\t', ' '))
}
