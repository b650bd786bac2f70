// Reads calendar files as the input of an import, with the records that earlier versions of the files created.
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { usageError } from '../../base/errors.ts'
import { statOf } from '../../base/files/file-system.ts'
import type { JsonObject } from '../../base/json.ts'
import { seededRandom } from '../../base/seeded-random.ts'
import { t, type Text, warningText } from '../../base/text/language.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { resources } from '../../spec/resources.ts'
import { type CalendarDocument, documentOf } from '../../bulk/calendar-file/document.ts'
import { expandCalendar, isInWindow, type RepeatWindow } from '../../bulk/calendar-file/expand.ts'
import { type KeptRecord, type Owner, pruneSteps, writtenBy } from '../../bulk/plan/ownership.ts'
import { inlineOf } from '../../bulk/journal/record-summary.ts'
import type { RunRecord } from '../../bulk/journal/run-records.ts'
import type { EventClock } from '../../bulk/input/event-dates.ts'
import type { InputBatches } from '../../bulk/input/entry.ts'
import type { EarlierRecords } from '../../bulk/matching/existing.ts'
import { Import } from '../../bulk/import.ts'
import { type Delete, titleOf } from '../../bulk/plan/plan.ts'
import type { PlanEffects } from '../../bulk/plan/record-usage.ts'
import { isInstantKey, keysOf, slugKey, startKeysOf } from '../../bulk/matching/keys.ts'
import {
  inputContext,
  type Inputs,
  type InputScan,
  noRecordsText,
  rulesOf,
  scanInput,
  UnknownFields,
} from '../../bulk/matching/input-scan.ts'
import { type InputSource, fileSource, textSource } from '../../bulk/input/source.ts'
import type { Session } from '../types/session.ts'
import { windowOf } from './inputs.ts'
import { type PlanCounts, shownReading } from './plan-outcome.ts'
import { lastWrittenIn, ownerNamed, runsOfService } from './run-store.ts'
import { withBounds } from '../input/dates.ts'
import type { Plural } from '../../spec/model.ts'
import { calendarHere, noteLater } from '../session/session.ts'

/** The flags of commands that read calendar files. */
export interface CalendarOptions {
  readonly prune?: boolean
  readonly max_delete?: number
  readonly from?: string
  readonly until?: string
  readonly seed?: number
  readonly create_missing?: boolean
}

const delete_max_default = 25

export interface CalendarRequest {
  readonly scan: InputScan
  readonly plan: Import
  readonly sources: readonly InputSource[]
  readonly owner: Owner
}

/** Reads the files, and starts reading the service. Errors: `usage` without a file. */
export async function calendarsOf(
  files: readonly string[],
  options: CalendarOptions,
  session: Session,
): Promise<CalendarRequest> {
  if (files.length === 0) throw usageError(t('no calendar file specified'), t('for example: -f calendar.yaml'))
  const sources = await Promise.all(files.map((file) => sourceOf(file, session)))
  const documents = await Promise.all(sources.map(documentOf))
  if (options.prune === true) for (const document of documents) requireOwnName(document, session)
  const here = await calendarHere(session)
  const bounds = await withBounds(options, ['from', 'until'], { clock: () => here, note: session.note })
  const window = windowOf('from', bounds.from, bounds.until)
  const outside_keys = new Set<string>()
  async function* batches(): InputBatches {
    const random = seededRandom(options.seed ?? 1)
    for (const document of documents)
      yield expandCalendar({
        document,
        random,
        here,
        note: noteLater(session),
        window,
        outside: (slug) => outside_keys.add(slugKey(slug)),
      })
  }
  return calendarsFrom(batches, { documents, sources, options, session, here, window, outside_keys })
}

async function sourceOf(file: string, session: Session): Promise<InputSource> {
  const { runtime } = session
  const source =
    file === '-' ? textSource('-', await text(runtime.stdin.stream)) : fileSource(resolve(runtime.cwd, file), file)
  return { ...source, note: noteLater(session) }
}

/** Without `calendar:`, records are owned by the path of their file; different pipes can have the same path. */
function requireOwnName({ calendar, file }: CalendarDocument, { runtime }: Session): void {
  if (calendar !== undefined || statOf(resolve(runtime.cwd, file))?.isFile()) return
  throw usageError(
    t('--prune needs a calendar name, because {file} is a pipe, not a file', { file }),
    t('add a name to the file: calendar: NAME'),
  )
}

interface CalendarSources {
  /** The window of `--from` and `--until`. */
  readonly window: RepeatWindow
  /** Keys of the file's events outside the window. */
  readonly outside_keys: ReadonlySet<string>
  readonly documents: readonly CalendarDocument[]
  readonly sources: readonly InputSource[]
  readonly options: CalendarOptions
  readonly session: Session
  readonly here: EventClock
}

