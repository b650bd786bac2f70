// The calendar that is copied as an import into the other one, with what earlier copies wrote there.
import { CalError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import { type Owner, writtenBy } from '../../../bulk/calendar-file/ownership.ts'
import { ClearableChanges } from '../../../bulk/copy/clearing.ts'
import { EarlierCopies } from '../../../bulk/copy/earlier-copies.ts'
import { Mirror } from '../../../bulk/copy/mirror.ts'
import { withoutNamesakes } from '../../../bulk/copy/namesakes.ts'
import { type EventFilter, readSource, type SourceCalendar } from '../../../bulk/copy/read-source.ts'
import type { ImportRequest } from '../../../bulk/import.ts'
import type { Entry } from '../../../bulk/input/entry.ts'
import { scanInput } from '../../../bulk/matching/input-scan.ts'
import { type Inputs, ParsedRows } from '../../../bulk/matching/parsed-input.ts'
import type { OnExisting } from '../../../bulk/plan/plan.ts'
import { type RemoteSnapshot, startSnapshot } from '../../../bulk/snapshot.ts'
import type { CalendarIdentity } from '../../../client/address/calendar-identity.ts'
import type { OpenApi } from '../../../client/open.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import { plurals_by_need } from '../../../spec/resources.ts'
import type { Session } from '../../core/session.ts'
import { kindOf, rulesOf } from '../../bulk-run/inputs.ts'
import { lastWrittenIn, runsOfService, stateDirOf } from '../../bulk-run/run-store.ts'
import { cuttingOf } from '../../input/bounds.ts'
import { resolveFilters } from '../../input/resolve-input.ts'
import { filtersOf } from '../records/where.ts'
import type { CopySides } from './sides.ts'
import { noteNamesakes, noteSource } from './source-notes.ts'

export interface CopyChoice {
  readonly operands: readonly string[]
  /** Filters as flags. */
  readonly filters: Values
  readonly where: readonly string[] | undefined
  readonly on_existing: OnExisting
  readonly without: readonly string[] | undefined
}

export interface CopyRequest {
  readonly sides: CopySides
  readonly target: OpenApi
  readonly source: SourceCalendar
  readonly source_root: string
  readonly owner: Owner
  readonly request: ImportRequest
  readonly snapshot: RemoteSnapshot
  readonly copies: EarlierCopies
  readonly clearable: ClearableChanges
  readonly mirror: Mirror
}

/** Reads the source whole, and starts to read the target. Errors: those of reading; nothing is written then. */
export async function copyRequestOf(sides: CopySides, choice: CopyChoice): Promise<CopyRequest> {
  const { source: from, target: to } = sides
  const kinds = kindsOf(choice.operands)
  const origin = await from.open()
  const filter = await filterOf(kinds, choice, from)
  const source = await readSource(origin.exchange, { name: sides.from, kinds, filter, runs: runsOfService(from) })
  await noteSource(source, origin, from)
  const target = await openTarget(inputsOf(source.entries, choice, to), to)
  const owner = ownerOf(origin.calendar, target, to)
  const written = await writtenBy(owner)
  const copies = new EarlierCopies(written, {
    ...source,
    is_identified: origin.calendar.id !== undefined,
  })
  const { entries, namesakes } = await withoutNamesakes(source, { target: target.exchange, copies })
  await noteNamesakes(namesakes, to)
  const inputs = inputsOf(entries, choice, to)
  const scan = await scanInput(inputs, () => {}, new ParsedRows())
  const clearable = new ClearableChanges(target.exchange, lastWrittenIn(to))
  const request: ImportRequest = {
    inputs,
    scan: withCopies(scan, entries, copies),
    on_existing: choice.on_existing,
    create_missing: false,
    last_written: clearable,
    match: copies.match,
  }
  return {
    sides,
    target,
    source,
    source_root: origin.calendar.root,
    owner,
    request,
    snapshot: startSnapshot(target.exchange, {
      ...request,
      runs: runsOfService(to),
      note: (text) => void to.note(text),
    }),
    copies,
    clearable,
    mirror: new Mirror({
      source: origin.exchange,
      target: target.exchange,
      owned: written.filter(({ created }) => created),
      kinds,
      seen: source.seen,
    }),
  }
}

/** A new database file takes the zone of the records. */
async function openTarget(inputs: Inputs, session: Session): Promise<OpenApi> {
  const { runtime, settings } = session
  const { site_zone } = await scanInput(inputs, () => {})
  return session.open({ site_zone: site_zone.zone(runtime.now(), settings.timezone ?? runtime.timezone) })
}

function kindsOf(operands: readonly string[]): readonly Plural[] {
  const kinds = operands.map((word) => kindOf(word))
  return kinds.length === 0 ? plurals_by_need : plurals_by_need.filter((kind) => kinds.includes(kind))
}

/** Names and dates are those of the source. */
async function filterOf(
  kinds: readonly Plural[],
  { filters, where }: CopyChoice,
  session: Session,
): Promise<EventFilter | undefined> {
  const typed = { ...filtersOf('events', where), ...filters }
  const [first] = Object.keys(typed)
  if (first === undefined) return undefined
  if (!kinds.includes('events')) throw filtersEvents(first)
  const query = await resolveFilters('events', typed, session)
  const cutting = cuttingOf(query)
  return { query: cutting?.query ?? query, keeps: (record: JsonObject) => cutting?.keeps(record) ?? true }
}

function filtersEvents(name: string): CalError {
  const flag = `--${name.replaceAll('_', '-')}`
  return new CalError(
    'usage',
    {
      en: `${flag} selects events, but no events are copied`,
      de: `${flag} wählt Termine aus, es werden aber keine Termine kopiert`,
    },
    { hint: { en: 'add events, or specify no kind', de: 'cal copy events verwenden oder keine Art angeben' } },
  )
}

function inputsOf(entries: readonly Entry[], { without = [] }: CopyChoice, session: Session): Inputs {
  return {
    files: [],
    async *items() {
      yield* entries
    },
    rules: rulesOf({ without }, session),
    match: undefined,
  }
}

/** Copies are read by their ids too: they may be on other days, under another slug, or in no list. */
function withCopies(
  scan: ImportRequest['scan'],
  entries: readonly Entry[],
  copies: EarlierCopies,
): ImportRequest['scan'] {
  const source_ids = entries.flatMap(({ kind, source_id = 0 }) => (kind === 'events' ? [source_id] : []))
  const ids = copies.idsOf('events', source_ids)
  const { scope, hidden } = scan
  return {
    ...scan,
    scope: scope && { ...scope, ids: new Set([...scope.ids, ...ids]) },
    hidden: { slugs: hidden.slugs, ids: [...hidden.ids, ...ids] },
  }
}

/** What a copy creates belongs to the calendar it was copied from: another file at the same path is another one. */
function ownerOf({ root, id }: CalendarIdentity, { calendar, exchange }: OpenApi, session: Session): Owner {
  const { pid, platform } = session.runtime
  const name = `copy of ${root}${id === undefined ? '' : ` ${id}`}`
  return { name, calendar, exchange, state_dir: stateDirOf(session), pid, platform }
}
