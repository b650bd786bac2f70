// Records left behind by a request whose response was lost: a second copy, or an incomplete record that no lookup
// finds, so that the retried create gets the next slug.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { foldedName } from '../../base/text/slug.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import type { CreateClaims } from '../matching/create-claims.ts'
import { findAllCreated, lookupFieldsOf } from '../matching/lookup.ts'
import { allRecords } from '../../client/api/pages.ts'
import { eventsAt, expectedSlugs } from '../matching/unlisted.ts'
import { type Create, type Delete, nameOfStep } from '../plan/plan.ts'
import { Usage } from '../plan/record-usage.ts'

/** A create that was sent again because its response was lost, and the record it finally created. */
export interface ResendResult {
  readonly step: Create
  readonly record: JsonObject
}

interface Service {
  readonly exchange: Exchange
  readonly creates: CreateClaims
}

/**
 * The steps that delete further records of the same creates: only those with the values that were sent, that no other
 * create made, and that are not in use. A step has the number of its create, which it completes.
 */
export async function secondCopies(
  resent: readonly ResendResult[],
  { exchange, creates }: Service,
): Promise<readonly Delete[]> {
  const deletes: Delete[] = []
  for (const kind of new Set(resent.map(({ step }) => step.kind))) {
    const steps = resent.flatMap(({ step }) => (step.kind === kind ? [step] : []))
    const finds = steps.map(({ values }) => lookupFieldsOf(kind, values))
    const found = await findAllCreated(exchange, kind, finds, creates.known_id_max(kind))
    const copies = new Map<number, Delete>()
    for (const [i, step] of steps.entries())
      for (const before of await creates.secondCopies(step, found[i] ?? [])) {
        const id = Number(before.id)
        copies.set(id, { ...nameOfStep(step), action: 'delete', id, before })
      }
    const users =
      kind === 'events' || copies.size === 0 ? undefined : await new Usage(exchange).of(kind, [...copies.keys()])
    deletes.push(...[...copies.values()].filter(({ id }) => !users?.has(id)))
  }
  return deletes
}

/** Why two records remain of one create. */
export function leftCopyText(
  kind: Plural,
  title: string,
  { own, other }: { readonly own: number; readonly other: number },
): Text {
  const word = resources[kind].title
  return t(
    'warning: {word} "{title}" was created twice at the same time: {other} and {own}; {own} is in use or cannot be deleted',
    { word, title, other, own },
  )
}

/** A warning for each record whose slug has a numeric suffix because a lost request of the same run took the slug. */
export async function halfWrittenTexts(
  resent: readonly ResendResult[],
  { exchange, creates }: Service,
): Promise<readonly Text[]> {
  const candidates = resent.flatMap(({ step: { kind, values }, record }) => {
    const taken = takenSlug(String(record.slug), { ...values, title: values[resources[kind].name] })
    return taken === undefined ? [] : [{ kind, record, taken }]
  })
  const others = new Map<Plural, readonly JsonObject[]>()
  const texts: Text[] = []
  for (const { kind, record, taken } of candidates) {
    const isOther = (one: JsonObject) =>
      one.slug === taken && nameOf(kind, one) === nameOf(kind, record) && Number(one.id) < Number(record.id)
    if (kind !== 'events' && !others.has(kind)) others.set(kind, await readAll(allRecords(exchange, kind)))
    const found = others.get(kind) ?? (await readAll(eventsAt(exchange, [{ slug: taken }])))
    const other = found.find(isOther)
    if (other && (await creates.isUnclaimed(kind, other))) texts.push(halfWrittenText(kind, record, other))
  }
  return texts
}

/** The slug before this one, `talk` or `talk-2`, if the number is not part of the title: `kill-7` of "Kill 7". */
function takenSlug(slug: string, values: Values): string | undefined {
  const [, base, number] = /^(.+)-(\d+)$/.exec(slug) ?? []
  if (base === undefined || !expectedSlugs({ values }).includes(base)) return undefined
  return Number(number) > 2 ? `${base}-${Number(number) - 1}` : base
}

function nameOf(kind: Plural, record: JsonObject): string {
  return foldedName(String(record[resources[kind].name] ?? ''))
}

/** None if the lookup fails: this is only a warning. */
async function readAll(records: AsyncIterable<JsonObject>): Promise<readonly JsonObject[]> {
  const all: JsonObject[] = []
  try {
    for await (const record of records) all.push(record)
  } catch (error) {
    if (!(error instanceof CalError)) throw error
  }
  return all
}

function halfWrittenText(kind: Plural, record: JsonObject, other: JsonObject): Text {
  const { title, name } = resources[kind]
  const [slug, other_slug, record_name] = [`${record.slug}`, `${other.slug}`, String(record[name])]
  return t(
    'warning: {title} {id} "{record_name}" has the slug {slug}, because {id_2} has {other_slug}: a request without a response created {id_2}, possibly incomplete\nif it is not needed: cal {kind} delete {id_2}',
    { title, id: String(record.id), record_name, slug, id_2: String(other.id), other_slug, kind },
  )
}
