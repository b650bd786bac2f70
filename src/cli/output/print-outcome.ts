// Prints an outcome: data to standard output in the requested format, messages about it to standard error.
import { isObject, type Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { isLocalCalendar } from '../../client/address/api-root.ts'
import type { GlobalOptions, writing_options } from '../arguments/options.ts'
import {
  isTable,
  type Outcome,
  type OutcomeItem,
  type Records,
  type ShownAs,
  streamOf,
  type Written,
} from '../types/outcome.ts'
import { resources } from '../../spec/resources.ts'
import type { OptionsOf } from '../types/command.ts'
import { hereOf, OutputClosedError, type Session } from '../types/session.ts'
import { chosenFields, type FieldRule } from './fields.ts'
import { type Layout, printerOf, type RecordScreen } from './formats/formats.ts'
import { pagerOf, throughPager } from './terminal.ts'
import { createRequire } from 'node:module'
import { CalError } from '../../base/errors.ts'
import { quoted } from '../../base/text/quoted.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'

type OutputFlags = GlobalOptions & Pick<OptionsOf<typeof writing_options>, 'porcelain'>

export async function printOutcome(
  outcome: Outcome,
  options: OutputFlags,
  session: Session,
  rule: FieldRule = { kind: undefined, refuses: false },
): Promise<void> {
  const { runtime, settings } = session
  const command =
    options.pager === false || outcome.kind === 'written' || outcome.kind === 'done'
      ? undefined
      : pagerOf(settings.pager, runtime)
  await throughPager(command, runtime, (sink) =>
    writeOutcome(outcome, options, session, { sink: outcome.kind === 'written' ? untilClosed(sink) : sink, rule }),
  )
  // After the pager has exited, which uses the terminal until then.
  for (const note of outcome.notes?.() ?? []) await session.note(note)
}

/** The records of a write are sent while they are printed, so all of them are read even if the reader has gone. */
function untilClosed(sink: OutputTarget['sink']): OutputTarget['sink'] {
  let isClosed = false
  return {
    write: async (text) => {
      if (isClosed) return
      await sink.write(text).catch((error) => {
        if (!(error instanceof OutputClosedError)) throw error
        isClosed = true
      })
    },
  }
}

/** Where the data goes, and how its fields are checked. */
interface OutputTarget {
  readonly sink: { write(text: string): Promise<void> }
  readonly rule: FieldRule
}

interface Output extends OutputTarget {
  readonly options: OutputFlags
  readonly session: Session
}

/** Writes the data to the sink, without a pager. */
export async function writeOutcome(
  outcome: Outcome,
  options: OutputFlags,
  session: Session,
  target: OutputTarget,
): Promise<void> {
  const output = { ...target, options, session }
  switch (outcome.kind) {
    case 'records':
      return print(output, outcome.records, outcome)
    case 'record':
      return print(output, streamOf([outcome.record]), { ...outcome, single: true })
    case 'written':
      return writeWritten(output, outcome)
    case 'view': {
      if (!isTable(session.format) || (options.fields !== undefined && !outcome.shows_fields))
        return print(output, outcome.records, outcome)
      if (options.sort !== undefined) throw await sortWithoutEffect()
      if (options.fields) for await (const _ of await checkFieldNames(outcome.records, output));
      return writeAll(target.sink, pieces(outcome.render(session.page, options.fields)))
    }
    case 'value':
      return writeValue(output, outcome.value)
    case 'text':
      return target.sink.write(outcome.text)
    case 'done':
  }
}

/** The error for `--sort` with a view, whose order is fixed. */
async function sortWithoutEffect(): Promise<Error> {
  const { noEffect } = await import('../arguments/ineffective-flags.ts')
  return noEffect('--sort', t('without an output format'), t('add one, such as -o csv, or omit --sort'))
}

/** What an outcome says about its records. */
type Listing = Pick<Records, 'columns' | 'headings' | 'total' | 'limit' | 'shown_as'> & { readonly single?: boolean }

async function print(
  output: Output,
  records: AsyncIterable<OutcomeItem>,
  { shown_as, columns = shown_as ? resources[shown_as.plural].columns : [], ...listing }: Listing,
): Promise<void> {
  const { session, sink, options } = output
  const { fields, sort, jq } = options
  const { headings, total, limit, single = false } = listing
  const layout: Layout = {
    fields: fields ?? columns,
    fields_chosen: fields !== undefined,
    header: options.header !== false,
    csv_safe: options.csv_safe === true,
    page: session.page,
    single,
    headings,
    total,
    ...(shown_as && fields === undefined ? { shown_as: recordScreen(shown_as, session) } : {}),
  }
  const seen = await checkFieldNames(records, output)
  const { language } = session
  const ordered =
    sort === undefined || single
      ? seen
      : (await import('./fields.ts')).sortRecords(seen, { field: sort, language, limit })
  if (jq === undefined) {
    const printer =
      options.template === undefined
        ? await printerOf(session.format ?? 'table', layout)
        : (await import('./formats/structured.ts')).templatePrinter(options.template)
    return writeAll(sink, printer(await withFirstRead(ordered), layout))
  }
  const { pickFields } = await import('./fields.ts')
  const all: OutcomeItem[] = []
  for await (const record of ordered) all.push(fields ? pickFields(record, fields) : record)
  await sink.write(await throughJq(single ? all[0] : all, jq, session.page))
}

/** The records, checked for fields that none of them has. */
async function checkFieldNames(
  records: AsyncIterable<OutcomeItem>,
  { options, rule, session }: Output,
): Promise<AsyncIterable<OutcomeItem>> {
  const chosen = chosenFields(options)
  if (chosen.length === 0) return records
  const { checkFields } = await import('./unknown-fields.ts')
  const isComplete = isLocalCalendar(session.settings.api_root ?? '')
  return checkFields(records, chosen, { ...rule, note: session.note, isComplete })
}

/** Reads the first record in advance: if that fails, nothing is printed, not even a header. */
async function withFirstRead(records: AsyncIterable<OutcomeItem>): Promise<AsyncIterable<OutcomeItem>> {
  const iterator = records[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => iterator }
  })()
}

