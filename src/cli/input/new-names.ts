// `--create-missing`: creates records for unknown names before the event that refers to them.
import { CalError } from '../../base/errors.ts'
import { isList, itemsOf, type Json, type JsonObject } from '../../base/json.ts'
import { getOrInsert } from '../../base/collections.ts'
import { foldedName } from '../../base/text/slug.ts'
import { createOnce, type CreateResult } from '../../bulk/matching/lookup.ts'
import { idOf } from '../../client/api/answer.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { isTerm, resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'
import { successLine } from '../output/write-messages.ts'
import type { Session } from '../core/session.ts'
import { withIds } from './names.ts'
import { isName, namedKind } from '../arguments/name-fields.ts'

/** Replaces the remaining names by the ids of new records; each record is created once. */
export type Creator = (values: Values) => Promise<Values>

interface CreatorOptions {
  /** Creates nothing: the names are kept and listed in notes. */
  readonly dry_run: boolean
  /** Sends the request that creates a record. */
  readonly send: (kind: Plural, values: Values, send: () => Promise<CreateResult>) => Promise<CreateResult>
}

export function creatorOf(plural: Plural, session: Session, { dry_run, send }: CreatorOptions): Creator {
  const parameters: Parameters = resources[plural].fields
  const known = new Map<string, Promise<Json>>()
  const make = (name: string, kind: Plural) =>
    dry_run ? mentioned(name, kind, session) : createdId(name, kind, { session, send })
  const one = async (item: Json, kind: Plural): Promise<Json> => {
    if (!isName(item) && !isDigits(item)) return item
    const key = `${kind}:${foldedName(item)}`
    const isFirst = !known.has(key)
    const id = await getOrInsert(known, key, () => make(item, kind))
    if (isFirst || dry_run || typeof id !== 'string') return id
    // The service created it with an earlier event; given its name again, a deployed one would create another tag (Q8).
    return getOrInsert(known, `${key} found`, () => foundId(item, kind, session))
  }
  return async (values) => {
    const whole: Record<string, Json | undefined> = { ...values }
    for (const [field, value] of Object.entries(values)) {
      const kind = field === 'parent' ? undefined : namedKind(field, parameters)
      if (kind === undefined) continue
      const ids = new Set<Json>()
      for (const item of itemsOf(value)) ids.add(await one(item, kind))
      whole[field] = isList(value) ? [...ids] : [...ids][0]
    }
    return whole
  }
}

/** Whether a name consists of digits; ids are numbers. */
function isDigits(item: Json | undefined): item is string {
  return typeof item === 'string' && /^\d+$/.test(item) && Number(item) !== 0
}

async function foundId(name: string, kind: Plural, { open }: Session): Promise<Json> {
  const field = kind === 'tags' ? 'tags' : 'categories'
  const { exchange } = await open()
  const { [field]: id } = await withIds({ [field]: name }, resources.events.fields, {
    exchange,
    unknown: 'keep',
    writes: false,
    found: new Map(),
  })
  return id ?? name
}

async function mentioned(name: string, kind: Plural, { note }: Session): Promise<string> {
  const { title } = resources[kind]
  await note({ en: `new ${title.en} "${name}"`, de: `neu: ${title.de} „${name}“` })
  return name
}

/** Authors who may not create categories and tags can still name new ones in an event, which creates them. */
async function createdId(
  name: string,
  kind: Plural,
  { session: { open, note, runtime, settings }, send }: Pick<CreatorOptions, 'send'> & { readonly session: Session },
): Promise<Json> {
  const { exchange } = await open()
  const values = { [resources[kind].name]: name }
  const record = await send(kind, values, () => createOnce(kind, values, { exchange, now: runtime.now })).then(
    (made) => made.record,
    (error: unknown): JsonObject | undefined => {
      if (isTerm(kind) && error instanceof CalError && error.code === 'not_allowed') return undefined
      throw error
    },
  )
  if (!record) return name
  await note(successLine(kind, 'created', record, settings))
  return idOf(record)
}
