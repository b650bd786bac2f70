// Records left behind by a request whose response was lost: a second copy, or an incomplete record that no lookup
// finds, so that the retried create gets the next slug.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { type Text, warningText } from '../../base/text/language.ts'
import { foldedName } from '../../base/text/slug.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { type CreateClaims, isAlike, type LostCreate } from '../matching/create-claims.ts'
import { findAllCreated } from '../matching/lookup.ts'
import { allRecords } from '../../client/api/pages.ts'
import { eventsAt, slugNumberOf } from '../matching/unlisted.ts'
import { type Delete, deleteStep } from '../plan/plan.ts'

interface Service {
  readonly exchange: Exchange
  readonly creates: CreateClaims
}

/** A create without an answer whose record exists. */
interface LostRecord {
  readonly lost: LostCreate
  readonly own: JsonObject
}

/**
 * What requests without an answer have left behind: the steps that delete second copies, which are certainly those of
 * the run, and a warning for each other record. A step has the number of its create, which it completes.
 */
export async function leftBehind({ exchange, creates }: Service): Promise<{
  readonly deletes: readonly Delete[]
  readonly warnings: readonly Text[]
}> {
  const deletes: Delete[] = []
  const warnings: Text[] = []
  const present: LostRecord[] = []
  for (const kind of new Set(creates.lost.map(({ step }) => step.kind))) {
    const of_kind = creates.lost.filter(({ step }) => step.kind === kind)
    const finds = of_kind.map(({ create: { find } }) => find)
    const found = await findAllCreated(exchange, kind, finds, creates.known_id_max(kind))
    const seen = new Set(of_kind.map(({ id }) => id))
    for (const [i, lost] of of_kind.entries()) {
      const records = found[i] ?? []
      const own = records.find(({ id }) => Number(id) === lost.id)
      // It was deleted, or replaced by the record of another run.
      if (!own) continue
      present.push({ lost, own })
      for (const { record, certain } of await creates.secondCopies(lost.create, own, records)) {
        const id = Number(record.id)
        if (seen.has(id)) continue
        seen.add(id)
        if (certain) deletes.push(deleteStep(lost.step, record))
        else warnings.push(possibleCopyText(lost, id))
      }
    }
  }
  return { deletes, warnings: [...warnings, ...(await halfWrittenTexts(present, { exchange, creates }))] }
}

function possibleCopyText({ step: { kind, title }, id }: LostCreate, other: number): Text {
  return warningText(
    '{word} "{title}" exists twice: this run uses {id}, and {other} is either a second copy or another program\'s; if it is not needed: cal {kind} delete {other}',
    { word: resources[kind].title, title, id, other, kind },
  )
}

/** Why two records remain of one create. */
export function leftCopyText(
  kind: Plural,
  title: string,
  { own, other }: { readonly own: number; readonly other: number },
): Text {
  const word = resources[kind].title
  return warningText(
    '{word} "{title}" was created twice at the same time: {other} and {own}; {own} is in use or cannot be deleted',
    {
      word,
      title,
      other,
      own,
    },
  )
}

/** A record that an interrupted run was about to delete, because it is or has a copy. */
export function leftDeleteText(kind: Plural, title: string, id: number): Text {
  return warningText(
    '{word} {id} "{title}" is a copy that the run was about to delete; it was changed since, is in use or cannot be deleted; if it is not needed: cal {kind} delete {id}',
    { word: resources[kind].title, title, id, kind },
  )
}

/** A warning for each record whose slug has a numeric suffix because an incomplete record has the slug. */
async function halfWrittenTexts(
  present: readonly LostRecord[],
  { exchange, creates }: Service,
): Promise<readonly Text[]> {
  const others = new Map<Plural, readonly JsonObject[]>()
  const texts: Text[] = []
  for (const { lost, own } of present) {
    const { kind, find } = lost.create
    const number = slugNumberOf(String(own.slug), { ...find, title: find[resources[kind].name] }) ?? 1
    if (number === 1) continue
    const taken = String(own.slug).replace(/-\d+$/, number > 2 ? `-${number - 1}` : '')
    const isOther = (one: JsonObject) =>
      one.slug === taken &&
      foldedNameOf(kind, one) === foldedNameOf(kind, own) &&
      Number(one.id) < lost.id &&
      !isAlike(kind, own, one)
    if (kind !== 'events' && !others.has(kind)) others.set(kind, await readAll(allRecords(exchange, kind)))
    const found = others.get(kind) ?? (await readAll(eventsAt(exchange, [taken])))
    const other = found.find(isOther)
    if (other && (await creates.isUnclaimed(kind, other))) texts.push(halfWrittenText(kind, own, other))
  }
  return texts
}

function foldedNameOf(kind: Plural, record: JsonObject): string {
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
  return warningText(
    '{title} {id} "{record_name}" has the slug {slug}, because {id_2} has {other_slug}: a request without a response created {id_2}, possibly incomplete\nif it is not needed: cal {kind} delete {id_2}',
    { title, id: String(record.id), record_name, slug, id_2: String(other.id), other_slug, kind },
  )
}
