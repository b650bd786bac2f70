// The steps of a plan as lines of text, and as records.
import type { Json } from '../../base/json.ts'
import { eachLanguage, type Language, type Text } from '../../base/text/language.ts'
import { escapeControlsInLine, textOfHtml } from '../../base/text/untrusted-text.ts'
import { locationText } from '../../bulk/input/entry.ts'
import type { Step } from '../../bulk/plan/plan.ts'
import { type PublishedPlace, publishedPlacesOf } from '../../client/update/published-places.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import { cutAroundDifference } from '../output/text-width.ts'
import { publishedText, whenOf } from '../output/write-messages.ts'
import type { OutcomeItem } from '../core/outcome.ts'

export const plan_columns = ['action', 'kind', 'id', 'title', 'fields'] as const

/** A step as a record. */
export function stepItem(step: Step, language: Language): OutcomeItem {
  const { singular } = resources[step.kind]
  const place = step.entry ? locationText(step.entry.location) : undefined
  return {
    action: actionOf(step),
    kind: singular,
    title: step.title,
    ...(place === undefined ? {} : { place }),
    key: step.key,
    ...('id' in step && step.id !== undefined ? { id: step.id } : {}),
    ...(step.action === 'create' ? { values: step.values } : {}),
    ...(step.action === 'update'
      ? {
          fields: step.changes.map(({ field }) => field),
          changes: step.changes.map((change) => ({ ...change })),
          ...(step.edited ? { edited: step.edited } : {}),
          ...(publishedBy(step).length > 0
            ? { publishes: publishedBy(step).map((place) => ({ ...place, kind: resources[place.kind].singular })) }
            : {}),
        }
      : {}),
    ...(step.action === 'conflict' ? { errors: step.errors.map(({ text }) => text[language]) } : {}),
  }
}

type Action = keyof PlanCounts

/** Distinguishes invalid records of the file from conflicts with records of the service. */
export function actionOf(step: Step): Action {
  return step.action === 'conflict' && step.invalid ? 'invalid' : step.action
}

const signs = { create: '+', update: '~', delete: '-', conflict: '!', invalid: '!', skip: '=', unchanged: '=' } as const
const words: Readonly<Record<Action, Text>> = {
  create: { en: 'create', de: 'anlegen' },
  update: { en: 'update', de: 'ändern' },
  delete: { en: 'delete', de: 'löschen' },
  conflict: { en: 'conflict', de: 'Konflikt' },
  invalid: { en: 'invalid', de: 'fehlerhaft' },
  skip: { en: 'leave', de: 'belassen' },
  unchanged: { en: 'unchanged', de: 'unverändert' },
}

function conflictText(conflict: string, record: string): Text {
  return { en: `${conflict} ${record}`, de: `${conflict}: ${record}` }
}

/** `create event "Concert"` */
function writeText(action: string, record: string): Text {
  return { en: `${action} ${record}`, de: `${record} ${action}` }
}

/** The lines of a step; none for an unchanged record. */
export function stepLines(step: Step, language: Language): readonly string[] {
  if (step.action === 'unchanged') return []
  const id = 'id' in step && step.id !== undefined ? ` ${step.id}` : ''
  const when =
    step.action === 'create' && step.values.start_date !== undefined
      ? ` ${whenText(step.values, language)}`
      : step.action === 'delete'
        ? whenOf(step.before)
        : ''
  const name = textOfHtml(step.title)
  const title = name === '' ? '' : { en: ` "${name}"`, de: ` „${name}“` }[language]
  const what = `${resources[step.kind].title[language]}${id}${title}${when}`
  const word = words[actionOf(step)][language]
  const head = `${signs[actionOf(step)]} ${(step.action === 'conflict' ? conflictText(word, what) : writeText(word, what))[language]}`
  if (step.action === 'update')
    return [
      head,
      ...step.changes.map(
        ({ field, before, after }) =>
          `    ${field}: ${cutAroundDifference(shown(before), shown(after), shown_max).join(' → ')}` +
          (step.edited?.includes(field) ? edited_here[language] : ''),
      ),
      ...publishedBy(step).map((place) => `    ${publishedText(place)[language]}`),
    ].map(indentedLine)
  if (step.action !== 'conflict') return [indentedLine(head)]
  const place = step.entry ? `${locationText(step.entry.location)}: ` : ''
  return [
    head,
    ...step.errors.flatMap(({ text, hint }) => [
      `    ${place}${text[language]}`,
      ...(hint ? [`      ${hint[language]}`] : []),
    ]),
  ].map(indentedLine)
}

/** The venues and organizers that the update of an event publishes, too. */
function publishedBy({ kind, before, changes }: Extract<Step, { action: 'update' }>): readonly PublishedPlace[] {
  if (kind !== 'events') return []
  return publishedPlacesOf(before, Object.fromEntries(changes.map(({ field, after }) => [field, after])))
}

const edited_here = {
  en: ' (edited at the target since the last copy)',
  de: ' (seit der letzten Kopie am Ziel bearbeitet)',
} as const satisfies Text

/** A line with control characters escaped, including line breaks in names. */
function indentedLine(line: string): string {
  const [indent = ''] = /^ */.exec(line) ?? []
  return indent + escapeControlsInLine(line.slice(indent.length))
}

/** The start of an event; the dates of an all-day event. */
function whenText({ start_date, end_date, all_day }: Values, language: Language): string {
  const [start, end] = [String(start_date), String(end_date ?? start_date)]
  if (booleanOf(all_day) !== true) return start
  const days =
    start.slice(0, 10) === end.slice(0, 10) ? start.slice(0, 10) : `${start.slice(0, 10)} – ${end.slice(0, 10)}`
  return `${days} ${language === 'de' ? '(ganztägig)' : '(all day)'}`
}

const shown_max = 80

function shown(value: Json | undefined): string {
  return typeof value === 'string'
    ? JSON.stringify(value)
    : Array.isArray(value)
      ? value.join(', ') || '""'
      : String(value ?? '""')
}

export interface PlanCounts {
  create: number
  update: number
  delete: number
  unchanged: number
  skip: number
  conflict: number
  invalid: number
}

export function noCounts(): PlanCounts {
  return { create: 0, update: 0, delete: 0, unchanged: 0, skip: 0, conflict: 0, invalid: 0 }
}

/** `12 to create, 3 to update, 40 unchanged` */
export function countsText(counts: PlanCounts): Text {
  const parts: readonly (readonly [number, Text])[] = [
    [counts.create, { en: 'to create', de: 'anzulegen' }],
    [counts.update, { en: 'to update', de: 'zu ändern' }],
    [counts.delete, { en: 'to delete', de: 'zu löschen' }],
    [counts.unchanged, { en: 'unchanged', de: 'unverändert' }],
    [counts.skip, { en: 'left unchanged', de: 'belassen' }],
    [counts.conflict, { en: 'in conflict', de: 'mit Konflikt' }],
    [counts.invalid, { en: 'invalid', de: 'fehlerhaft' }],
  ]
  const counted = parts.filter(([count]) => count > 0)
  if (counted.length === 0) return { en: 'nothing to do', de: 'nichts zu tun' }
  return eachLanguage((language) => counted.map(([count, word]) => `${count} ${word[language]}`).join(', '))
}
