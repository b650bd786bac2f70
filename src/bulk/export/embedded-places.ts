// Venues and organizers in events, with all fields: services blank those with a password there, even for editors.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import { isBlank } from '../../client/api/protected.ts'
import { getRecord } from '../../client/api/records.ts'

const kinds = { venue: 'venues', organizer: 'organizers' } as const
type Field = keyof typeof kinds

/** Each is read once in the context of an editor; if that fails, it stays blank. */
export class EmbeddedPlaces {
  readonly #exchange: Exchange
  readonly #read = new Map<string, Promise<JsonObject | undefined>>()

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  async withPlaces(event: JsonObject): Promise<JsonObject> {
    const { venue, organizer } = event
    if (!this.#holdsBlank('venue', venue) && !this.#holdsBlank('organizer', organizer)) return event
    return {
      ...event,
      venue: await this.#opened('venue', venue),
      organizer: await this.#opened('organizer', organizer),
    }
  }

  #holdsBlank(field: Field, value: Json | undefined): boolean {
    return [value].flat().some((place) => isObject(place) && isBlank(kinds[field], place))
  }

  async #opened(field: Field, value: Json = []): Promise<Json> {
    if (!this.#holdsBlank(field, value)) return value
    if (!Array.isArray(value)) return this.#whole(field, value)
    return Promise.all(value.map((place) => this.#whole(field, place)))
  }

  async #whole(field: Field, place: Json): Promise<Json> {
    if (!isObject(place)) return place
    const id = Number(place.id)
    return (await getOrInsert(this.#read, `${field} ${id}`, () => this.#found(field, id))) ?? place
  }

  #found(field: Field, id: number): Promise<JsonObject | undefined> {
    return getRecord(this.#exchange, kinds[field], { kind: 'id', id }).catch((error: unknown) => {
      if (error instanceof CalError && (error.code === 'not_found' || error.code === 'not_allowed')) return undefined
      throw error
    })
  }
}
