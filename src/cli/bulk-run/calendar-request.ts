// Calendar files as a wish: what should be there, and what an earlier version of them left behind.
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { CalError } from '../../base/errors.ts'
import { statOf } from '../../base/files/file-stat.ts'
import type { Exchange } from '../../base/exchange.ts'
import { seededRandom } from '../../base/seeded-random.ts'
import { type CalendarDocument, documentOf } from '../../bulk/calendar-file/document.ts'
import { expandCalendar } from '../../bulk/calendar-file/expand.ts'
import { type OwnedRecords, type Owner, ownedBy, pruneSteps } from '../../bulk/calendar-file/ownership.ts'
import type { RepeatWindow } from '../../bulk/calendar-file/repeat.ts'
import type { InputItem } from '../../bulk/input/entry.ts'
import { type ImportRequest, previewImport } from '../../bulk/import.ts'
import { type RemoteSnapshot, startSnapshot } from '../../bulk/snapshot.ts'
import type { Step } from '../../bulk/plan/plan.ts'
import { slugKey } from '../../bulk/matching/keys.ts'
import { ParsedRows } from '../../bulk/matching/parsed-rows.ts'
import type { Inputs } from '../../bulk/matching/readings.ts'
import { type InputSource, fileSource, textSource } from '../../bulk/input/source.ts'
import { scanInput } from '../../bulk/matching/input-scan.ts'
import type { Values } from '../../spec/read.ts'
import type { Session } from '../core/session.ts'
import { rulesOf, windowOf } from './inputs.ts'
import { lastWrittenIn, runsOfService, stateDirOf } from './run-store.ts'

export interface CalendarRequest {
  readonly wish: ImportRequest
  readonly before: RemoteSnapshot
  readonly sources: readonly InputSource[]
  readonly owner: Owner
  readonly owned: readonly OwnedRecords[]
  /** `--from` and `--until`. */
  readonly window: RepeatWindow
  /** Keys of the file's events that lie outside the window. */
  readonly outside: ReadonlySet<string>
}

const delete_max_default = 25

/** Reads the files and the service. Fails with `usage` where nothing is named. */
export async function calendarsOf(
  files: readonly string[],
  options: Values,
  session: Session,
): Promise<CalendarRequest> {
  if (files.length === 0)
    throw new CalError(
      'usage',
      { en: 'no calendar file is named', de: 'keine Kalenderdatei ist genannt' },
      { hint: { en: 'name one: -f calendar.yaml', de: 'eine nennen: -f kalender.yaml' } },
    )
  const sources = await Promise.all(files.map((file) => sourceOf(file, session)))
  const documents = await Promise.all(sources.map(documentOf))
  if (options.prune === true) for (const document of documents) requireOwnName(document, session)
  const window = windowOf(options, 'from')
  const outside = new Set<string>()
  const { runtime, settings } = session
  async function* items(): AsyncIterable<InputItem> {
    const random = seededRandom(typeof options.seed === 'number' ? options.seed : 1)
    const here = { now: runtime.now(), zone: settings.timezone ?? runtime.timezone }
    for (const document of documents)
      yield* expandCalendar({ document, random, here, window, outside: (slug) => outside.add(slugKey(slug)) })
  }
  return { ...(await calendarsFrom(items, { documents, sources, options, session })), window, outside }
}

/** A calendar file is read once, so standard input needs no copy. */
async function sourceOf(file: string, { runtime }: Session): Promise<InputSource> {
  return file === '-' ? textSource('-', await text(runtime.stdin.stream)) : fileSource(resolve(runtime.cwd, file), file)
}

/** Without `calendar:`, what a file created is remembered by its path, and every pipe has the path of others. */
function requireOwnName({ calendar, file }: CalendarDocument, { runtime }: Session): void {
  if (calendar !== undefined || statOf(resolve(runtime.cwd, file))?.isFile()) return
  throw new CalError(
    'usage',
    {
      en: `--prune can't tell what ${file} created: it is a pipe, not a file`,
      de: `--prune kann nicht erkennen, was ${file} angelegt hat: es ist eine Pipe, keine Datei`,
    },
    { hint: { en: 'name the calendar in it: calendar: NAME', de: 'darin den Kalender benennen: calendar: NAME' } },
  )
}

