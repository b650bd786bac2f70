// Events of the categories, tags, venues and organizers that a search names: services search only the texts of events.
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { getPage, unlimitedQuery, withAnyDate } from '../../client/api/pages.ts'
import { per_page_max } from '../../spec/lists.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { link_fields, nameOf, resources } from '../../spec/resources.ts'
import type { Session } from '../types/session.ts'

type LinkedPlural = Exclude<Plural, 'events'>

export interface LinkedRecord {
  readonly plural: LinkedPlural
  readonly record: JsonObject
  /** The searched words that its name does not have. */
  readonly without?: readonly string[]
}

const texts = {
  categories: (events: Text, name: string, command: string) =>
    t('{events} in the category {name}: {command}', { events, name, command }),
  tags: (events: Text, name: string, command: string) =>
    t('{events} with the tag {name}: {command}', { events, name, command }),
  venues: (events: Text, name: string, command: string) =>
    t('{events} at the venue {name}: {command}', { events, name, command }),
  organizers: (events: Text, name: string, command: string) =>
    t('{events} of the organizer {name}: {command}', { events, name, command }),
}

interface Listed {
  /** The number of events that a filter by this record selects. */
  count(filter: Values): Promise<number>
  /** The command that lists them: `cal agenda week --categories jazz`. */
  command(flag: string, count: number): string
}

/** Events of any date, and the list of them. */
export function eventsOfAnyDate(exchange: Exchange): Listed {
  return {
    count: async (filter) => {
      const query = { ...withAnyDate(filter), per_page: 1 }
      return (await getPage(exchange, { plural: 'events', query })).total ?? 0
    },
    command: (flag, count) => `cal events list ${flag} --any-date${count > page_default ? ' --all' : ''}`,
  }
}

/** `6 events in the category Jazz: cal events list --categories jazz --any-date`, for each record that has events. */
export async function linkedEvents(
  records: readonly LinkedRecord[],
  { count, command }: Listed,
): Promise<readonly Text[]> {
  const found = await Promise.all(
    records.map(async ({ plural, record, without = [] }) => {
      const { id, slug } = record
      const total = await count({ [link_fields[plural]]: [Number(id)] })
      if (total === 0) return []
      const named = typeof slug === 'string' && /^[a-z][a-z0-9-]*$/.test(slug) ? slug : String(id)
      const events = resources.events.counted(total)
      const text = texts[plural](events, nameOf(record) ?? '', command(`--${link_fields[plural]} ${named}`, total))
      return [without.length === 0 ? text : t('{text} (without "{words}")', { text, words: without.join(' ') })]
    }),
  )
  return found.flat()
}

/** If no event has the searched words: the events of a category, tag, venue or organizer that they name. */
export async function linkedLines({ search }: Values, session: Session): Promise<readonly Text[]> {
  if (typeof search !== 'string') return []
  const { exchange } = await session.open()
  return linkedEvents(await recordsNamedIn(search, exchange), eventsOfAnyDate(exchange))
}

/** Records on a page of a list without flags. */
const page_default = 10

const words_max = 3
const articles = /^(the|and|for|with|from|der|die|das|den|dem|und|für|mit|von|aus|ein|eine|einen|im|am)$/
const records_max = 3

/**
 * The records with a word of the text in their names, at most three: the category Film for `Filme` and `Film events`,
 * Jazz for `Jazzkonzert`.
 */
export async function recordsNamedIn(text: string, exchange: Exchange): Promise<readonly LinkedRecord[]> {
  const all = (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter((word) => !articles.test(word))
  const words = all.slice(0, words_max)
  const withoutNamed = (name: string) => {
    const parts = name.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
    return all.filter(
      (word) => !parts.some((part) => word.startsWith(part) || (word.length > 3 && part.startsWith(word))),
    )
  }
  const list = async (plural: LinkedPlural, search: Values): Promise<readonly LinkedRecord[]> => {
    const query = { ...unlimitedQuery(plural, search), per_page: per_page_max }
    const { records } = await getPage(exchange, { plural, query })
    return records
      .map((record) => ({ plural, record, without: withoutNamed(nameOf(record) ?? '') }))
      .filter(({ without }) => without.length < all.length)
  }
  // Terms are few: with their names here, `Filme` finds Film. Places may be many, so the service searches them.
  const found = await Promise.all([
    ...(['categories', 'tags'] as const).map((plural) => list(plural, {})),
    ...(['venues', 'organizers'] as const).flatMap((plural) => words.map((search) => list(plural, { search }))),
  ])
  const keys = new Set<string>()
  return found
    .flat()
    .filter(({ plural, record: { id } }) => keys.size < keys.add(`${plural} ${id}`).size)
    .slice(0, records_max)
}
