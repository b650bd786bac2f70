// The tools that create, update and delete a record. Each write is a run of its own, which can be undone.
import { CalError } from '../../../base/errors.ts'
import type { Json, JsonObject } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { findCreated, lookupFieldsOf } from '../../../bulk/matching/lookup.ts'
import { isWrite, type Step, type WriteStep } from '../../../bulk/plan/plan.ts'
import { unexpectedChangesOf } from '../../../client/update/update.ts'
import { sendableOf } from '../../../client/update/sendable.ts'
import { visibleMismatchesOf } from '../../../client/update/verify-write.ts'
import { boolean, type Parameters, type Plural, type Resource, string } from '../../../spec/model.ts'
import { allOptional } from '../../../spec/operations.ts'
import { resources } from '../../../spec/resources.ts'
import type { Values } from '../../../spec/read.ts'
import type { writing_options } from '../../arguments/options.ts'
import type { CommandInput, OptionsOf } from '../../core/command.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import { resolveFields } from '../../input/resolve-input.ts'
import { createOf } from '../records/create.run.ts'
import { deleteOf } from '../records/delete.run.ts'
import { updateOf } from '../records/update.run.ts'
import { boundedText, brief_text_max, briefRecord } from './tool-result.ts'
import { target_row, target_schema } from './reading-tools.ts'
import type { Tool } from './tool.ts'

export function writingTools(): readonly Tool[] {
  return Object.values(resources).flatMap((resource: Resource) => [
    createTool(resource),
    updateTool(resource),
    deleteTool(resource),
  ])
}

const preview_row = {
  dry_run: boolean(t('show the changes without making them'), {
    default: false,
  }),
} as const

const duration_row = {
  duration: string(t('duration such as 90m or 2h30m, instead of end_date')),
} as const

function createTool({ plural, singular, title, fields }: Resource): Tool {
  const { end_date, ...rest }: Parameters = fields
  const parameters: Parameters = {
    ...rest,
    // Optional, because of `duration`.
    ...(end_date === undefined ? {} : { ...allOptional({ end_date }), ...duration_row }),
    ...preview_row,
  }
  return {
    name: `create_${singular}`,
    title: t('Create {title}', { title }),
    description: t(
      'Create one {title}. Venues, organizers, categories and tags are given by id or name and must exist.',
      { title },
    ),
    parameters,
    kind: 'creates',
    run: async ({ dry_run, ...given }, session) => {
      const resolved = await resolveFields(plural, { values: given }, session)
      // An empty text is the default, which deployed services refuse.
      const values = Object.fromEntries(Object.entries(resolved).filter(([, value]) => !isEmpty(value)))
      checkRequired(fields, values)
      if (plural === 'events') await noteAlike(values, session)
      const write = (preview: Session) => createOf(plural)(inputOf([], values, dry_run), preview)
      return written(plural, write, dry_run === true, session)
    },
  }
}

/** Names arguments, where the command would name flags. */
function checkRequired(fields: Parameters, values: Values): void {
  const missing = Object.keys(fields).filter((name) => fields[name]?.required && values[name] === undefined)
  if (missing.length === 0) return
  const names = missing.join(', ')
  throw new CalError(
    'usage',
    { en: `missing: ${names}`, de: `es fehlt: ${names}` },
    missing.includes('end_date')
      ? { hint: { en: 'specify end_date or duration', de: 'end_date oder duration angeben' } }
      : {},
  )
}

/** Notes existing events with the same title and start. */
async function noteAlike(values: Values, session: Session): Promise<void> {
  const { exchange } = await session.open()
  const alike = await findCreated(exchange, 'events', lookupFieldsOf('events', values), 0)
  if (alike.length > 0) await session.note(alikeText(alike))
}

function isEmpty(value: Json | undefined): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}

function inputOf(operands: readonly string[], values: Values, dry_run: Json | undefined): CommandInput<WriteOptions> {
  // The answer itself names the undo: no note does.
  const options = dry_run === true ? { dry_run } : { porcelain: true }
  return { operands, after: [], values, records: [values], given: {}, options }
}

type WriteOptions = OptionsOf<typeof writing_options>

function alikeText(alike: readonly JsonObject[]) {
  const ids = alike.map(({ id }) => id).join(', ')
  return t('an event with this title and start exists already: {ids}', { ids })
}

