// The tools for records: `list_events`, `get_event`, `create_event` and so on, and `search` for all kinds.
// Each write is a run of its own, which can be undone.
import type { Json, JsonObject } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { findCreated, lookupFieldsOf } from '../../../bulk/matching/lookup.ts'
import { isWrite, type Step, type WriteStep } from '../../../bulk/plan/plan.ts'
import { per_page_max } from '../../../client/api/pages.ts'
import { getRecord, targetOf } from '../../../client/api/records.ts'
import { sendableOf } from '../../../client/update/sendable.ts'
import { unexpectedChangesOf } from '../../../client/update/update.ts'
import { visibleMismatchesOf } from '../../../client/update/verify-write.ts'
import { boolean, integer, type Parameters, type Plural, type Resource, string, untyped } from '../../../spec/model.ts'
import { allOptional, operationNamed } from '../../../spec/operations.ts'
import type { Values } from '../../../spec/read.ts'
import { resources } from '../../../spec/resources.ts'
import type { CommandInput, OptionValues } from '../../types/command.ts'
import type { Outcome } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'
import { resolveFields, resolveFilters } from '../../input/resolve-input.ts'
import { checkRequired, createOf } from '../records/create.run.ts'
import { deleteOf } from '../records/delete.run.ts'
import { listOf } from '../records/list.run.ts'
import { updateOf } from '../records/update.run.ts'
import { search } from '../search/search.run.ts'
import { any_date } from '../shared-flags.ts'
import { boundedRecord, boundedText, brief_text_max, briefRecord, flagsOf, isEmpty, type Tool } from './tool.ts'

export function recordTools(): readonly Tool[] {
  const kinds: readonly Resource[] = Object.values(resources)
  return [
    ...kinds.flatMap((resource) => [listTool(resource), getTool(resource)]),
    searchTool(),
    ...kinds.flatMap((resource) => [createTool(resource), updateTool(resource), deleteTool(resource)]),
  ]
}

const per_page_default = 10

function listTool({ plural, titles, query }: Resource): Tool {
  const isEvents = plural === 'events'
  return {
    name: `list_${plural}`,
    title: t('List {titles}', { titles }),
    description: isEvents
      ? t(
          'List events, earliest first, one page at a time. Without date filters only events from yesterday to 24 months ahead are listed; any_date removes that limit. A date without a time means the whole day.',
        )
      : t('List {titles}, one page at a time.', { titles }),
    parameters: {
      ...query,
      ...(isEvents ? flagsOf(any_date).parameters : {}),
      full: boolean(t('return every field, with long texts'), { default: false }),
    },
    schemas: { page: { minimum: 1 }, per_page: { minimum: 1, maximum: per_page_max } },
    kind: 'reads',
    run: async ({ any_date: everything, full, ...values }, session) => {
      const filters = await resolveFilters(plural, values, session)
      const page = Number(filters.page ?? 1)
      const per_page = Math.min(Number(filters.per_page ?? per_page_default), per_page_max)
      const input = { values: { ...filters, page, per_page }, options: everything === true ? { any_date: true } : {} }
      const outcome = await listOf(plural)(inputOf(input), session)
      if (outcome.kind !== 'records') throw new Error('a list has records')
      const records: JsonObject[] = []
      for await (const record of outcome.records)
        records.push(full === true ? boundedRecord(record) : briefRecord(plural, record))
      const total = outcome.total?.()
      const last = total === undefined ? undefined : Math.ceil(total / per_page)
      const more = last === undefined ? records.length === per_page : page < last
      return {
        ...(total === undefined ? {} : { total }),
        page,
        per_page,
        ...(last === undefined ? {} : { pages: last }),
        ...(more ? { next_page: page + 1 } : {}),
        [plural]: records,
      }
    },
  }
}

const target_row = untyped(t('id, slug or URL of the record'), { required: true })
const target_schemas = { id: { type: ['integer', 'string'] } } as const

function getTool({ plural, singular, title }: Resource): Tool {
  const { parameters } = operationNamed(`${plural}.get`)
  return {
    name: `get_${singular}`,
    title: t('Get {title}', { title }),
    description: t('Get one {title} with every field.', { title }),
    parameters: { id: target_row, ...parameters },
    schemas: target_schemas,
    kind: 'reads',
    run: async ({ id, ...query }, session) => {
      const { exchange, api_root } = await session.open()
      const target = targetOf(String(id), { plural, api_root })
      return { [singular]: boundedRecord(await getRecord(exchange, plural, target, { query })) }
    },
  }
}

const search_max = 20

function searchTool(): Tool {
  return {
    name: 'search',
    title: t('Search'),
    description: t(
      'Search events of any date, venues, organizers, categories and tags. Upcoming events come first. The list tools have more filters and pages.',
    ),
    parameters: {
      words: string(t('words to search for'), { required: true }),
      limit: integer(t('maximum number of results of each kind'), { default: 5 }),
    },
    schemas: { limit: { minimum: 1, maximum: search_max } },
    kind: 'reads',
    run: async ({ words, limit = 5 }, session) => {
      const most = Math.min(Math.max(Number(limit), 1), search_max)
      const outcome = await search(inputOf({ operands: [String(words)], options: { limit: most } }), session)
      if (outcome.kind !== 'view') throw new Error('a search has records')
      const found: JsonObject[] = []
      for await (const { kind, ...record } of outcome.records) {
        const plural = Object.values(resources).find(({ singular }) => singular === kind)?.plural ?? 'events'
        found.push({ kind, ...briefRecord(plural, record) })
      }
      return { results: found }
    },
  }
}

