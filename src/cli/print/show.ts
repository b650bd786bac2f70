// An outcome on its way out: data to standard output in the format asked for, words about it to standard error.
import type { Values } from '../../spec/read.ts'
import type { Item, Outcome, Written } from '../outcome.ts'
import type { Session } from '../session.ts'
import { type Format, printerOf } from './formats.ts'
import type { Page } from './page.ts'

export async function show(outcome: Outcome, options: Values, session: Session): Promise<void> {
  const way: Way = { session, format: session.format ?? 'table', fields: options.fields as readonly string[] | undefined, ids_only: options.porcelain === true }
  switch (outcome.kind) {
    case 'records': {
      await print(way, outcome.records, outcome.columns, false)
      const note = outcome.note?.()
      return note && session.note(note)
    }
    case 'record': return print(way, one(outcome.record), outcome.columns, true)
    case 'written': return showWritten(way, outcome)
    case 'view':
      if (way.format === 'table') return pour(session, pieces(outcome.picture(pageOf(session))))
      return print(way, outcome.records, outcome.columns, outcome.single === true)
    case 'value': return showValue(way, outcome.value)
    case 'words': return session.world.stdout.write(outcome.words)
    case 'done':
  }
}

/** How the data goes out. */
interface Way {
  readonly session: Session
  readonly format: Format
  /** What the user chose to see. */
  readonly fields: readonly string[] | undefined
  readonly ids_only: boolean
}

async function print({ session, format, fields }: Way, records: AsyncIterable<Item>, columns: readonly string[], single: boolean): Promise<void> {
  const printer = await printerOf(format)
  await pour(session, printer(records, { fields: fields ?? columns, fields_chosen: fields !== undefined, single, page: pageOf(session) }))
}

async function showWritten(way: Way, { records, columns, single }: Written): Promise<void> {
  const { session } = way
  if (way.ids_only) return print({ ...way, format: 'ids' }, recordsOf(records), columns, false)
  if (session.format !== undefined) return print(way, recordsOf(records, session), columns, single === true)
  for await (const { done } of records) await session.note(done)
}

/** The records alone; the words go to the session where one is given. */
async function* recordsOf(records: Written['records'], session?: Session): AsyncIterable<Item> {
  for await (const { done, record } of records) {
    await session?.note(done)
    yield record
  }
}

async function showValue({ session, fields }: Way, value: unknown): Promise<void> {
  const { indented } = await import('./json.ts')
  const { picked } = await import('./fields.ts')
  const shown = fields && typeof value === 'object' && value !== null ? picked(value as Item, fields) : value
  await session.world.stdout.write(`${indented(shown, session.world.stdout)}\n`)
}

async function pour({ world }: Session, texts: AsyncIterable<string>): Promise<void> {
  for await (const text of texts) await world.stdout.write(text)
}

export function pageOf({ world, language }: Session): Page {
  const { isTerminal, columns } = world.stdout
  return { isTerminal, columns, language, color: isTerminal && !world.env.NO_COLOR && world.env.TERM !== 'dumb' }
}

async function* one(record: Item): AsyncIterable<Item> {
  yield record
}

async function* pieces(texts: string | AsyncIterable<string>): AsyncIterable<string> {
  if (typeof texts === 'string') yield texts
  else yield* texts
}
