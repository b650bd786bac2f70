// The columns of a table, and the texts of their cells.
import { dayOf, hasWallForm } from '../../../base/dates/days.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { type Language, t, type Text } from '../../../base/text/language.ts'
import { escapeControlsInLine } from '../../../base/text/untrusted-text.ts'
import { all_day_words, statusText, whenText } from '../../../spec/event-parts.ts'
import type { OutcomeItem, OutputPage } from '../../types/outcome.ts'
import { cellOf, escapedLine, name_fields, titleOf, valueAt } from '../fields.ts'
import type { Layout, RecordScreen } from '../formats/formats.ts'
import { no_break } from '../text-width.ts'

export interface ScreenColumn {
  /** The name of the column, printed in capitals. */
  readonly head: string
  readonly cell: (record: OutcomeItem) => string
  /** The minimum width of a readable column. */
  readonly width_min: number
  /** The name of the record: the widest column, linked to its page. */
  readonly names: boolean
  /** Never wrapped. */
  readonly whole?: boolean
  /** Shown with its name if there is no header. */
  readonly bare?: true
  /** On its own line if there are no columns. */
  readonly own_line?: true
}

/** How tables show a field of a record; `cell` is its text by default. */
type ShownField = Partial<Omit<ScreenColumn, 'head' | 'cell'>> & {
  readonly head: Text
  readonly cell?: (record: OutcomeItem, page: OutputPage, screen: RecordScreen) => string
}

const shown_fields: Readonly<Record<string, ShownField>> = {
  title: { head: t('title') },
  start_date: { head: t('when'), cell: whenCell, width_min: 23, own_line: true },
  'venue.venue': { head: t('venue') },
  'categories.name': { head: t('categories') },
  venue: { head: t('name') },
  organizer: { head: t('name') },
  name: { head: t('name') },
  address: { head: t('address') },
  city: { head: t('city') },
  country: { head: t('country') },
  email: { head: t('email') },
  phone: { head: t('phone'), whole: true },
  website: { head: t('website') },
  slug: { head: t('slug') },
  parent: { head: t('parent'), cell: (record) => (record.parent === 0 ? '' : textAt(record, 'parent')), bare: true },
  count: { head: t('events'), whole: true, bare: true },
}

/** Fields that are part of another text: of `start_date`, or of the name (`Jazz night (draft)`). */
const fields_of_others: ReadonlySet<string> = new Set(['end_date', 'timezone', 'status'])

const name_width_min = 16
const column_width_min = 8

/** The field whose column has this head: `when` is `start_date`. */
export function fieldHeaded(head: string, fields: readonly string[]): string | undefined {
  return fields.find((field) => Object.values(shown_fields[field]?.head ?? {}).includes(head.toLowerCase()))
}

/** A column for each field: of known records as people read them, otherwise the fields as they are. */
export function columnsOf({ fields, headings = {}, page, shown_as }: Layout): readonly ScreenColumn[] {
  return fields
    .filter((field) => !shown_as || !fields_of_others.has(field))
    .map((field) => {
      const { head, cell, ...shown }: Partial<ShownField> = (shown_as && shown_fields[field]) ?? {}
      const names = name_fields.has(field)
      return {
        names,
        whole: field === 'id',
        width_min: names ? name_width_min : column_width_min,
        ...shown,
        head: (head ?? headings[field])?.[page.language] ?? titleOf(field),
        cell: (record) =>
          (cell && shown_as ? cell(record, page, shown_as) : withoutSeconds(textAt(record, field))) +
          (names && shown_as ? statusNote(record, page) : ''),
      }
    })
}

/** ` (draft)`; empty for a published record. */
function statusNote({ status }: OutcomeItem, { language }: OutputPage): string {
  const text = escapedLine(statusText(status, language))
  return text === '' ? '' : ` (${text})`
}

/** A terminal omits the current year and the zone of the viewer; `--iso` and a pipe have dates that sort. */
function whenCell(record: OutcomeItem, { isTerminal, language }: OutputPage, screen: RecordScreen): string {
  const { iso_dates, now, zone } = screen
  const year = dayOf(wallAt(now, zone)).slice(0, 4)
  const sortable = iso_dates || !isTerminal
  const text = whenText(record, { language, year, sortable, own_zone: isTerminal ? zone : undefined })
  return text === undefined
    ? withoutSeconds(textAt(record, 'start_date'))
    : gluedTime(escapeControlsInLine(text), language)
}

/**
 * Makes spaces unbreakable, except after a dash and before parts without a date: `22:00–02:00 +1` stays together. A
 * zone may be on its own line.
 */
export function gluedTime(text: string, language: Language): string {
  const glued = text.replace(/(?<!–) (?!\d\d:\d\d–|\()/g, no_break)
  const all_day = all_day_words[language].replaceAll(' ', no_break)
  return glued.endsWith(no_break + all_day) ? `${glued.slice(0, -all_day.length - 1)} ${all_day}` : glued
}

/** Seconds take room and are nearly always zero. */
function withoutSeconds(text: string): string {
  return hasWallForm(text) ? text.slice(0, 16) : text
}

export function textAt(record: OutcomeItem, field: string): string {
  return escapeControlsInLine(cellOf(valueAt(record, field), ', ').replaceAll('\t', ' '))
}
