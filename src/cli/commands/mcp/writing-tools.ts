// The tools that create, update and delete a record. Each write is a run of its own, which can be undone.
import { CalError } from '../../../base/errors.ts'
import type { Json, JsonObject } from '../../../base/json.ts'
import { executePlan } from '../../../bulk/execute/execute-plan.ts'
import { findCreated, lookupFieldsOf } from '../../../bulk/matching/lookup.ts'
import { isWrite, type PlanResult, planStep, type Step, type WriteStep } from '../../../bulk/plan/plan.ts'
import { refuseDuplicate } from '../../../client/api/records.ts'
import { targetOf } from '../../../client/api/target.ts'
import { completeChanges, unexpectedChangesOf } from '../../../client/update/update.ts'
import { sendableOf } from '../../../client/update/sendable.ts'
import { visibleMismatchesOf } from '../../../client/update/verify-write.ts'
import { boolean, type Parameters, type Plural, type Resource, string } from '../../../spec/model.ts'
import { allOptional } from '../../../spec/operations.ts'
import { resources } from '../../../spec/resources.ts'
import type { Values } from '../../../spec/read.ts'
import { executeRun } from '../../bulk-run/execute-run.ts'
import { streamOf } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import { no_edits } from '../../input/edits.ts'
import { resolveFields } from '../../input/resolve-input.ts'
import { asEditor } from '../records/planned/planned-writes.ts'
import { noteReadings, stepOf } from '../records/where-flag.ts'
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
  dry_run: boolean(
    { en: 'show the changes without making them', de: 'Änderungen anzeigen, ohne sie auszuführen' },
    {
      default: false,
    },
  ),
} as const

const duration_row = {
  duration: string({
    en: 'duration such as 90m or 2h30m, instead of end_date',
    de: 'Dauer wie 90m oder 2h30m, statt end_date',
  }),
} as const

function isPlace(plural: Plural): plural is 'venues' | 'organizers' {
  return plural === 'venues' || plural === 'organizers'
}

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
    title: { en: `Create ${title.en}`, de: `${title.de} anlegen` },
    description: {
      en: `Create one ${title.en}. Venues, organizers, categories and tags are given by id or name and must exist.`,
      de:
        `Einen Eintrag der Art ${title.de} anlegen. Orte, Veranstalter, Kategorien und Schlagwörter werden mit ID ` +
        'oder Name angegeben und müssen vorhanden sein.',
    },
    parameters,
    kind: 'creates',
    run: async ({ dry_run, ...given }, session) => {
      const values = await resolveFields(plural, { values: given }, session)
      checkRequired(fields, values)
      const { exchange } = await session.open()
      // Deployed services would overwrite a venue or organizer of the same name, and an undo would delete it.
      if (isPlace(plural)) await refuseDuplicate(exchange, plural, String(values[resources[plural].name]))
      const step = await planStep(
        { record: { kind: plural, n: 0, values }, key: String(values[resources[plural].name]), existing: [] },
        { on_existing: 'error' },
      )
      // Existing records with these values, which must not be taken for the new one.
      const alike = await findCreated(exchange, plural, lookupFieldsOf(plural, values), 0)
      const known_id = Math.max(0, ...alike.map(({ id }) => Number(id)))
      if (plural === 'events' && alike.length > 0) await session.note(alikeText(alike))
      return written(step, { dry_run: dry_run === true, tool: `create_${singular}`, known_id }, session)
    },
  }
}

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

function alikeText(alike: readonly JsonObject[]) {
  const ids = alike.map(({ id }) => id).join(', ')
  return {
    en: `an event with this title and start exists already: ${ids}`,
    de: `ein Termin mit diesem Titel und Beginn ist schon vorhanden: ${ids}`,
  }
}

