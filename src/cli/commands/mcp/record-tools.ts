// The tools that run the commands of records: `list_events`, `get_event`, `create_event` and so on, and `search`.
// Each write is a run of its own, which can be undone.
import { keysOf } from '../../../base/collections.ts'
import type { Json, JsonObject } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { findExisting } from '../../../bulk/matching/lookup.ts'
import { isWrite } from '../../../bulk/plan/plan.ts'
import { per_page_default } from '../../../spec/lists.ts'
import { boolean, type Plural, type Resource, string, untyped } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { Values } from '../../../spec/read.ts'
import type { Outcome } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'
import { commandsOf } from '../records/records.ts'
import { search_command } from '../views/views.ts'
import { boundedRecord, boundedStep, briefRecord, commandNamed, outcomeOf, type Tool } from './tool.ts'

export function recordTools(): readonly Tool[] {
  const kinds: readonly Resource[] = Object.values(resources)
  return [
    ...kinds.flatMap((resource) => [listTool(resource), getTool(resource)]),
    search_tool,
    ...kinds.flatMap((resource) => keysOf(write_texts).map((verb) => writeTool(resource, verb))),
  ]
}

function listTool(resource: Resource): Tool {
  const { plural, titles } = resource
  const command = commandNamed(commandsOf(resource), 'list')
  return {
    name: `list_${plural}`,
    title: t('List {titles}', { titles }),
    description:
      plural === 'events'
        ? t(
            'List events, earliest first, one page at a time. Without date filters only events from yesterday to 24 months ahead are listed; any_date removes that limit. A date without a time means the whole day.',
          )
        : t('List {titles}, one page at a time.', { titles }),
    command,
    flags: ['any_date'],
    own: { full: boolean(t('return every field, with long texts'), { default: false }) },
    kind: 'reads',
    run: async (values, session) => {
      const outcome = await outcomeOf(command, { values }, session)
      if (outcome.kind !== 'records') throw new Error('a list has records')
      const records: JsonObject[] = []
      for await (const record of outcome.records)
        records.push(values.full === true ? boundedRecord(record) : briefRecord(plural, record))
      const [page, per_page] = [Number(values.page ?? 1), Number(values.per_page ?? per_page_default)]
      const total = outcome.total?.()
      const pages = total === undefined ? undefined : Math.ceil(total / per_page)
      const more = pages === undefined ? records.length === per_page : page < pages
      return { total, page, per_page, pages, next_page: more ? page + 1 : undefined, [plural]: records }
    },
  }
}

const target = { id: untyped(t('id, slug or URL of the record'), { required: true }) } as const
const target_schemas = { id: { type: ['integer', 'string'] } } as const

function getTool(resource: Resource): Tool {
  const { singular, title } = resource
  const command = commandNamed(commandsOf(resource), 'get')
  return {
    name: `get_${singular}`,
    title: t('Get {title}', { title }),
    description: t('Get one {title} with every field.', { title }),
    command,
    own: target,
    schemas: target_schemas,
    kind: 'reads',
    run: async ({ id, ...values }, session) => {
      const outcome = await outcomeOf(command, { operands: [operandOf(id)], values }, session)
      if (outcome.kind !== 'record') throw new Error('a get has a record')
      return { [singular]: boundedRecord(outcome.record) }
    },
  }
}

const search_tool: Tool = {
  name: 'search',
  title: t('Search'),
  description: t(
    'Search events of any date, venues, organizers, categories and tags. Upcoming events come first. The list tools have more filters and pages.',
  ),
  command: search_command,
  flags: ['limit'],
  own: { words: string(t('words to search for'), { required: true }) },
  schemas: { limit: { minimum: 1, maximum: 20 } },
  kind: 'reads',
  run: async ({ words, ...values }, session) => {
    const outcome = await outcomeOf(search_command, { operands: [String(words)], values }, session)
    if (outcome.kind !== 'view') throw new Error('a search has records')
    const found: JsonObject[] = []
    for await (const { kind, ...record } of outcome.records) {
      const plural = Object.values(resources).find(({ singular }) => singular === kind)?.plural ?? 'events'
      found.push({ kind, ...briefRecord(plural, record) })
    }
    return { results: found }
  },
}