function updateTool({ plural, singular, title, fields }: Resource): Tool {
  return {
    name: `update_${singular}`,
    title: t('Update {title}', { title }),
    description: t(
      'Change fields of one {title}. Fields that are not specified are left unchanged; "" clears a text and [] a list.',
      { title },
    ),
    parameters: {
      id: target_row,
      ...allOptional(fields),
      ...(plural === 'events' ? duration_row : {}),
      ...preview_row,
    },
    schemas: { id: target_schema },
    kind: 'changes',
    idempotent: true,
    run: async ({ id, dry_run, ...given }, session) => {
      const target = operandOf(id)
      const values = await resolveFields(plural, { target, values: given }, session)
      const write = (preview: Session) => updateOf(plural)(inputOf([target], values, dry_run), preview)
      return written(plural, write, dry_run === true, session)
    },
  }
}

function deleteTool({ plural, singular, title, family }: Resource): Tool {
  return {
    name: `delete_${singular}`,
    title: t('Delete {title}', { title }),
    description:
      family === 'post'
        ? t('Move one {title} to the trash.', { title })
        : t('Delete one {title} and remove it from its events.', { title }),
    parameters: { id: target_row, ...preview_row },
    schemas: { id: target_schema },
    kind: 'changes',
    idempotent: true,
    run: async ({ id, dry_run }, session) => {
      const write = (preview: Session) => deleteOf(plural)(inputOf([operandOf(id)], {}, dry_run), preview)
      return written(plural, write, dry_run === true, session)
    },
  }
}

/** The argument of a command; `-` would read standard input. */
function operandOf(id: Json | undefined): string {
  return id === '-' ? 'slug:-' : String(id)
}

/** Calls the command, and returns what it wrote or would write. */
async function written(
  plural: Plural,
  write: (session: Session) => Promise<Outcome>,
  dry_run: boolean,
  session: Session,
): Promise<JsonObject> {
  const planned: Step[] = []
  const preview = (step: Step) => {
    planned.push(step)
  }
  const outcome = await write(dry_run ? { ...session, preview } : session)
  const [step] = planned
  if (step !== undefined)
    return isWrite(step)
      ? { dry_run: true, would: step.action, changes: plannedChanges(step) }
      : { done: 'unchanged', ...('id' in step ? { id: step.id } : {}), changes: [] }
  if (outcome.kind !== 'written') return { done: 'unchanged', changes: [] }
  let value: JsonObject = { done: 'unchanged', changes: [] }
  for await (const { record, result } of outcome.records) {
    value = isWrite(result.step)
      ? {
          done: result.done,
          changes: plannedChanges(result.step),
          ...deviationsOf(result.step, record),
          [resources[plural].singular]: briefRecord(plural, record),
          ...undoOf(outcome.run),
        }
      : { done: 'unchanged', id: record.id, changes: [] }
  }
  return value
}

export function undoOf(run: string | undefined): JsonObject {
  return run === undefined ? {} : { undo: { run, tool: 'undo_run', command: `cal history undo ${run}` } }
}

function plannedChanges(step: WriteStep): readonly JsonObject[] {
  switch (step.action) {
    case 'create':
      return Object.entries(step.values).map(([field, after]) => ({ field, before: null, after: brief(after) }))
    case 'update':
      return step.changes.map(({ field, before, after }) => ({ field, before: brief(before), after: brief(after) }))
    case 'delete':
      return Object.entries(sendableOf(step.kind, step.before))
        .filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0))
        .map(([field, before]) => ({ field, before: brief(before), after: null }))
  }
}

function brief(value: Json | undefined): Json {
  return typeof value === 'string' ? boundedText(value, brief_text_max) : (value ?? null)
}

/** Fields that the service stored differently, or changed although they were not sent. */
function deviationsOf(step: WriteStep, record: JsonObject): JsonObject {
  if (step.action === 'delete') return {}
  const sent =
    step.action === 'create' ? step.values : Object.fromEntries(step.changes.map((one) => [one.field, one.after]))
  const stored = visibleMismatchesOf(step.kind, sent, record)
  const unexpected =
    step.action === 'update'
      ? unexpectedChangesOf(step.kind, { before: step.before, after: record, changes: sent })
      : []
  return {
    ...(stored.length > 0
      ? {
          stored_otherwise: stored.map((one) => ({
            field: one.field,
            sent: brief(one.sent),
            stored: brief(one.stored),
          })),
        }
      : {}),
    ...(unexpected.length > 0
      ? {
          unexpected_changes: unexpected.map((one) => ({
            field: one.field,
            before: brief(one.before),
            after: brief(one.after),
          })),
        }
      : {}),
  }
}
