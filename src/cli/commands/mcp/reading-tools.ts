// The tools that read records: `list_events`, `get_event` and so on for each kind, and `search` for all kinds.
import type { JsonObject } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import { getRecord } from '../../../client/api/records.ts'
import { per_page_max } from '../../../client/api/pages.ts'
import { targetOf } from '../../../client/api/target.ts'
import { boolean, integer, type Parameters, type Resource, string, untyped } from '../../../spec/model.ts'
import { operationNamed } from '../../../spec/operations.ts'
import { resources } from '../../../spec/resources.ts'
import type { Values } from '../../../spec/read.ts'
import type { CommandInput, OptionsOf } from '../../core/command.ts'
import type { Session } from '../../core/session.ts'
import { resolveFilters } from '../../input/resolve-input.ts'
import { listOf } from '../records/list.run.ts'
import { search } from '../search/search.run.ts'
import type { any_date } from '../shared-flags.ts'
import { boundedRecord, briefRecord } from './tool-result.ts'
import type { Tool } from './tool.ts'

export function readingTools(): readonly Tool[] {
  const each = Object.values(resources).flatMap((resource: Resource) => [listTool(resource), getTool(resource)])
  return [...each, searchTool()]
}

const per_page_default = 10

function listTool({ plural, titles, query }: Resource): Tool {
  const isEvents = plural === 'events'
  const parameters: Parameters = {
    ...query,
    ...(isEvents ? any_date_row : {}),
    full: boolean(t('return every field, with long texts'), { default: false }),
  }
  return {
    name: `list_${plural}`,
    title: t('List {titles}', { titles }),
    description: isEvents
      ? t(
          'List events, earliest first, one page at a time. Without date filters only events from yesterday to 24 months ahead are listed; any_date removes that limit. A date without a time means the whole day.',
        )
      : t('List {titles}, one page at a time.', { titles }),
    parameters,
    schemas: { page: { minimum: 1 }, per_page: { minimum: 1, maximum: per_page_max } },
    kind: 'reads',
    run: async ({ any_date, full, ...values }, session) => {
      const query = await resolveFilters(plural, values, session)
      const page = Number(query.page ?? 1)
      const per_page = Math.min(Number(query.per_page ?? per_page_default), per_page_max)
      const outcome = await listOf(plural)(
        inputOf({ ...query, page, per_page }, any_date === true ? { any_date: true } : {}),
        session,
      )
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

const any_date_row = {
  any_date: boolean(t('include events of any date'), { default: false }),
} as const

function inputOf(values: Values, options: OptionsOf<typeof any_date>): CommandInput<OptionsOf<typeof any_date>> {
  return { operands: [], after: [], values, given: {}, options }
}

export const target_row = untyped(t('id, slug or URL of the record'), { required: true })
export const target_schema = { type: ['integer', 'string'] } as const

function getTool({ plural, singular, title }: Resource): Tool {
  const { parameters } = operationNamed(`${plural}.get`)
  return {
    name: `get_${singular}`,
    title: t('Get {title}', { title }),
    description: t('Get one {title} with every field.', { title }),
    parameters: { id: target_row, ...parameters },
    schemas: { id: target_schema },
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
    run: async ({ words, limit = 5 }, session: Session) => {
      const most = Math.min(Math.max(Number(limit), 1), search_max)
      const outcome = await search(
        { operands: [String(words)], after: [], values: {}, given: {}, options: { limit: most } },
        session,
      )
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
