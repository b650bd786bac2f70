// A card for one record: its name and its fields in words.
import { daysBetween } from '../../../base/dates/days.ts'
import { stringOf } from '../../../base/json.ts'
import { type Language, t, type Text } from '../../../base/text/language.ts'
import { escapeControls, escapeControlsInLine, percentDecoded, textOfHtml } from '../../../base/text/untrusted-text.ts'
import {
  countedDays,
  type EventParts,
  type EventTime,
  eventParts,
  eventTimeIn,
  eventTimeOf,
  lengthOf,
  websiteOf,
  lengthText,
  type PlaceParts,
  placeParts,
  statusText,
  timeText,
} from '../../../spec/event-parts.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { OutcomeItem, OutputPage } from '../../types/outcome.ts'
import { escapedLine, fieldsOf } from '../fields.ts'
import type { Layout, RecordScreen } from '../formats/formats.ts'
import { isolated, styled } from '../terminal.ts'
import { cut, no_break, widthOf, wrapped } from '../text-width.ts'
import { gluedTime, textAt } from './columns.ts'
import { fieldLines, textWidthOf } from './lines.ts'

/** A card for each record of a kind; a list of fields for other records, and for chosen fields. */
export async function* printCards(records: AsyncIterable<OutcomeItem>, layout: Layout): AsyncIterable<string> {
  for await (const record of records) {
    const lines = layout.shown_as
      ? cardLines(record, layout.shown_as, layout.page)
      : fieldLines(fieldsOf(record, layout.fields_chosen ? layout.fields : undefined), layout.page)
    yield lines.map((line) => `${line}\n`).join('')
  }
}

function cardLines(record: OutcomeItem, screen: RecordScreen, page: OutputPage): readonly string[] {
  const { language } = page
  const width = textWidthOf(page)
  const name = escapedLine(record[resources[screen.plural].name])
  const fields = cardFields(record, screen, language)
    .filter(({ text }) => text !== '')
    .map(({ name: label, ...field }) => ({ ...field, name: label[language] }))
  const words = readableText(stringOf(record.description))
  return [
    ...wrapped(name === '' ? '—' : name, width, name_lines_max).map((line) => styled(isolated(line), 'bold', page)),
    styled(identity(record, screen.plural, { language, width }), 'faint', page),
    ...(fields.length === 0 ? [] : ['', ...fieldLines(fields, page)]),
    ...(words === '' ? [] : ['', ...paragraphs(escapeControls(words), width)]),
  ]
}

const name_lines_max = 20

/** `event 5 · jazz-night`; slugs of other scripts can be read. */
function identity(
  record: OutcomeItem,
  plural: Plural,
  { language, width }: { readonly language: Language; readonly width: number },
): string {
  const id = `${resources[plural].title[language]} ${textAt(record, 'id')}`
  const slug = escapedLine(percentDecoded(stringOf(record.slug)))
  return slug === '' ? id : `${id} · ${isolated(cut(slug, width - widthOf(id) - 3))}`
}

/** Continuation lines of a list item are indented to its text. */
function paragraphs(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const sign = line.startsWith('• ') ? '• ' : ''
    const lines = wrapped(line.slice(sign.length), width - sign.length, Number.POSITIVE_INFINITY)
    return lines.length === 0
      ? ['']
      : lines.map((part, k) => (k === 0 ? sign : ' '.repeat(sign.length)) + isolated(part))
  })
}

interface CardField {
  readonly name: Text
  readonly text: string
  readonly whole?: boolean
}

function cardFields(record: OutcomeItem, screen: RecordScreen, language: Language): readonly CardField[] {
  const page: CardField = { name: t('Link'), text: screen.hasPages ? escapedLine(record.url) : '', whole: true }
  const status: CardField = { name: t('Status'), text: escapedLine(statusText(record.status, language)) }
  switch (screen.plural) {
    case 'events':
      return [...eventFields(record, screen, language), page, status, marks(record, language)]
    case 'venues':
    case 'organizers':
      return [...placeFields(record, resources[screen.plural].singular), page, status]
    default:
      return [
        { name: t('Parent'), text: record.parent === 0 ? '' : textAt(record, 'parent') },
        { name: t('Events'), text: textAt(record, 'count') },
        page,
      ]
  }
}

