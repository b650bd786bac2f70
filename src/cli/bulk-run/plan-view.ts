// The steps of a plan as lines of text, and as records.
import { keysOf } from '../../base/collections.ts'
import type { Json } from '../../base/json.ts'
import { eachLanguage, type Language, t, type Text } from '../../base/text/language.ts'
import { escapeControlsInLine, textOfHtml } from '../../base/text/untrusted-text.ts'
import { locationText } from '../../bulk/input/entry.ts'
import type { KindCounts } from '../../bulk/journal/read-journal.ts'
import type { Step } from '../../bulk/plan/plan.ts'
import { type PublishedPlace, publishedPlacesOf } from '../../client/update/update.ts'
import { booleanOf, type Values } from '../../spec/read.ts'
import { isTerm, resources } from '../../spec/resources.ts'
import { cutAroundDifference } from '../output/text-width.ts'
import { publishedText, whenAndWhere } from '../output/write-messages.ts'
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

type Action = Step['action'] | 'invalid'

/** Distinguishes invalid records of the file from conflicts with records of the service. */
function actionOf(step: Step): Action {
  return step.action === 'conflict' && step.invalid ? 'invalid' : step.action
}

const signs = { create: '+', update: '~', delete: '-', conflict: '!', invalid: '!', skip: '=', unchanged: '=' } as const
const words: Readonly<Record<Action, Text>> = {
  create: t('create'),
  update: t('update'),
  delete: t('delete'),
  conflict: t('conflict'),
  invalid: t('invalid'),
  skip: t('leave'),
  unchanged: t('unchanged'),
}

function conflictText(conflict: string, record: string): Text {
  return t('{conflict} {record}', { conflict, record })
}

/** `create event "Concert"` */
function writeText(action: string, record: string): Text {
  return t('{action} {record}', { action, record })
}

/** The lines of a step; none for an unchanged record. */
export function stepLines(step: Step, language: Language): readonly string[] {
  if (step.action === 'unchanged') return []
  const what = recordOf(step, language)
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

/** `event 15 "Choir rehearsal" · Fri 27 Nov 2026, 19:00–21:00 · Town Library` */
function recordOf(step: Step, language: Language): string {
  const id = 'id' in step && step.id !== undefined ? ` ${step.id}` : ''
  const when =
    step.action === 'create' && step.values.start_date !== undefined
      ? ` ${whenText(step.values, language)}`
      : step.action === 'delete'
        ? whenAndWhere(step.before, language)
        : ''
  const name = textOfHtml(step.title)
  const title = name === '' ? '' : t(' "{name}"', { name })[language]
  return `${resources[step.kind].title[language]}${id}${title}${when}`
}

/** The venues and organizers that the update of an event publishes, too. */
function publishedBy({ kind, before, changes }: Extract<Step, { action: 'update' }>): readonly PublishedPlace[] {
  if (kind !== 'events') return []
  return publishedPlacesOf(before, Object.fromEntries(changes.map(({ field, after }) => [field, after])))
}

const edited_here = t(' (edited at the target since the last copy)') satisfies Text

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
  return `${days} ${t('(all day)')[language]}`
}

const shown_max = 80

function shown(value: Json | undefined): string {
  return typeof value === 'string'
    ? JSON.stringify(value)
    : Array.isArray(value)
      ? value.join(', ') || '""'
      : String(value ?? '""')
}

const planned_words: Readonly<Record<Action, Text>> = {
  create: t('to create'),
  update: t('to update'),
  delete: t('to delete'),
  unchanged: t('unchanged'),
  skip: t('left unchanged'),
  conflict: t('in conflict'),
  invalid: t('invalid'),
}

/** The steps of a plan, counted by action and kind of record. */
export type PlanCounts = KindCounts<Action>

export function addStep(counts: PlanCounts, step: Step): void {
  counts.add(actionOf(step), step.kind)
}

/** The actions of a plan with at least one step. */
export function plannedActions(counts: PlanCounts): readonly Action[] {
  return keysOf(planned_words).filter((action) => counts.of(action) > 0)
}

/** `6 events, 5 venues to create; 40 events unchanged` */
export function planSummary(counts: PlanCounts): Text {
  if (plannedActions(counts).length === 0) return t('nothing to do')
  return eachLanguage((language) => counts.text(planned_words, language))
}

/** `Create 6 events, 5 venues?`; with several actions `3 events to update; 1 event to delete. Continue?` */
export function planQuestion(counts: PlanCounts, only: Step | undefined): Text {
  const [action, ...others] = plannedActions(counts).filter((one) => one !== 'unchanged' && one !== 'skip')
  const verb = others.length > 0 || action === undefined ? undefined : verbs[action]
  if (verb === undefined || action === undefined) return t('{summary}. Continue?', { summary: planSummary(counts) })
  const isFinal = action === 'delete' && counts.kindsOf(action).every(isTerm)
  const what = (language: Language) => (only ? recordOf(only, language) : counts.records(action, language))
  return isFinal ? t('{verb} {what} for good?', { verb, what }) : t('{verb} {what}?', { verb, what })
}

const verbs: Readonly<Partial<Record<Action, Text>>> = {
  create: t('Create'),
  update: t('Update'),
  delete: t('Delete'),
}
