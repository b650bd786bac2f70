// Records left behind by a request whose response was lost: a second copy, or an incomplete record that no lookup
// finds, so that the retried create gets the next slug.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import { foldedName } from '../../base/text/slug.ts'
import { call } from '../../client/api/call.ts'
import { fieldMismatchesOf } from '../../client/update/verify-write.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { writesOf } from '../journal/read-journal.ts'
import { findCreated, lookupFieldsOf } from '../matching/lookup.ts'
import { allRecords } from '../matching/remote-index.ts'
import { eventsOfSlug } from '../matching/unlisted.ts'
import type { Create } from '../plan/plan.ts'
import { Usage } from '../plan/record-usage.ts'

/** A create that was sent again because its response was lost, and the record it finally created. */
export interface ResendResult {
  readonly step: Create
  readonly record: JsonObject
}

interface Service {
  readonly exchange: Exchange
  readonly known_id_max: (kind: Plural) => number
}

/** Deletes further records of the same create: only those with the values that were sent, and not in use. */
export async function removeDuplicates(
  { step: { kind, values }, record }: ResendResult,
  { exchange, known_id_max }: Service,
): Promise<void> {
  const all = await findCreated(exchange, kind, lookupFieldsOf(kind, values), known_id_max(kind))
  const duplicates = all
    .filter((one) => Number(one.id) !== Number(record.id) && fieldMismatchesOf(kind, values, one).length === 0)
    .map(({ id }) => Number(id))
  const users =
    kind === 'events' || duplicates.length === 0 ? undefined : await new Usage(exchange).of(kind, duplicates)
  for (const id of duplicates) if (!users?.has(id)) await call(exchange, `${kind}.delete`, { id })
}

export interface HalfWrittenOptions extends Service {
  readonly state_dir: string
  readonly run: string
}

/** A warning for each record whose slug has a numeric suffix because a lost request of the same run took the slug. */
export async function halfWrittenTexts(
  resent: readonly ResendResult[],
  { exchange, known_id_max, state_dir, run }: HalfWrittenOptions,
): Promise<readonly Text[]> {
  const candidates = resent.flatMap(({ step, record }) => {
    const [, base] = /^(.+)-\d+$/.exec(String(record.slug)) ?? []
    return base === undefined || record.slug === step.values.slug ? [] : [{ step, record, base }]
  })
  if (candidates.length === 0) return []
  const created = await createdIn(state_dir, run)
  const texts: Text[] = []
  for (const { step, record, base } of candidates) {
    const { kind } = step
    const isOther = ({ id }: JsonObject) =>
      Number(id) > known_id_max(kind) && Number(id) < Number(record.id) && !created.has(`${kind} ${id}`)
    const [other] = (await recordsOfSlug(exchange, record, { kind, base }))
      .filter(isOther)
      .sort((a, b) => Number(a.id) - Number(b.id))
    if (other) texts.push(halfWrittenText(kind, record, other))
  }
  return texts
}

/** `events 12` for each record that the run created, according to its journal. */
async function createdIn(state_dir: string, run: string): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const { begin, end } of writesOf(state_dir, run))
    if (begin.action === 'create' && end?.id !== undefined) ids.add(`${begin.kind} ${end.id}`)
  return ids
}

/** Records of the same name whose slug is `base`, with or without a number. None if the lookup fails. */
async function recordsOfSlug(
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
  const [slug, other_slug, record_name] = [`${record.slug}`, `${other.slug}`, String(record[name])]
  return {
    en:
      `warning: ${title.en} ${record.id} "${record_name}" has the slug ${slug}, because ${other.id} has ` +
      `${other_slug}: a request without a response created ${other.id}, possibly incomplete\n` +
      `if it is not needed: cal ${kind} delete ${other.id}`,
    de:
      `Warnung: ${title.de} ${record.id} „${record_name}“ hat den Slug ${slug}, weil ${other.id} den Slug ` +
      `${other_slug} hat: Eine unbeantwortete Anfrage hat ${other.id} angelegt, womöglich unvollständig\n` +
      `wenn ${other.id} nicht benötigt wird: cal ${kind} delete ${other.id}`,
  }
}