const write_texts: Readonly<
  Record<'create' | 'update' | 'delete', (resource: Resource) => Pick<Tool, 'title' | 'description'>>
> = {
  create: ({ title }) => ({
    title: t('Create {title}', { title }),
    description: t(
      'Create one {title}. Venues, organizers, categories and tags are given by id or name and must exist.',
      { title },
    ),
  }),
  update: ({ title }) => ({
    title: t('Update {title}', { title }),
    description: t(
      'Change fields of one {title}. Fields that are not specified are left unchanged; "" clears a text and [] a list.',
      { title },
    ),
  }),
  delete: ({ title, family }) => ({
    title: t('Delete {title}', { title }),
    description:
      family === 'post'
        ? t('Move one {title} to the trash.', { title })
        : t('Delete one {title} and remove it from its events.', { title }),
  }),
}

/** A tool that runs a command for one record, and returns what it wrote or would write. */
function writeTool(resource: Resource, verb: keyof typeof write_texts): Tool {
  const { plural, singular } = resource
  const { options, ...rows } = commandNamed(commandsOf(resource), verb)
  // Names must exist, so that an assistant creates no records by accident: no hint offers it.
  const { create_missing: _, ...others } = options ?? {}
  const command = { ...rows, options: others }
  const creates = verb === 'create'
  return {
    ...write_texts[verb](resource),
    name: `${verb}_${singular}`,
    command,
    flags: ['duration', 'dry_run'],
    ...(creates ? { kind: 'creates' } : { kind: 'changes', own: target, schemas: target_schemas, idempotent: true }),
    run: async ({ id, ...given }, session) => {
      const outcome = await outcomeOf(
        command,
        {
          operands: creates ? [] : [operandOf(id)],
          values: given,
          // The answer itself names the undo: no note does. No tool allows duplicates: no hint offers it.
          options: { porcelain: true, ...(creates && { allow_duplicate: false }) },
          before: async ({ values }) => {
            if (creates && plural === 'events') await noteAlike(values, session)
          },
        },
        session,
      )
      const [step] = outcome.kind === 'view' ? (outcome.steps ?? []) : []
      if (step === undefined) return resultOfWrite(outcome, plural, session)
      const deleted = step.action === 'delete' ? { [singular]: briefRecord(plural, step.before) } : {}
      return { dry_run: true, step: boundedStep(step, session), ...deleted }
    },
  }
}

/** The argument of a command; `-` would read standard input. */
function operandOf(id: Json | undefined): string {
  return id === '-' ? 'slug:-' : String(id)
}

/** Notes existing events with the same title and start. */
async function noteAlike(values: Values, session: Session): Promise<void> {
  const { exchange } = await session.open()
  const alike = await findExisting(exchange, 'events', values)
  if (alike.length === 0) return
  const ids = alike.map(({ id }) => id).join(', ')
  await session.note(t('an event with this title and start exists already: {ids}', { ids }))
}

async function resultOfWrite(outcome: Outcome, plural: Plural, session: Session): Promise<JsonObject> {
  let value: JsonObject = { done: 'unchanged' }
  if (outcome.kind !== 'written') return value
  for await (const { record, result } of outcome.records)
    value = isWrite(result.step)
      ? {
          done: result.done,
          step: boundedStep(result.step, session),
          [resources[plural].singular]: briefRecord(plural, record),
          ...undoOf(outcome.run),
        }
      : { done: 'unchanged', id: record.id }
  return value
}

/** How to undo a run, if anything was written. */
export function undoOf(run: Json | undefined): JsonObject {
  return typeof run === 'string' ? { undo: { run, tool: 'undo_run', command: `cal history undo ${run}` } } : {}
}