function updateTool({ plural, singular, title, fields }: Resource): Tool {
  return {
    name: `update_${singular}`,
    title: { en: `Update ${title.en}`, de: `${title.de} ändern` },
    description: {
      en: `Change fields of one ${title.en}. Fields that are not specified are left unchanged; "" clears a text and [] a list.`,
      de:
        `Felder eines Eintrags der Art ${title.de} ändern. Nicht angegebene Felder bleiben unverändert; "" leert ` +
        'einen Text, [] eine Liste.',
    },
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
      const before = await recordNamed(plural, id, session)
      const change = await resolveFields(plural, { id: Number(before.id), values: given }, session)
      const action = { change, edits: no_edits }
      await noteReadings(plural, [before], action, session)
      const step = stepOf(plural, before, { n: 0, action })
      // Throws if the event would end before it starts.
      if (step.action === 'update') completeChanges(plural, before, change)
      return written(step, { dry_run: dry_run === true, tool: `update_${singular}` }, session)
    },
  }
}

function deleteTool({ plural, singular, title, family }: Resource): Tool {
  return {
    name: `delete_${singular}`,
    title: { en: `Delete ${title.en}`, de: `${title.de} löschen` },
    description:
      family === 'post'
        ? { en: `Move one ${title.en} to the trash.`, de: `Einen Eintrag der Art ${title.de} in den Papierkorb legen.` }
        : {
            en: `Delete one ${title.en} and remove it from its events.`,
            de: `Einen Eintrag der Art ${title.de} löschen und von seinen Terminen entfernen.`,
          },
    parameters: { id: target_row, ...preview_row },
    schemas: { id: target_schema },
    kind: 'changes',
    idempotent: true,
    run: async ({ id, dry_run }, session) => {
      const before = await recordNamed(plural, id, session)
      const step = stepOf(plural, before, { n: 0, action: { delete: true } })
      return written(step, { dry_run: dry_run === true, tool: `delete_${singular}` }, session)
    },
  }
}

async function recordNamed(plural: Plural, id: Json | undefined, session: Session): Promise<JsonObject> {
  const { api_root } = await session.open()
  return asEditor(plural, session)(targetOf(String(id), { plural, api_root }))
}

interface Writing {
  readonly tool: string
  readonly dry_run: boolean
  /** Records up to this id were not created by this call. */
  readonly known_id?: number
}

async function written(step: Step, { tool, dry_run, known_id }: Writing, session: Session): Promise<JsonObject> {
  if (step.action === 'conflict') {
    const [error] = step.errors
    throw new CalError(
      'refused',
      error?.text ?? { en: 'conflict', de: 'Konflikt' },
      error?.hint ? { hint: error.hint } : {},
    )
  }
  if (!isWrite(step)) return { done: 'unchanged', id: step.id, changes: [] }
  if (dry_run) return { dry_run: true, would: step.action, changes: plannedChanges(step) }
  let result: PlanResult | undefined
  const { name } = await executeRun(
    {
      command: `mcp ${tool}`,
      options: { progress: 'none' },
      stored_options: { single: true },
      inputs: [],
      sources: [],
      total: { count: 1, of: 'steps' },
      earlier: undefined,
      reports: 'errors',
      repeats: true,
      execute: async (execution) => {
        if (known_id !== undefined) await execution.setKnownIdMax(step.kind, known_id)
        await executePlan(streamOf([step]), execution)
      },
      onResult: (one) => {
        result = one
      },
    },
    session,
  )
  return writeResult(step, result, name)
}

function writeResult(step: WriteStep, result: PlanResult | undefined, run: string): JsonObject {
  const { singular } = resources[step.kind]
  if (result?.done === 'failed') {
    const [error] = result.errors
    const text = error?.text ?? { en: 'failed', de: 'fehlgeschlagen' }
    throw new CalError(result.code ?? 'refused', text, error?.hint ? { hint: error.hint } : {})
  }
  const record = result && 'record' in result ? result.record : undefined
  if (record === undefined) return { done: result?.done ?? 'unchanged', changes: [] }
  return {
    done: result?.done ?? 'unchanged',
    changes: plannedChanges(step),
    ...deviationsOf(step, record),
    [singular]: briefRecord(step.kind, record),
    undo: { run, tool: 'undo_run', command: `cal history undo ${run}` },
  }
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
