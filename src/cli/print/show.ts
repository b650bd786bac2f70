// An outcome on its way out: data to standard output in the format asked for, words about it to standard error.
import type { Values } from '../../spec/read.ts'
import type { Item, Outcome, Written } from '../outcome.ts'
import type { Session } from '../session.ts'
import { type Format, printerOf } from './formats.ts'
import type { Layout, Page } from './page.ts'

export async function show(outcome: Outcome, options: Values, session: Session): Promise<void> {
  switch (outcome.kind) {
    case 'records':
      await print(outcome.records, outcome.columns, false)
      return noteAfter(outcome.note?.())
    case 'record':
      return print(one(outcome.record), outcome.columns, true)
    case 'written':
      return written(outcome)
    case 'view':
      if (session.format === undefined || session.format === 'table') return pour(pieces(outcome.picture(pageOf(session))))
      return print(outcome.records, outcome.columns, outcome.single === true)
    case 'value':
      return value(outcome.value)
    case 'words':
      return session.world.stdout.write(outcome.words)
    case 'done':
  }

  async function print(records: AsyncIterable<Item>, columns: readonly string[], single: boolean, format: Format = session.format ?? 'table'): Promise<void> {
    const chosen = options.fields as readonly string[] | undefined
    const layout: Layout = { fields: chosen ?? columns, fields_chosen: chosen !== undefined, single, page: pageOf(session) }
    await pour((await printerOf(format))(records, layout))
  }

  async function written({ records, columns, single }: Written): Promise<void> {
    if (options.porcelain === true) return print(recordsOf(records, false), columns, false, 'ids')
    if (session.format !== undefined) return print(recordsOf(records, true), columns, single === true)
    for await (const { done } of records) await session.note(done)
  }

  async function* recordsOf(records: Written['records'], withWords: boolean): AsyncIterable<Item> {
    for await (const { done, record } of records) {
      if (withWords) await session.note(done)
      yield record
    }
  }

  async function value(content: unknown): Promise<void> {
    const { indented } = await import('./json.ts')
    const { picked } = await import('./fields.ts')
    const fields = options.fields as readonly string[] | undefined
    const shown = fields && typeof content === 'object' && content !== null ? picked(content as Item, fields) : content
    await session.world.stdout.write(`${indented(shown, session.world.stdout)}\n`)
  }

  async function noteAfter(text: Parameters<Session['note']>[0] | undefined): Promise<void> {
    if (text) await session.note(text)
  }

  async function pour(texts: AsyncIterable<string>): Promise<void> {
    for await (const text of texts) await session.world.stdout.write(text)
  }
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
