// Records that a request without an answer left incomplete: no lookup finds them, and the one created again gets the
// next slug.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import { foldedName } from '../../base/text/undo-texturize.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { allRecords } from '../matching/remote-index.ts'
import type { Create } from '../plan/plan.ts'
import { eventsOfSlug } from '../matching/unlisted.ts'
import { writesOf } from '../journal/run-writes.ts'

/** A create that was sent again because no answer came, and the record it made in the end. */
export interface ResendResult {
  readonly step: Create
  readonly record: JsonObject
}

export interface HalfWrittenRecords {
  readonly exchange: Exchange
  readonly known_id_max: (kind: Plural) => number
  readonly state_dir: string
  readonly run: string
}

/** A warning for each record whose slug has a number because an earlier request of the same run holds the plain one. */
export async function halfWrittenTexts(
  resent: readonly ResendResult[],
  { exchange, known_id_max, state_dir, run }: HalfWrittenRecords,
): Promise<readonly Text[]> {
  const suspects = resent.flatMap(({ step, record }) => {
    const [, base] = /^(.+)-\d+$/.exec(String(record.slug)) ?? []
    return base === undefined || record.slug === step.values.slug ? [] : [{ step, record, base }]
  })
  if (suspects.length === 0) return []
  const ours = await createdIn(state_dir, run)
  const texts: Text[] = []
  for (const { step, record, base } of suspects) {
    const { kind } = step
    const isOther = ({ id }: JsonObject) =>
      Number(id) > known_id_max(kind) && Number(id) < Number(record.id) && !ours.has(`${kind} ${id}`)
    const [other] = (await ofSlug(exchange, record, { kind, base }))
      .filter(isOther)
      .sort((a, b) => Number(a.id) - Number(b.id))
    if (other) texts.push(halfWrittenText(kind, record, other))
  }
  return texts
}

/** `events 12` for each record that the run knows to have created. */
async function createdIn(state_dir: string, run: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const { begin, end } of writesOf(state_dir, run))
    if (begin.action === 'create' && end?.id !== undefined) ids.add(`${begin.kind} ${end.id}`)
  return ids
}

/** Those of the same name whose slug is `base`, with or without a number. None where the service can't say. */
async function ofSlug(
  exchange: Exchange,
  record: JsonObject,
  { kind, base }: { readonly kind: Plural; readonly base: string },
): Promise<readonly JsonObject[]> {
  const { name } = resources[kind]
  const nameOf = (one: JsonObject) => foldedName(String(one[name] ?? ''))
  const found: JsonObject[] = []
  try {
    const candidates = kind === 'events' ? eventsOfSlug(exchange, base) : allRecords(exchange, kind)
    for await (const one of candidates)
      if (nameOf(one) === nameOf(record) && (one.slug === base || String(one.slug).startsWith(`${base}-`)))
        found.push(one)
  } catch (error) {
    if (!(error instanceof CalError)) throw error
  }
  return found
}

function halfWrittenText(kind: Plural, record: JsonObject, other: JsonObject): Text {
  const { title, name } = resources[kind]
  const [mine, theirs, words] = [`${record.slug}`, `${other.slug}`, String(record[name])]
  return {
    en: `warning: ${title.en} ${record.id} "${words}" has the slug ${mine}, because ${other.id} has ${theirs}: a request that was not answered created ${other.id}, perhaps incompletely\nif it is not needed: cal ${kind} delete ${other.id}`,
    de: `Warnung: ${title.de} ${record.id} „${words}“ hat den Slug ${mine}, weil ${other.id} den Slug ${theirs} hat: Eine unbeantwortete Anfrage hat ${other.id} angelegt, womöglich unvollständig\nwird ${other.id} nicht gebraucht: cal ${kind} delete ${other.id}`,
  }
}
