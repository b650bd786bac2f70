// Fields that are empty in the source of a copy: an export omits them, a copy clears them at the target.
import type { Exchange } from '../../base/exchange.ts'
import type { Json, JsonObject } from '../../base/json.ts'
import type { Change } from '../../client/update/compare.ts'
import { sendableField } from '../../client/update/sendable.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { LastWritten } from '../journal/last-written.ts'
import { listsHideEvents } from '../matching/unlisted.ts'

const texts: Readonly<Record<Plural, readonly string[]>> = {
  events: ['description', 'excerpt', 'cost', 'website', 'image'],
  venues: ['description', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'image'],
  organizers: ['description', 'phone', 'website', 'email', 'image'],
  categories: ['description'],
  tags: ['description'],
}
const lists = ['venue', 'organizer', 'categories', 'tags'] as const

/** The empty fields of a complete record. */
export function clearedFields(kind: Plural, record: JsonObject): Values {
  const empty: [string, Json][] = texts[kind]
    .filter((field) => isEmpty(sendableField(kind, field, record)))
    .map((field) => [field, ''])
  if (kind === 'events')
    for (const field of lists) if (isEmpty(sendableField(kind, field, record))) empty.push([field, []])
  if (kind === 'categories' && !Number(record.parent)) empty.push(['parent', 0])
  return Object.fromEntries(empty)
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Whether deployed services reject the empty value or ignore it. Source: Q13, Q14, Q15, Q39. */
function isKeptByService(kind: Plural, { field, after }: Change): boolean {
  if (field === 'parent') return kind === 'categories' && Number(after) === 0
  if (!isEmpty(after)) return false
  return field === 'description' || (kind === 'events' && (field === 'excerpt' || field === 'venue'))
}

/** Omits changes that the service ignores, which every copy would send again. */
export class ClearableChanges implements Pick<LastWritten, 'withoutRewritten'> {
  readonly #last_written: Pick<LastWritten, 'withoutRewritten'>
  readonly #exchange: Exchange
  /** `events.venue` → the records whose field cannot be cleared. */
  readonly kept = new Map<string, Set<number>>()
  #is_deployed: Promise<boolean> | undefined

  constructor(exchange: Exchange, last_written: Pick<LastWritten, 'withoutRewritten'>) {
    this.#exchange = exchange
    this.#last_written = last_written
  }

  async withoutRewritten(kind: Plural, id: number, differences: readonly Change[]): Promise<readonly Change[]> {
    const changes = await this.#last_written.withoutRewritten(kind, id, differences)
    if (!changes.some((change) => isKeptByService(kind, change))) return changes
    this.#is_deployed ??= listsHideEvents(this.#exchange)
    if (!(await this.#is_deployed)) return changes
    return changes.filter((change) => {
      if (!isKeptByService(kind, change)) return true
      const name = `${kind}.${change.field}`
      this.kept.set(name, (this.kept.get(name) ?? new Set()).add(id))
      return false
    })
  }
}
