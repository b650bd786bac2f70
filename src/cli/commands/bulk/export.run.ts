// `cal export [KIND…]`: writes a calendar to files that `cal import` reads.
import { existsSync, mkdirSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { addOne } from '../../../base/collections.ts'
import { isoMomentOf } from '../../../base/dates/machine-dates.ts'
import { hasWallForm, isDay } from '../../../base/dates/days.ts'
import { instantOf, utcWall } from '../../../base/dates/zoned-time.ts'
import { usageError } from '../../../base/errors.ts'
import { replaceFile, writeAtomically } from '../../../base/files/atomic-file.ts'
import { existingStat } from '../../../base/files/file-system.ts'
import { writeError } from '../../../base/files/file-errors.ts'
import { limitHeapGrowth } from '../../../base/heap-growth.ts'
import { eachLanguage, type Language, t, type Text, warningText } from '../../../base/text/language.ts'
import { batchesOf, type ExportOptions, ExportReport } from '../../../bulk/export/export.ts'
import { formatBatches } from '../../../bulk/export/formats.ts'
import { unchecked_text } from '../../../bulk/export/protection.ts'
import { export_formats, type ExportFormat } from '../../../bulk/input/entry.ts'
import { countedKinds, plurals_by_need, resourceNamed, resources } from '../../../spec/resources.ts'
import type { Plural } from '../../../spec/model.ts'
import { kindOf } from '../../bulk-run/inputs.ts'
import { UnknownWordError } from '../../arguments/command-line.ts'
import { requireWritable } from '../../bulk-run/output-file.ts'
import { runsOfService } from '../../bulk-run/run-store.ts'
import type { CommandAction, OptionsOf } from '../../types/command.ts'
import { hereOf, type Session } from '../../types/session.ts'
import { labelOf } from '../../output/write-messages.ts'
import { terminalTextOf } from '../../output/terminal.ts'
import { Progress } from '../../session/progress.ts'
import { shortText } from '../records/list-notice.ts'
import { withBounds } from '../../input/dates.ts'
import { noEffect } from '../../arguments/ineffective-flags.ts'
import type { export_options } from './bulk.ts'
import { isDeployed } from '../../../client/api/call.ts'

export const exportCalendar: CommandAction<typeof export_options> = async ({ operands, options }, session) => {
  limitHeapGrowth()
  const to = options.to === '-' ? undefined : options.to
  const format = formatOf(to, options, session)
  const folder = to !== undefined && isFolder(to, session)
  const kinds = kindsOf(operands, format, folder)
  const paths = to === undefined ? [] : folder ? kinds.map((kind) => join(to, `${kind}.${format}`)) : [to]
  const replaced = await confirmReplacing(paths, session)
  const { exchange, visitors } = await session.open()
  const [counts, lost, read] = [new Map<Plural, number>(), new Map<Text, number>(), new ExportReport()]
  // One bar after another, one for each kind.
  let progress: Progress | undefined
  const exporting: ExportOptions = {
    kinds,
    stable: options.stable === true,
    since: await sinceOf(options.since, session),
    raw: format === 'ics',
    onRecord: (kind) => {
      addOne(counts, kind)
      progress?.tick().catch(() => undefined)
    },
    onTotal: (kind, total) => {
      progress?.end()
      progress = progressOf(kind, total, session)
    },
    runs: runsOfService(session),
    visitors,
    report: read,
  }
  const writing = {
    alone: kinds.length === 1,
    stable: exporting.stable,
    csv_safe: options.csv_safe === true,
    onLoss: (what: Text) => addOne(lost, what),
  }
  const batches = batchesOf(exchange, exporting)
  if (folder) {
    makeFolder(to, session)
    for (const batch of batches) {
      const texts = formatBatches(format, [batch], { ...writing, alone: true })
      await writeTexts(join(to, `${batch.kind}.${format}`), texts, session, replaceFileWith)
    }
  } else await writeTexts(to, formatBatches(format, batches, writing), session)
  progress?.end()
  for (const [kind, { came, total }] of read.short) await session.note(shortText(kind, came, total))
  for (const one of read.protected) await session.note(protectedText(one))
  if (read.unchecked) await session.note(unchecked_text)
  const { unlisted } = read
  if (unlisted !== undefined && (unlisted > 0 || (await isDeployed(exchange)))) await session.note(hiddenText(unlisted))
  if (replaced !== '') await session.note(t('Replaced the earlier content of {replaced}', { replaced }))
  await report({ counts, lost, unknown_fields: read.unknown_fields, to }, session)
  return { kind: 'done', exit: read.short.size > 0 ? 'some_failed' : undefined }
}

function progressOf(kind: Plural, total: number, { runtime, language }: Session): Progress {
  const label = t('Exporting {titles}', { titles: resources[kind].titles })
  return new Progress({ runtime, language, form: 'auto', total, label })
}

/** The warning for a record with a password: `whole` is exported without it, `blank` without its protected fields. */
function protectedText({ kind, record, how }: ExportReport['protected'][number]): Text {
  const { title } = resources[kind]
  const shown = eachLanguage((language) => `${title[language]} ${labelOf(record, language)}`)
  if (how === 'whole') return warningText('{shown} is protected by a password, which is not exported', { shown })
  const exported = kind === 'events' ? t('title, slug, dates and status') : t('slug and status')
  return warningText('{shown} is protected by a password: only {exported} are exported', { shown, exported })
}

/** Errors: `usage` for a word that is no kind, and for kinds that the format cannot hold. */
function kindsOf(operands: readonly string[], format: ExportFormat, folder: boolean): readonly Plural[] {
  const unknown =
    operands.find((word) => extname(word) !== '') ?? operands.find((word) => resourceNamed(word) === undefined)
  if (unknown !== undefined)
    throw new UnknownWordError('argument', unknown, { text: t('"{word}" is not a kind of record', { word: unknown }) })
  const named = operands.map((word) => kindOf(word))
  const other = named.find((kind) => kind !== 'events')
  if (format === 'ics' && other)
    throw usageError(
      t('iCalendar contains only events, not {titles}', { titles: resources[other].titles }),
      t('choose another format: --format json'),
    )
  const kinds = named.length > 0 ? named : format === 'ics' ? (['events'] as const) : plurals_by_need
  if (format === 'csv' && kinds.length > 1 && !folder)
    throw usageError(
      t('a CSV file contains one kind of record'),
      t('one kind: cal export events --format csv; all kinds, into a folder: cal export --format csv --to calendar/'),
    )
  return kinds
}

function formatOf(to: string | undefined, options: OptionsOf<typeof export_options>, session: Session): ExportFormat {
  const ending = to === undefined ? '' : extname(to).slice(1).replace('yml', 'yaml').replace('jsonl', 'ndjson')
  const known = namedFormat(options, session) ?? export_formats.find((format) => format === ending)
  if (known === undefined && ending !== '' && !isFolder(to ?? '', session))
    throw usageError(
      t('{to}: cannot export to .{ending} files', { to: to ?? '', ending }),
      t('specify a format, such as --format csv, or a file name that ends in .{export_formats}', {
        export_formats: export_formats.join(', .'),
      }),
    )
  if (options.csv_safe === true && known !== 'csv') throw noEffect('--csv-safe', t('without --format csv'))
  return known ?? 'json'
}

function namedFormat(options: OptionsOf<typeof export_options>, session: Session): ExportFormat | undefined {
  const named = options.format ?? session.format
  return export_formats.find((format) => format === named)
}

function isFolder(to: string, { runtime }: Session): boolean {
  const path = resolve(runtime.cwd, to)
  return existsSync(path) ? existingStat(path).isDirectory() : to.endsWith('/') || extname(to) === ''
}

async function sinceOf(typed: string | undefined, session: Session): Promise<string | undefined> {
  if (typed === undefined) return undefined
  const here = hereOf(session)
  const { since } = await withBounds({ since: typed }, ['since'], { clock: () => here, note: session.note })
  const wall = isDay(since) ? `${since} 00:00:00` : since
  if (!hasWallForm(wall)) throw usageError(t('--since needs a date such as 2026-11-01, not "{since}"', { since }))
  const instant = instantOf(wall, here.zone)
  // The time of a program is no misread word: the clock of the machine can be behind.
  if (since !== typed && isoMomentOf(typed) === undefined && instant > here.now)
    throw usageError(
      t('--since needs a date in the past, but "{typed}" is {date}', { typed, date: wall }),
      t('nothing has changed since then; use a date such as 2026-11-01, yesterday or "last monday"'),
    )
  return utcWall(instant)
}

/** Asks on a terminal: a script writes to its own file each time (decision 27). Returns the files, for a note. */
async function confirmReplacing(paths: readonly string[], session: Session): Promise<string> {
  const replaced = paths.filter((path) => hasContent(path, session)).join(', ')
  if (replaced !== '' && session.settings.interactive) await session.confirm(t('Replace {replaced}?', { replaced }))
  return replaced
}

/** Whether writing to the path replaces something: not for a device, or for the empty file of `mktemp`. */
function hasContent(path: string, { runtime }: Session): boolean {
  if (!existsSync(resolve(runtime.cwd, path))) return false
  const found = existingStat(resolve(runtime.cwd, path))
  return found.isFile() && found.size > 0n
}

/** Errors: `usage` if its parent does not exist: a mistyped path creates no folders. */
function makeFolder(name: string, { runtime }: Session): void {
  const path = resolve(runtime.cwd, name)
  try {
    if (!existsSync(path)) mkdirSync(path)
  } catch (cause) {
    throw writeError(name, cause)
  }
}

/** For names that are not the user's own: a link in the folder would lead to another file, so it is replaced. */
function replaceFileWith(path: string, texts: AsyncIterable<string>): Promise<void> {
  return replaceFile(path, (file) => pipeline(texts, file.createWriteStream()))
}

/** Writes to a file, or without a name to standard output. Errors: `usage` if the file cannot be created. */
async function writeTexts(
  name: string | undefined,
  texts: AsyncIterable<string>,
  session: Session,
  write: (path: string, texts: AsyncIterable<string>) => Promise<void> = writeAtomically,
): Promise<void> {
  const { runtime, page } = session
  if (name === undefined) {
    for await (const text of texts) await runtime.stdout.write(terminalTextOf(page)(text))
    return
  }
  requireWritable(name, runtime.cwd)
  try {
    await write(resolve(runtime.cwd, name), texts)
  } catch (cause) {
    throw writeError(name, cause)
  }
}

/** The note about events that lists of deployed services omit. */
function hiddenText(found: number): Text {
  if (found === 0) return t('events hidden from lists are missing, because the service does not list them')
  return t(
    '{events} hidden from lists exported, known from earlier runs; others are missing, because the service does not list them',
    { events: resources.events.counted(found) },
  )
}

interface Report {
  readonly counts: ReadonlyMap<Plural, number>
  readonly lost: ReadonlyMap<Text, number>
  readonly unknown_fields: ReadonlyMap<string, number>
  readonly to: string | undefined
}

async function report({ counts, lost, unknown_fields, to }: Report, session: Session): Promise<void> {
  const records = counts.size === 0 ? t('nothing') : countedKinds(counts)
  if (unknown_fields.size > 0) {
    const fields = [...unknown_fields].map(([field, count]) => `${field} (${count})`).join(', ')
    await session.note(t('not exported, because the interface does not support them: {fields}', { fields }))
  }
  if (lost.size > 0) {
    const fields = (language: Language) => [...lost].map(([what, count]) => `${what[language]} (${count})`).join(', ')
    await session.note(t('iCalendar does not support: {fields}', { fields }))
  }
  await session.note(
    to === undefined ? t('Exported {records}', { records }) : t('Exported {records} to {to}', { records, to }),
  )
}