function eventFields(record: OutcomeItem, { zone }: RecordScreen, language: Language): readonly CardField[] {
  const { venues, organizers, categories, tags, cost } = eventParts(record, escapedLine)
  return [
    ...timeFields(record, zone, language),
    {
      name: t('Where'),
      text: venues.flatMap(({ name, address }) => [name, address.join(', ')].filter(Boolean)).join('\n'),
    },
    {
      name: t('{count|Organizer|Organizers}', { count: organizers.length }),
      text: organizers.map(contactText).join('\n'),
    },
    { name: t('Categories'), text: namesOf(categories) },
    { name: t('Tags'), text: namesOf(tags) },
    { name: t('Cost'), text: cost },
    websiteField(record),
  ]
}

/** In the event's own time zone with its duration, and in the viewer's if it differs. */
function timeFields(record: OutcomeItem, zone: string, language: Language): readonly CardField[] {
  const time = eventTimeOf(record)
  const name = t('When')
  if (time === undefined) return [{ name, text: textAt(record, 'start_date') }]
  const local = eventTimeIn(record, zone)
  const notes = [lengthNote(time, record, language), time.all_day ? '' : escapedLine(record.timezone)]
  const shown = notes.filter((note) => note !== '').join(', ')
  return [
    { name, text: `${gluedTime(timeText(time, { language }), language)}${shown === '' ? '' : ` (${shown})`}` },
    ...(local === undefined || (local.start === time.start && local.end === time.end)
      ? []
      : [
          {
            name: t('Local time'),
            text: `${gluedTime(timeText(local, { language }), language)} (${zone})`,
          },
        ]),
  ]
}

function lengthNote(time: EventTime, record: OutcomeItem, language: Language): string {
  if (!time.all_day) return lengthText(lengthOf(time, record), language)
  const days = daysBetween(time.first_day, time.last_day) + 1
  return days === 1 ? '' : countedDays(days)[language]
}

function namesOf(terms: EventParts['categories']): string {
  return terms.map(({ name }) => name).join(', ')
}

function contactText({ name, phone, email, website }: PlaceParts): string {
  const ways = [phone, email, website].map((text) => text.replaceAll(' ', no_break))
  return [name, ...ways].filter((text) => text !== '').join(`${no_break}· `)
}

function placeFields(record: OutcomeItem, kind: 'venue' | 'organizer'): readonly CardField[] {
  const { address, phone, email } = placeParts(kind, record, escapedLine)
  return [
    ...(kind === 'venue' ? [{ name: t('Address'), text: address.join(', ') }] : []),
    { name: t('Phone'), text: phone },
    { name: t('Email'), text: email },
    websiteField(record),
  ]
}

function websiteField(record: OutcomeItem): CardField {
  return { name: t('Website'), text: escapeControlsInLine(stringOf(websiteOf(record))), whole: true }
}

function marks(record: OutcomeItem, language: Language): CardField {
  const words = [
    ['featured', t('featured')],
    ['sticky', t('sticky')],
    ['hide_from_listings', t('hidden from lists')],
  ] as const
  const text = words.flatMap(([name, word]) => (record[name] === true ? [word[language]] : [])).join(', ')
  return { name: t('Display'), text }
}

// Patterns are bounded: a text of 250,000 characters has many places where they could start.
const link = /<a\b[^<>]{0,300}?\bhref\s*=\s*["'](https?:\/\/[^"'<>\s]{1,500})["'][^<>]{0,300}>([^<>]{0,300})<\/a\s*>/gi

/** Paragraphs are separated by a blank line, list items begin with `• `. */
export function readableText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim()
  const marked = html
    .replace(link, (_, address: string, text: string) =>
      text.trim() === '' || text.trim() === address ? address : `${text} (${address})`,
    )
    .replace(/<li\b/gi, '<br>• <li')
    .replace(/<\/li>\s*/gi, '')
    .replace(/<\/(?:p|h[1-6])\b/gi, '<br>$&')
    .replace(/<\/(?:ul|ol|blockquote|table)\b/gi, '<br><br>$&')
  return textOfHtml(marked)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}