interface From {
  readonly documents: readonly CalendarDocument[]
  readonly sources: readonly InputSource[]
  readonly options: Values
  readonly session: Session
}

/** The same for records that no file holds. */
export async function calendarsFrom(
  items: Inputs['items'],
  { documents, sources, options, session }: From,
): Promise<CalendarRequest> {
  const api = await session.open()
  const inputs: Inputs = {
    files: sources.map(({ name }) => name),
    items,
    rules: rulesOf(options, session),
    match: undefined,
  }
  const survey = await scanInput(inputs, () => {}, new ParsedRows())
  const wish: ImportRequest = {
    inputs,
    survey,
    on_existing: 'update',
    create_missing: options.create_missing === true,
    last_written: lastWrittenIn(session),
  }
  const name = documents.map(({ calendar, file }) => calendar ?? resolve(session.runtime.cwd, file)).join('\n')
  const { pid, platform } = session.runtime
  const owner: Owner = {
    state_dir: stateDirOf(session),
    calendar: api.calendar,
    name,
    exchange: api.exchange,
    pid,
    platform,
  }
  const owned = await ownedBy(owner)
  return {
    wish,
    before: startSnapshot(api.exchange, {
      ...wish,
      runs: runsOfService(session),
      note: (text) => void session.note(text),
    }),
    sources,
    owner,
    owned,
    window: {},
    outside: new Set(),
  }
}

/** Every step, those that prune last. */
export async function showCalendars(
  calendars: CalendarRequest,
  { prune, exchange }: { readonly prune: boolean; readonly exchange: Exchange },
  told: (step: Step) => void | Promise<void>,
): Promise<void> {
  const wanted = new Set<string>()
  await previewImport(calendars.wish, calendars.before, async (step) => {
    if ('id' in step && step.id !== undefined) wanted.add(`${step.kind} ${step.id}`)
    await told(step)
  })
  if (prune)
    for await (const step of pruneSteps(exchange, unwantedOf(calendars, wanted), calendars.window)) await told(step)
}

/** What this file created and names no longer. */
export function unwantedOf({ owned, outside }: CalendarRequest, wanted: ReadonlySet<string>): readonly OwnedRecords[] {
  return owned.filter(({ kind, id, key }) => !wanted.has(`${kind} ${id}`) && !outside.has(key))
}

/** A file that was emptied by accident must not empty the calendar, nor one that cannot be read in full. */
export function refusePruning(
  { wish: { survey } }: CalendarRequest,
  { deletes, conflicts }: { readonly deletes: number; readonly conflicts: number },
  options: Values,
): void {
  if (survey.records === 0)
    throw new CalError(
      'usage',
      { en: 'the calendar file is empty: nothing is pruned', de: 'die Kalenderdatei ist leer: nichts wird entfernt' },
      { hint: { en: 'cal history undo takes an apply back', de: 'cal history undo nimmt ein apply zurück' } },
    )
  if (conflicts > 0)
    throw new CalError(
      'usage',
      {
        en: `wrong records in the file: ${conflicts}; nothing is pruned`,
        de: `fehlerhafte Einträge in der Datei: ${conflicts}; nichts wird entfernt`,
      },
      { hint: { en: 'apply without --prune names them', de: 'apply ohne --prune nennt sie' } },
    )
  const max = typeof options.max_delete === 'number' ? options.max_delete : delete_max_default
  if (deletes > max)
    throw new CalError(
      'usage',
      {
        en: `${deletes} records would be pruned, ${max} may be`,
        de: `${deletes} Einträge würden entfernt, erlaubt sind ${max}`,
      },
      { hint: { en: `--max-delete ${deletes} allows it`, de: `--max-delete ${deletes} erlaubt es` } },
    )
}