async function writeWritten(output: Output, { records, shown_as, single }: Written): Promise<void> {
  const { options, session } = output
  if (options.porcelain === true) {
    return print({ ...output, session: { ...session, format: 'ids' } }, recordsOf(records), { shown_as })
  }
  if (session.format !== undefined)
    return print(output, recordsOf(records, session), { shown_as, single: single === true })
  for await (const { done } of records) await session.note(done)
}

/** The records; their messages are printed if a session is given. */
async function* recordsOf(records: Written['records'], session?: Session): AsyncIterable<OutcomeItem> {
  for await (const { done, record } of records) {
    await session?.note(done)
    yield record
  }
}

/** Writes a value as JSON; other formats print the records in it. */
async function writeValue(output: Output, value: Json | undefined): Promise<void> {
  const { session, sink, options } = output
  const { fields, jq, template } = options
  const [{ indented, valueRecords }, { pickFields }] = await Promise.all([
    import('./formats/structured.ts'),
    import('./fields.ts'),
  ])
  const listing = valueRecords(value, template === undefined ? session.format : 'template')
  if (jq === undefined && listing) return print(output, streamOf(listing.records), listing)
  const shown = fields && isObject(value) ? pickFields(value, fields) : value
  if (jq === undefined) return sink.write(`${indented(shown, session.page)}\n`)
  await sink.write(await throughJq(shown, jq, session.page))
}

async function writeAll(sink: OutputTarget['sink'], texts: AsyncIterable<string>): Promise<void> {
  for await (const text of texts) await sink.write(text)
}

async function* pieces(texts: string | AsyncIterable<string>): AsyncIterable<string> {
  if (typeof texts === 'string') yield texts
  else yield* texts
}

export function recordScreen({ plural, iso_dates }: ShownAs, session: Session): RecordScreen {
  return {
    plural,
    iso_dates: iso_dates === true,
    ...hereOf(session),
    hasPages: !isLocalCalendar(session.settings.api_root ?? ''),
  }
}

interface Jq {
  /** Runs jq on a JSON document; undefined if there is no output. Errors: those of jq, with its own messages. */
  raw(json: string, expression: string, flags: readonly string[]): string | undefined
}

/** The package is a CommonJS module that exports a promise, which `import` doesn't handle in every version of Node. */
const require = createRequire(import.meta.url)

/**
 * `--jq EXPR`: applies jq to the data; strings are printed unquoted, other values as a line of JSON.
 * Errors: `usage` for an invalid expression, or one that fails for the data.
 */
export async function throughJq(
  value: Json | undefined,
  expression: string,
  { isTerminal }: { readonly isTerminal: boolean },
): Promise<string> {
  const jq = await (require('jq-web') as Promise<Jq>)
  const json = JSON.stringify(value)
  try {
    const text = jq.raw(json, expression, ['-r', '-c']) ?? ''
    const lines = text === '' || text.endsWith('\n') ? text : `${text}\n`
    return isTerminal ? escapeControls(lines) : lines
  } catch (cause) {
    const problem = jqError(cause instanceof Error ? cause.message : String(cause))
    throw new CalError('usage', t('--jq {expression}: {problem}', { expression: quoted(expression), problem }), {
      cause,
      hint: t('for example: {line}', { line: "cal events list --jq '.[].title'" }),
    })
  }
}

/** A message of jq, without the line and the number of the error. */
function jqError(output: string): Text {
  const words = output.split('\n').find((line) => line.startsWith('jq: ') && !/compile error/.test(line)) ?? output
  return quoted(words.replace(/^jq: error(?: \(at [^)]*\))?: /, '').replace(/ at <.*$| \(Unix shell .*$/, ''))
}
