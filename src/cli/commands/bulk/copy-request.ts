// Prepares a copy: the records of the source as an import into the target, matched with earlier copies of them.
import { firstItems, quoted } from '../../../base/text/quoted.ts'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { database_extension, isDatabaseUrl, withoutDatabasePassword } from '../../../base/database-url.ts'
import { CalError, usageError } from '../../../base/errors.ts'
import { type Language, t, type Text, warningText } from '../../../base/text/language.ts'
import { type Owner, writtenBy } from '../../../bulk/plan/ownership.ts'
import { Mirror } from '../../../bulk/copy/mirror.ts'
import { ClearableChanges, type EventFilter, readSource, type SourceCalendar } from '../../../bulk/copy/read-source.ts'
import { EarlierCopies, type Namesake, withoutNamesakes } from '../../../bulk/copy/target-matches.ts'
import { unchecked_text } from '../../../bulk/export/protection.ts'
import { Import } from '../../../bulk/import.ts'
import { SiteZoneAssumption } from '../../../bulk/input/assumptions.ts'
import type { Entry } from '../../../bulk/input/entry.ts'
import { inputContext, type Inputs, rulesOf, scanInput } from '../../../bulk/matching/input-scan.ts'
import type { PlanEffects } from '../../../bulk/plan/record-usage.ts'
import { calendarRootOf, isSameCalendar } from '../../../client/address/api-root.ts'
import type { MissingLocalCalendar, OpenApi } from '../../../client/open.ts'
import { plurals_by_need, resources } from '../../../spec/resources.ts'
import type { Plural } from '../../../spec/model.ts'
import type { GlobalOptions } from '../../arguments/options.ts'
import { kindOf } from '../../bulk-run/inputs.ts'
import { ownerNamed, runsIn, runsOfService } from '../../bulk-run/run-store.ts'
import { type Configuration, configurationOf } from '../../config/configuration.ts'
import type { CommandInput, OptionsOf } from '../../types/command.ts'
import type { copy_options } from './bulk.ts'
import { hereOf, type RunSettings, type Runtime, type Session, noteFirst } from '../../types/session.ts'
import { filtersOf, timedFilterOf } from '../../input/dates.ts'
import { resolveFilters } from '../../input/resolve-input.ts'
import { askProfile } from '../../prompts/confirm.ts'
import { runSettingsOf } from '../../session/settings.ts'
import { originOf, tokenVariable } from '../../secrets/credentials.ts'
import { shortText } from '../records/list-notice.ts'
import { noteLater, onlyReading } from '../../session/session.ts'
import { isDeployed } from '../../../client/api/call.ts'

/** Of `cal copy`, and of `cal diff` for two calendars. */
export type CopyInput = CommandInput<
  SideOptions &
    Pick<OptionsOf<typeof copy_options>, 'where' | 'on_existing' | 'without' | 'publication_date' | 'mirror'>
>

export interface CopyRequest {
  readonly sides: CopySides
  readonly source: SourceCalendar
  readonly source_root: string
  readonly owner: Owner
  readonly plan: Import
  readonly clearable: ClearableChanges
  readonly mirror: Mirror
}

/** Reads the source completely, and starts reading the target. Errors: those of reading. */
export async function copyRequestOf(sides: CopySides, input: CopyInput): Promise<CopyRequest> {
  const { operands, options } = input
  const { source: from, target: to } = sides
  const kinds = kindsOf(operands)
  const origin = await from.open()
  const filter = await filterOf(kinds, input, from)
  const source = await readSource(origin.exchange, {
    name: sides.from,
    kinds,
    filter,
    runs: runsOfService(from),
    visitors: origin.visitors,
  })
  await noteSource(source, origin, from)
  const target = await openTarget(source.entries, to)
  // The source calendar, by its address and id.
  const { root, id } = origin.calendar
  const owner = ownerNamed(`copy of ${root}${id === undefined ? '' : ` ${id}`}`, target, to)
  const written = await writtenBy(owner)
  const copies = new EarlierCopies(written, {
    ...source,
    isIdentified: id !== undefined,
  })
  const { entries, namesakes } = await withoutNamesakes(source, { target: target.exchange, copies })
  await noteFirst(namesakes.map(namesakeText), listed_max, to)
  const inputs = inputsOf(entries, options.without ?? [], to)
  const scan = await scanInput(inputs, () => {}, { keeps: true })
  const clearable = new ClearableChanges(target.exchange, runsIn(to), {
    copies_date: options.publication_date === true,
  })
  const mirror = new Mirror({
    source: origin.exchange,
    target: target.exchange,
    owned: written.filter(({ created, uncertain }) => created || uncertain),
    kinds,
    seen: source.seen,
  })
  const request = {
    inputs,
    scan,
    on_existing: options.on_existing ?? 'update',
    create_missing: false,
    last_written: clearable,
    earlier: copies,
    withEdited: copies.withEdited,
    deletes: options.mirror ? (effects: PlanEffects) => mirror.steps(effects) : undefined,
  }
  return {
    sides,
    source,
    source_root: root,
    owner,
    plan: new Import(target.exchange, request, { runs: runsOfService(to), note: noteLater(to) }),
    clearable,
    mirror,
  }
}