function inputOf<O extends OptionValues>(input: Partial<CommandInput> & { readonly options: O }): CommandInput<O> {
  return { operands: [], after: [], values: {}, given: {}, ...input }
}

export const preview_row = {
  dry_run: boolean(t('show the changes without making them'), { default: false }),
} as const

const duration_row = {
  duration: string(t('duration such as 90m or 2h30m, instead of end_date')),
} as const

function createTool({ plural, singular, title, fields }: Resource): Tool {
  const { end_date, ...rest }: Parameters = fields
  return {
    name: `create_${singular}`,
    title: t('Create {title}', { title }),
    description: t(
      'Create one {title}. Venues, organizers, categories and tags are given by id or name and must exist.',
      { title },
    ),
    parameters: {
      ...rest,
      // Optional, because of `duration`.
      ...(end_date === undefined ? {} : { ...allOptional({ end_date }), ...duration_row }),
      ...preview_row,
    },
    kind: 'creates',
    run: async ({ dry_run, ...given }, session) => {
      const resolved = await resolveFields(plural, { values: given }, session)
      // An empty text is the default, which deployed services refuse.
      const values = Object.fromEntries(Object.entries(resolved).filter(([, value]) => !isEmpty(value)))
      checkRequired(plural, values)
      if (plural === 'events') await noteAlike(values, session)
      return written(plural, { action: createOf(plural), values, dry_run: dry_run === true }, session)
    },
  }
}

/** Notes existing events with the same title and start. */
async function noteAlike(values: Values, session: Session): Promise<void> {
  const { exchange } = await session.open()
  const alike = await findCreated(exchange, 'events', lookupFieldsOf('events', values), 0)
  if (alike.length === 0) return
  const ids = alike.map(({ id }) => id).join(', ')
  await session.note(t('an event with this title and start exists already: {ids}', { ids }))
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
    schemas: target_schemas,
    kind: 'changes',
    idempotent: true,
    run: async ({ id, dry_run, ...given }, session) => {
      const target = operandOf(id)
      const values = await resolveFields(plural, { target, values: given }, session)
      return written(plural, { action: updateOf(plural), target, values, dry_run: dry_run === true }, session)
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
    schemas: target_schemas,
    kind: 'changes',
    idempotent: true,
    run: async ({ id, dry_run }, session) =>
      written(plural, { action: deleteOf(plural), target: operandOf(id), dry_run: dry_run === true }, session),
  }
}

/** The argument of a command; `-` would read standard input. */
function operandOf(id: Json | undefined): string {
  return id === '-' ? 'slug:-' : String(id)
}

interface Write {
  readonly action: (
    input: CommandInput<{ readonly dry_run?: boolean; readonly porcelain?: boolean }>,
    session: Session,
  ) => Promise<Outcome>
  readonly target?: string
  readonly values?: Values
  readonly dry_run: boolean
}

/** Calls the command, and returns what it wrote or would write. */
async function written(
  plural: Plural,
  { action, target, values = {}, dry_run }: Write,
  session: Session,
): Promise<JsonObject> {
  const planned: Step[] = []
  const preview = (step: Step) => {
    planned.push(step)
  }
  // The answer itself names the undo: no note does.
  const options = dry_run ? { dry_run } : { porcelain: true }
  const operands = target === undefined ? [] : [target]
  const outcome = await action(
    inputOf({ operands, values, records: [values], options }),
    dry_run ? { ...session, preview } : session,
  )
  const [step] = planned
  if (step !== undefined)
    return isWrite(step)
      ? { dry_run: true, would: step.action, changes: plannedChanges(step) }
      : { done: 'unchanged', ...('id' in step ? { id: step.id } : {}), changes: [] }
  const unchanged = { done: 'unchanged', changes: [] }
  if (outcome.kind !== 'written') return unchanged
  let value: JsonObject = unchanged
  for await (const { record, result } of outcome.records)
    value = isWrite(result.step)
      ? {
          done: result.done,
          changes: plannedChanges(result.step),
          ...deviationsOf(result.step, record),
          [resources[plural].singular]: briefRecord(plural, record),
          ...undoOf(outcome.run),
        }
      : { done: 'unchanged', id: record.id, changes: [] }
  return value
}

/** How to undo a run, if anything was written. */
export function undoOf(run: Json | undefined): JsonObject {
  return typeof run === 'string' ? { undo: { run, tool: 'undo_run', command: `cal history undo ${run}` } } : {}
}

function plannedChanges(step: WriteStep): readonly JsonObject[] {
  switch (step.action) {
    case 'create':
      return Object.entries(step.values).map(([field, after]) => ({ field, before: null, after: brief(after) }))
    case 'update':
      return step.changes.map(({ field, before, after }) => ({ field, before: brief(before), after: brief(after) }))
    case 'delete':
      return Object.entries(sendableOf(step.kind, step.before))
        .filter(([, value]) => !isEmpty(value))
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
  const stored = visibleMismatchesOf(step.kind, sent, record).map((one) => ({
    field: one.field,
    sent: brief(one.sent),
    stored: brief(one.stored),
  }))
  const unexpected = (
    step.action === 'update'
      ? unexpectedChangesOf(step.kind, { before: step.before, after: record, changes: sent })
      : []
  ).map(({ field, before, after }) => ({ field, before: brief(before), after: brief(after) }))
  return {
    ...(stored.length > 0 ? { stored_otherwise: stored } : {}),
    ...(unexpected.length > 0 ? { unexpected_changes: unexpected } : {}),
  }
}
