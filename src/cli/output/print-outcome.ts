// Prints an outcome: data to standard output in the requested format, messages about it to standard error.
import { isObject, type Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { isLocalCalendar } from '../../client/address/api-root.ts'
import type { GlobalOptions, writing_options } from '../arguments/options.ts'
import { type Format, type Outcome, type OutcomeItem, type ShownAs, streamOf, type Written } from '../types/outcome.ts'
import type { OptionsOf } from '../types/command.ts'
import { OutputClosedError, type Session } from '../types/session.ts'
import { chosenFields, type FieldRule } from './fields.ts'
import { type Layout, type Printer, printerOf, type RecordScreen } from './formats/formats.ts'
import { pagerOf, throughPager } from './terminal.ts'

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
function untilClosed(sink: OutputOptions['sink']): OutputOptions['sink'] {
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

/** Writes the data to the sink, without a pager. */
export function writeOutcome(
  outcome: Outcome,
  options: OutputFlags,
  session: Session,
  to: Pick<OutputOptions, 'sink' | 'rule'>,
): Promise<void> {
  return write(outcome, outputOptionsOf(options, session, to))
}

interface OutputOptions {
  readonly session: Session
  readonly format: Format
  /** The fields of `--fields`. */
  readonly fields: readonly string[] | undefined
  readonly ids_only: boolean
  readonly sort: string | undefined
  readonly jq: string | undefined
  readonly template: string | undefined
  readonly header: boolean
  readonly csv_safe: boolean
  readonly sink: { write(text: string): Promise<void> }
  readonly rule: FieldRule
  /** The fields of `--fields`, `--sort` and `--template`. */
  readonly chosen: readonly string[]
}

function outputOptionsOf(
  options: OutputFlags,
  session: Session,
  { sink, rule }: Pick<OutputOptions, 'sink' | 'rule'>,
): OutputOptions {
  return {
    session,
    sink,
    rule,
    chosen: chosenFields(options),
    format: session.format ?? 'table',
    fields: options.fields,
    ids_only: options.porcelain === true,
    sort: options.sort,
    jq: options.jq,
    template: options.template,
    header: options.header !== false,
    csv_safe: options.csv_safe === true,
  }
}

async function write(outcome: Outcome, options: OutputOptions): Promise<void> {
  const { session, sink } = options
  switch (outcome.kind) {
    case 'records': {
      const { total, limit } = outcome
      return print(options, outcome.records, {
        columns: outcome.columns,
        single: false,
        shown_as: outcome.shown_as,
        headings: outcome.headings,
        total,
        limit,
      })
    }
    case 'record':
      return print(options, streamOf([outcome.record]), {
        columns: outcome.columns,
        single: true,
        shown_as: outcome.shown_as,
      })
    case 'written':
      return writeWritten(options, outcome)
    case 'view':
      if (options.format === 'table' && (options.fields === undefined || outcome.shows_fields)) {
        if (options.sort !== undefined) throw await sortWithoutEffect()
        if (options.fields) for await (const _ of await checked(outcome.records, options));
        return writeAll(sink, pieces(outcome.render(session.page, options.fields)))
      }
      return print(options, outcome.records, { columns: outcome.columns, single: outcome.single === true })
    case 'value':
      return writeValue(options, outcome.value)
    case 'text':
      return sink.write(outcome.text)
    case 'done':
  }
}

/** The error for `--sort` with a view, whose order is fixed. */
async function sortWithoutEffect(): Promise<Error> {
  const { noEffect } = await import('../arguments/ineffective-flags.ts')
  return noEffect('--sort', t('without an output format'), t('add one, such as -o csv, or omit --sort'))
}

interface Listing {
  readonly columns: readonly string[]
  readonly headings?: Readonly<Record<string, Text>> | undefined
  readonly single: boolean
  readonly total?: (() => number | undefined) | undefined
  readonly limit?: number | undefined
  readonly shown_as?: ShownAs | undefined
}

async function print(
  options: OutputOptions,
  records: AsyncIterable<OutcomeItem>,
  { columns, limit, shown_as, ...listing }: Listing,
): Promise<void> {
  const { session, fields, sort, header, csv_safe, jq } = options
  const layout: Layout = {
    fields: fields ?? columns,
    fields_chosen: fields !== undefined,
    header,
    csv_safe,
    page: session.page,
    ...listing,
    ...(shown_as && fields === undefined ? { shown_as: recordScreen(shown_as, session) } : {}),
  }
  const seen = await checked(records, options)
  const ordered = sort === undefined || layout.single ? seen : (await import('./fields.ts')).sorted(seen, sort, limit)
  if (jq === undefined) return writeAll(options.sink, (await printerFor(options))(await withFirstRead(ordered), layout))
  const { throughJq } = await import('./formats/jq.ts')
  const { picked } = await import('./fields.ts')
  const all: OutcomeItem[] = []
  for await (const record of ordered) all.push(fields ? picked(record, fields) : record)
  await options.sink.write(await throughJq(layout.single ? all[0] : all, jq, session.page))
}

/** The records, checked for fields that none of them has. */
async function checked(
  records: AsyncIterable<OutcomeItem>,
  { chosen, rule, session }: OutputOptions,
): Promise<AsyncIterable<OutcomeItem>> {
  if (chosen.length === 0) return records
  const { checkFields } = await import('./unknown-fields.ts')
  return checkFields(records, chosen, { ...rule, note: session.note })
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

async function printerFor({ template, format }: OutputOptions): Promise<Printer> {
  return template === undefined
    ? printerOf(format)
    : (await import('./formats/structured.ts')).templatePrinter(template)
}

async function writeWritten(options: OutputOptions, { records, columns, single }: Written): Promise<void> {
  const { session } = options
  if (options.ids_only)
    return print({ ...options, format: 'ids', jq: undefined, template: undefined, chosen: [] }, recordsOf(records), {
      columns,
      single: false,
    })
  if (session.format !== undefined)
    return print(options, recordsOf(records, session), { columns, single: single === true })
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
async function writeValue(options: OutputOptions, value: Json | undefined): Promise<void> {
  const { session, fields, jq, sink, template } = options
  const { indented } = await import('./formats/structured.ts')
  const { picked } = await import('./fields.ts')
  const { valueRecords } = await import('./formats/structured.ts')
  const listing = valueRecords(value, template === undefined ? session.format : 'template')
  if (jq === undefined && listing) return print(options, streamOf(listing.records), listing)
  const shown = fields && isObject(value) ? picked(value, fields) : value
  if (jq === undefined) return sink.write(`${indented(shown, session.page)}\n`)
  const { throughJq } = await import('./formats/jq.ts')
  await sink.write(await throughJq(shown, jq, session.page))
}

async function writeAll(sink: OutputOptions['sink'], texts: AsyncIterable<string>): Promise<void> {
  for await (const text of texts) await sink.write(text)
}

async function* pieces(texts: string | AsyncIterable<string>): AsyncIterable<string> {
  if (typeof texts === 'string') yield texts
  else yield* texts
}

export function recordScreen({ plural, iso_dates }: ShownAs, { runtime, settings }: Session): RecordScreen {
  return {
    plural,
    iso_dates: iso_dates === true,
    now: runtime.now(),
    zone: settings.timezone ?? runtime.timezone,
    hasPages: !isLocalCalendar(settings.api_root ?? ''),
  }
}