/** A new database file gets the time zone of the records. */
function openTarget(entries: readonly Entry[], session: Session): Promise<OpenApi> {
  const site_zone = new SiteZoneAssumption()
  for (const entry of entries) site_zone.see(entry)
  return session.open({ site_zone: site_zone.zone(hereOf(session)) })
}

function kindsOf(operands: readonly string[]): readonly Plural[] {
  const kinds = operands.map((word) => kindOf(word))
  return kinds.length === 0 ? plurals_by_need : plurals_by_need.filter((kind) => kinds.includes(kind))
}

/** The filter of events, with names and dates resolved at the source. */
async function filterOf(
  kinds: readonly Plural[],
  { values, options }: CopyInput,
  session: Session,
): Promise<EventFilter | undefined> {
  const typed = { ...filtersOf('events', options.where), ...values }
  const [first] = Object.keys(typed)
  if (first === undefined) return undefined
  if (!kinds.includes('events')) throw filtersEvents(first)
  return timedFilterOf(await resolveFilters('events', typed, session))
}

function filtersEvents(name: string): CalError {
  const flag = `--${name.replaceAll('_', '-')}`
  return usageError(t('{flag} selects events, but no events are copied', { flag }), t('add events, or specify no kind'))
}

function inputsOf(entries: readonly Entry[], without: readonly string[], session: Session): Inputs {
  return {
    files: [],
    async *batches() {
      yield entries
    },
    rules: rulesOf({ without }, inputContext(hereOf(session), noteLater(session))),
    match: undefined,
  }
}

const listed_max = 5

async function noteSource(source: SourceCalendar, { exchange }: OpenApi, { note }: Session): Promise<void> {
  for (const [kind, { came, total }] of source.short) await note(shortText(kind, came, total))
  if (source.published_only.size > 0) await note(publishedText(source))
  if (source.protected.length > 0) await note(protectedText(source))
  if (source.unchecked) await note(unchecked_text)
  for (const [field, count] of source.unlinked)
    await note(
      warningText('{field} left unchanged in {events}: a linked record cannot be copied', {
        field,
        events: resources.events.counted(count),
      }),
    )
  const { unlisted } = source
  if (unlisted !== undefined && (unlisted > 0 || (await isDeployed(exchange)))) await note(hiddenText(unlisted))
  if (source.images_left_out > 0)
    await note(
      t('ignored: {images_left_out} {images_left_out|image|images} without a URL', {
        images_left_out: source.images_left_out,
      }),
    )
  if (source.unknown_fields.size > 0) {
    const fields = [...source.unknown_fields].map(([field, count]) => `${field} (${count})`).join(', ')
    await note(t('not copied, because the interface does not support them: {fields}', { fields }))
  }
}

/** The warning for a venue or organizer whose name is used twice: deployed services store only one of them. */
function namesakeText({ entry: { kind, source_id, values }, instead }: Namesake): Text {
  const { title, name } = resources[kind]
  return warningText(
    'not copied, because names are unique at the target: {title} {source_id} "{values}"; its events are linked to {source_id_2}',
    { title, source_id: String(source_id), values: String(values[name]), source_id_2: String(instead.source_id) },
  )
}

function publishedText({ published_only }: SourceCalendar): Text {
  const list = (language: Language) => [...published_only].map((kind) => resources[kind].titles[language]).join(', ')
  return t('only published {list} are visible at the source; to copy drafts too, sign in there', { list })
}

function protectedText({ protected: records }: SourceCalendar): Text {
  const list = (language: Language) =>
    firstItems(
      records.map(({ kind, id, name }) => `${resources[kind].title[language]} ${id} ${quoted(name)[language]}`),
      listed_max,
    )
  return warningText('not copied, because they are protected by a password that cannot be read: {list}', { list })
}

/** The note about events that lists of deployed services omit. */
function hiddenText(found: number): Text {
  return found === 0
    ? t('events hidden from lists are not copied, because the source does not list them')
    : t(
        '{events} hidden from lists copied, known from earlier runs; others are not copied, because the source does not list them',
        { events: resources.events.counted(found) },
      )
}

export type SideOptions = GlobalOptions & {
  readonly from?: string
  readonly to?: string
  readonly yes?: boolean
}

interface CopySides {
  readonly source: Session
  readonly target: Session
  /** As typed, but without passwords of databases. */
  readonly from: string
  readonly to: string
}

/**
 * Errors: `usage` if `--from` or `--to` is missing, or both are the same calendar; `configuration` for an unknown
 * profile.
 */