/** `calendarsOf` for records that were already read or generated. */
export async function calendarsFrom(
  batches: Inputs['batches'],
  { documents, sources, options, session, here, window, outside_keys }: CalendarSources,
): Promise<CalendarRequest> {
  const api = await session.open()
  const inputs: Inputs = {
    files: sources.map(({ name }) => name),
    batches,
    rules: rulesOf({}, inputContext(here, noteLater(session))),
    match: undefined,
  }
  const unknown = new UnknownFields()
  const scan = await scanInput(shownReading(inputs, session), unknown.note, { keeps: true })
  unknown.refuse((_, near) => near ?? t('list the fields: cal explain apply, or cal explain event'))
  if (scan.records === 0) await session.note(noRecordsText(inputs.files))
  for (const converted of scan.assumptions.convertedTexts()) await session.note(converted)
  const name = documents.map(({ calendar, file }) => calendar ?? resolve(session.runtime.cwd, file)).join('\n')
  const owner = ownerNamed(name, api, session)
  const owned = await writtenBy(owner)
  const noted = new Set<number>()
  const request = {
    inputs,
    scan,
    on_existing: 'update',
    create_missing: options.create_missing === true,
    last_written: lastWrittenIn(session),
    earlier: createdBy(owned, scan),
    deletes: options.prune
      ? (effects: PlanEffects, done: 'planned' | 'executed') =>
          obsoleteSteps({ owned, outside_keys, window, session, noted }, effects, done)
      : undefined,
  } as const
  const reading = { runs: runsOfService(session), note: noteLater(session), must_be_complete: options.prune }
  return { scan, plan: new Import(api.exchange, request, reading), sources, owner }
}

/** If no record has a key of a row, the one that an earlier run created from it: it was renamed or moved since. */
function createdBy(owned: readonly RunRecord[], { rows, has_instants }: InputScan): EarlierRecords {
  const own = owned.filter(({ created }) => created)
  // Earlier versions stored instants in other zones, whose wall times are in the keys of their journals.
  const keysOfRun = ({ kind, key, written }: RunRecord) =>
    has_instants ? [key, ...startKeysOf({ kind, values: inlineOf(written) }).filter(isInstantKey)] : [key]
  const created = new Map(own.flatMap((one) => keysOfRun(one).map((key) => [`${one.kind} ${key}`, one] as const)))
  return {
    first: 'keys',
    event_ids: own
      .filter(({ kind, key }) => kind === 'events' && (has_instants || rows.has(kind, key)))
      .map(({ id }) => id),
    of: (row, key) => {
      const keys = row.n < 0 ? [] : [key, ...[...keysOf(row, undefined)].filter(isInstantKey)]
      return keys.map((one) => created.get(`${row.kind} ${one}`)).find((one) => one !== undefined)
    },
    isOfOther: () => false,
  }
}

function keptText({ kind, record, because, fields = [] }: KeptRecord): Text {
  const id = String(record.id)
  const name = textOfHtml(titleOf(kind, record))
  const kept = { title: resources[kind].title, id, name, line: `cal ${kind} delete ${id}` }
  if (because === 'uncertain')
    return warningText(
      'kept, because it is not certain that an interrupted run created it: {title} {id} "{name}"; to delete it: {line}',
      kept,
    )
  return warningText('kept, because it was edited since ({fields}): {title} {id} "{name}"; to delete it: {line}', {
    ...kept,
    fields: fields.join(', '),
  })
}

interface PrunedCalendar extends Pick<CalendarSources, 'window' | 'outside_keys' | 'session'> {
  readonly owned: readonly RunRecord[]
  /** The records of which it was said that they are kept. */
  readonly noted: Set<number>
}

/**
 * Deletes the records that the file created and no longer contains, except those that were edited since; none if a
 * record of the file has a conflict or failed.
 */
async function* obsoleteSteps(
  { owned, outside_keys, window, session, noted }: PrunedCalendar,
  { present, usage, isUnclear }: PlanEffects,
  done: 'planned' | 'executed',
): AsyncIterable<Delete> {
  if (isUnclear) {
    if (done === 'executed')
      await session.note(warningText('nothing was deleted, because some records were not written'))
    return
  }
  const unwanted = owned.filter(({ kind, id, key }) => !present.has(`${kind} ${id}`) && !outside_keys.has(key))
  const { from, until } = window
  const isMeant = (kind: Plural, { start_date }: JsonObject) =>
    (from === undefined && until === undefined) || (kind === 'events' && isInWindow(String(start_date), window))
  const kept = new Map<number, KeptRecord>()
  const onKept = (one: KeptRecord) => {
    // Mostly the events of the file use it.
    if (one.because !== 'used') kept.set(Number(one.record.id), one)
  }
  yield* pruneSteps(unwanted, { exchange: (await session.open()).exchange, usage, isMeant, onKept })
  for (const [id, one] of kept) if (!noted.has(id)) await session.note(keptText(one))
  for (const id of kept.keys()) noted.add(id)
}

/** Errors: `usage` if the file is empty or has invalid records, or if too many records would be deleted. */
export function refusePruning(
  { scan }: CalendarRequest,
  counts: PlanCounts,
  { max_delete }: Pick<CalendarOptions, 'max_delete'>,
): void {
  const conflicts = counts.of('conflict', 'invalid')
  if (scan.records === 0)
    throw usageError(t('the calendar file is empty; nothing is pruned'), t('to undo an apply, use cal history undo'))
  if (conflicts > 0)
    throw usageError(
      t('invalid records in the file: {conflicts}; nothing is pruned', { conflicts }),
      t('to list them, add --dry-run'),
    )
  refuseDeletes(counts, max_delete)
}

/** Errors: `usage` if more than `max` records would be deleted. */
export function refuseDeletes(counts: PlanCounts, max: number = delete_max_default): void {
  const deletes = counts.of('delete')
  if (deletes <= max) return
  throw usageError(
    t('{deletes} {deletes|record|records} would be deleted, more than the limit of {max}', { deletes, max }),
    t('to allow it, use --max-delete {deletes}', { deletes }),
  )
}