export async function resolveSides(options: SideOptions, session: Session, only_reads: boolean): Promise<CopySides> {
  const { api_root, profile } = options
  if (options.from === undefined || options.to === undefined)
    throw usageError(
      t('{flag} is missing', { flag: options.from === undefined ? '--from' : '--to' }),
      t('specify both calendars by profile, URL or file: cal copy --from production --to staging'),
    )
  if (api_root !== undefined || profile !== undefined)
    throw usageError(
      t('{flag} specifies a third calendar', { flag: profile === undefined ? '--api-root' : '--profile' }),
      t('specify the calendars with --from and --to: profile, URL or file'),
    )
  const source = readOnly(await sideOf(options.from, { flag: '--from', options, session, if_missing: 'refuse' }))
  const target = await sideOf(options.to, {
    flag: '--to',
    options,
    session,
    if_missing: only_reads ? 'memory' : 'make',
  })
  if (!only_reads) await askProfile(options.confirm, target)
  const { calendar } = await source.open()
  const { api_root: target_root = '' } = target.settings
  const there = { root: calendarRootOf(target_root, session.runtime.cwd), id: undefined }
  const [from, to] = [withoutDatabasePassword(options.from), withoutDatabasePassword(options.to)]
  if (isSameCalendar(calendar, there))
    throw usageError(
      t('--from {from} and --to {to} are the same calendar: {root}', { from, to, root: calendar.root }),
      t('to copy an event within a calendar: cal events copy; to copy a database file: cal backup'),
    )
  return { source, target, from, to }
}

interface SideContext {
  readonly flag: '--from' | '--to'
  readonly options: SideOptions
  readonly session: Session
  readonly if_missing: MissingLocalCalendar
}

async function sideOf(name: string, { flag, options, session, if_missing }: SideContext): Promise<Session> {
  const { runtime } = session
  const { api_root: _root, profile: _profile, ...others } = options
  const { CAL_API_ROOT: _own_root, CAL_PROFILE: _own_profile, ...env } = runtime.env
  const address = await addressOf(name, others, { ...runtime, env })
  const chosen = { ...others, ...(address === undefined ? { profile: name } : { api_root: address }) }
  const found = await configurationOf(chosen, { ...runtime, env })
  if (address === undefined && found.profile?.settings.api_root === undefined)
    throw new CalError('configuration', t('{flag}: profile "{name}" has no api root', { flag, name }), {
      hint: t('set profiles.{name}.api_root in the configuration', { name }),
    })
  // The credentials of the default profile belong to another calendar.
  const configuration: Configuration =
    address === undefined ? found : { ...found, profile: undefined, profile_name: undefined, profile_from: undefined }
  const settings = await runSettingsOf(
    chosen,
    { ...runtime, env: ownEnvironment(configuration, runtime.env) },
    configuration,
  )
  const warning = settings.warning ?? unusedToken(configuration, settings, runtime.env)
  return session.other({ settings: { ...settings, warning }, options: chosen, if_missing })
}

/** The api root of an address or a file; undefined for the name of a profile. */
async function addressOf(name: string, options: GlobalOptions, runtime: Runtime): Promise<string | undefined> {
  if (/^(file:|env:|https?:\/\/)/i.test(name) || isDatabaseUrl(name)) return name
  const { project, user } = await configurationOf(options, runtime)
  if ([project, user].some(({ profiles }) => Object.hasOwn(profiles, name))) return undefined
  const isPath = /[/\\]/.test(name) || database_extension.test(name) || existsSync(resolve(runtime.cwd, name))
  return isPath ? `file:${name}` : undefined
}

type Environment = Runtime['env']

/** The environment, without `CAL_TOKEN` unless it belongs to `CAL_API_ROOT` or to a profile that refers to it. */
function ownEnvironment(configuration: Configuration, env: Environment): Environment {
  if (ownsToken(configuration, env)) return env
  const { CAL_TOKEN: _token, CAL_TOKEN_FILE: _file, CAL_USER: _user, ...others } = env
  return others
}

function ownsToken({ values, profile }: Configuration, env: Environment): boolean {
  const origin = originOf(values.api_root?.value)
  return (origin !== undefined && origin === originOf(env.CAL_API_ROOT)) || profile?.auth?.secret === 'env:CAL_TOKEN'
}

function unusedToken(configuration: Configuration, { credentials }: RunSettings, env: Environment): Text | undefined {
  const root = originOf(configuration.values.api_root?.value)
  const isUnused = tokenVariable(env) !== undefined && credentials.kind === 'none' && !ownsToken(configuration, env)
  if (!isUnused || root === undefined) return undefined
  return t(
    'CAL_TOKEN is not sent to {root}: it belongs to CAL_API_ROOT. To sign in there, use cal login or a profile',
    { root },
  )
}

/** A session that rejects requests other than GET: the source is never written to. */
function readOnly(session: Session): Session {
  return {
    ...session,
    open: async () => {
      const api = await session.open()
      return { ...api, exchange: onlyReading(api.exchange), direct: onlyReading(api.direct) }
    },
  }
}
