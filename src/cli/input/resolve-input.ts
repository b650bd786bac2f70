// Resolves the input of a command: reads files, parses dates, looks up names, and prompts for missing values.
import { getOrInsert } from '../../base/collections.ts'
import { hasUtcOffset } from '../../base/dates/machine-dates.ts'
import { endAfter, isMoment } from '../../base/dates/written-dates.ts'
import { isZone } from '../../base/dates/zoned-time.ts'
import { CalError, notTogether, usageError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { flagOf, linked_kinds, resources } from '../../spec/resources.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { Command, CommandInput, Edits, OptionValues } from '../types/command.ts'
import { hereOf, type Session } from '../types/session.ts'
import { readTextArgument } from '../arguments/flag-values.ts'
import { noteLater } from '../session/session.ts'
import type { Digits } from '../../client/api/reference-index.ts'
import type { InputClock } from './dates.ts'
import type { ParsedInput } from '../arguments/parse-arguments.ts'
import type { NameLookup } from '../../client/api/records.ts'
import type { Unknown } from './names.ts'
import { holdsNames, namesTyped } from '../arguments/flags.ts'

/** With the texts that `@FILE` names. Commands that only read accept it for passwords only. */
export async function withTexts(
  { parameters, effect }: Command,
  input: ParsedInput,
  session: Session,
): Promise<ParsedInput> {
  if (parameters === undefined || effect === 'local') return input
  const rows =
    effect === 'writes' ? parameters : parameters.password === undefined ? {} : { password: parameters.password }
  return { ...input, values: await textsIn(input.values, rows, session) }
}

/** The input with all values as the interface expects them. Errors: `usage`, and those of looking up names. */
export async function resolveInput<O extends OptionValues>(
  command: Command,
  input: CommandInput<O>,
  session: Session,
): Promise<CommandInput<O>> {
  const { parameters, effect, resource, path, options: own = {} } = command
  if (parameters === undefined || effect === 'local') return input
  const { values: flags } = input
  const verb = path.at(-1)
  const writing = verb === 'copy' ? 'update' : verb === 'update' ? 'update' : 'create'
  const context = contextOf(session, {
    parameters,
    resource,
    writing: effect === 'writes' ? writing : undefined,
    targets: input.operands,
    options: input.options,
    creates: 'create_missing' in own,
  })
  if (resource === undefined || !('data' in own)) return { ...input, values: await resolveValues(flags, context) }
  if (resource === 'events') await noteMeaningOfDate(flags, context)
  const { recordsGiven } = await import('./records.ts')
  const given = await recordsGiven(
    { plural: resource, parameters, options: input.options, flags, clears: writing === 'update' },
    session,
  )
  const asks = verb === 'create' && session.settings.interactive && input.options.file === undefined
  const records: Values[] = []
  let creates_venue = false
  let shows_values = false
  for (const values of given) {
    const { duration } = input.options
    const given_in_file = Object.keys(values).filter((name) => values[name] !== flags[name])
    const strict = new Set(given_in_file.filter((name) => name !== 'duration' || duration === undefined))
    const timed = { ...values, ...(duration === undefined ? {} : { duration }) }
    const answers = asks ? await (await import('./ask-missing.ts')).askMissing(resource, timed, session) : undefined
    const dated = await withDatesOfFile(answers?.values ?? timed, context, strict)
    const record = {
      ...(await resolveValues(dated, context, strict)),
      ...(answers?.new_venue === undefined ? {} : await newVenue(answers.new_venue, context)),
    }
    creates_venue ||= answers?.new_venue !== undefined
    if (answers?.is_event && input.options.dry_run !== true) {
      const { eventSummary } = await import('./event-summary.ts')
      await session.note(await eventSummary(record, (await session.open()).exchange))
      shows_values = true
    }
    records.push(record)
  }
  const edits = await editsOf(records, context)
  const options = creates_venue ? { ...input.options, create_missing: true } : input.options
  const first = records[0] ?? {}
  return {
    ...input,
    options,
    values: first,
    records,
    ...(edits ? { edits } : {}),
    ...(shows_values && { shows_values }),
  }
}

/** `--date` is easily taken for the date of the event. Errors: `usage` in a script, for a new event without a start. */
async function noteMeaningOfDate(flags: Values, { writing, options, session }: InputContext): Promise<void> {
  const typed = flags.date ?? flags.date_utc
  if (typed === undefined || flags.start_date !== undefined || options.data !== undefined || options.file !== undefined)
    return
  const hint = t('for the date of the event: --start-date {typed}', { typed: shellWord(String(typed)) })
  if (writing === 'create' && !session.settings.interactive)
    throw usageError(t('--date is the publication date, and the event has no start'), hint)
  await session.note(
    t('--date is the publication date, not the date of the event: that is --start-date {typed}.', {
      typed: shellWord(String(typed)),
    }),
  )
}

/**
 * The dates of a new event as an import decides them, with what follows from them: whole days, a zone, an end. With a
 * date or duration of a flag, all are read as those of flags. Errors: `usage`.
 */
async function withDatesOfFile(
  values: Values,
  { resource, writing, session }: InputContext,
  strict: ReadonlySet<string>,
): Promise<Values> {
  const isOfFile = ['start_date', 'end_date', 'duration'].every(
    (name) => values[name] === undefined || strict.has(name),
  )
  const { duration, ...given } = values
  const isStarted = typeof given.start_date === 'string' && given.start_date !== ''
  if (resource !== 'events' || writing !== 'create' || !isOfFile || !isStarted || isByTheClock(given)) return values
  const { datesOf } = await import('../../bulk/input/event-dates.ts')
  const called = (field: string) => field
  const read = datesOf(given, duration, { here: hereOf(session), note: noteLater(session), called })
  const [error] = read.errors
  if (error) throw usageError(error.text, error.hint)
  return { ...given, ...read.values }
}

/** Whether a date is relative to the current time, such as `+2 hours` or `now`: an instant, whatever the zone is. */
function isByTheClock({ start_date, end_date }: Values): boolean {
  return [start_date, end_date].some((date) => typeof date === 'string' && isMoment(date) && !hasUtcOffset(date))
}

/** The id of a venue of that name, or the name: only names that were given at the prompt are created. */
function newVenue(name: string, context: InputContext): Promise<Values> {
  return withNames({ venue: [name] }, { ...context, options: { ...context.options, create_missing: true } })
}

/** Resolves the values of list filters, for other commands that select records. */
export async function resolveFilters(plural: Plural, values: Values, session: Session): Promise<Values> {
  return resolveValues(values, contextOf(session, { parameters: resources[plural].query, resource: plural }))
}

/**
 * Resolves the values of a record to update, or of a new one without a target: dates, names and lists. `@FILE` is not
 * read.
 */
export async function resolveFields(
  plural: Plural,
  { target, values }: { readonly target?: string; readonly values: Values },
  session: Session,
): Promise<Values> {
  const parameters: Parameters = resources[plural].fields
  const context = contextOf(session, {
    parameters,
    resource: plural,
    writing: target === undefined ? 'create' : 'update',
    targets: target === undefined ? [] : [target],
  })
  return resolveValues(values, context)
}

/** What the values are for. */
interface ValueRules {
  readonly parameters: Parameters
  readonly resource?: Plural | undefined
  /** undefined for filters. In an update, partial dates and times are completed from the record. */
  readonly writing?: 'create' | 'update' | undefined
  /** The records to update, as typed. */
  readonly targets?: readonly string[]
  readonly options?: OptionValues
  /** Whether the command can create records for unknown names. */
  readonly creates?: boolean
}

interface InputContext extends Required<ValueRules> {
  readonly session: Session
  /** What was looked up for flags and for fields of a file; made with the first name. */
  readonly names: Map<Digits, NameLookup>
}

function contextOf(session: Session, rules: ValueRules): InputContext {
  const none = { resource: undefined, writing: undefined, targets: [], options: {}, creates: false }
  return { ...none, ...rules, session, names: new Map() }
}

/** `@FILE` and `@-` read a text; `@@` is a literal `@`. */
async function textsIn(values: Values, parameters: Parameters, { runtime }: Session): Promise<Values> {
  const entries = await Promise.all(
    Object.entries(values).map(async ([name, value]) => {
      const free = parameters[name]?.type === 'string' && parameters[name]?.form === undefined
      if (!free || typeof value !== 'string' || !value.startsWith('@')) return [name, value] as const
      return [name, value.startsWith('@@') ? value.slice(1) : await readTextArgument(value, runtime)] as const
    }),
  )
  return Object.fromEntries(entries)
}

/**
 * Resolves dates and names. `duration` may come from the flag, a file or a prompt; `strict` fields come from a file.
 */
async function resolveValues(
  values: Values,
  context: InputContext,
  strict: ReadonlySet<string> = new Set(),
): Promise<Values> {
  const dated = Object.entries(await withTimes(values, context, strict))
  const part = (isStrict: boolean) => Object.fromEntries(dated.filter(([name]) => strict.has(name) === isStrict))
  const named = {
    ...(await withNames(part(true), context, { digits: 'names' })),
    ...(await withNames(part(false), context)),
  }
  return Object.fromEntries(dated.map(([name]) => [name, named[name]]))
}

interface NameRules {
  /** What digits are first: an id in flags, a name in a file. */
  readonly digits?: Digits
  /** Whether unknown names may be created. */
  readonly isKept?: boolean
}

async function withNames(
  values: Values,
  context: InputContext,
  { digits = 'ids', isKept = true }: NameRules = {},
): Promise<Values> {
  const { parameters, writing, creates, options, session } = context
  const writes = writing !== undefined
  if (!holdsNames(values, parameters, writes)) return values
  const { NameLookup } = await import('../../client/api/records.ts')
  const { withIds } = await import('./names.ts')
  const { exchange } = await session.open()
  const unknown: Unknown = !creates || !isKept ? 'refuse' : options.create_missing === true ? 'keep' : 'offer'
  const lookup = getOrInsert(context.names, digits, () => new NameLookup(exchange, digits))
  return withIds(values, parameters, { lookup, writes, unknown })
}

/** Reads the clock only for a date or a duration: determining the system's time zone takes 14 ms. */
async function withTimes(
  values: Values,
  context: InputContext,
  strict: ReadonlySet<string> = new Set(),
): Promise<Values> {
  const { parameters, writing, resource, session } = context
  if (values.duration === undefined && !Object.keys(values).some((name) => parameters[name]?.form === 'datetime'))
    return values
  const dates = await import('./dates.ts')
  const { timeIn } = await import('./edits.ts')
  if (writing === 'update') refuseOffsets(values)
  const clocks = await clocksOf(values, context)
  const { duration, ...rest } = withZone(values, clocks, writing)
  const isUpdate = writing === 'update'
  // A time without a date is completed later: from the record in an update, from the start in a create.
  const except = new Set(
    resource !== 'events' || writing === undefined
      ? []
      : (isUpdate ? ['start_date', 'end_date'] : ['end_date']).filter((name) => timeIn(values[name]) !== undefined),
  )
  const reading = { writes: writing !== undefined, except, strict }
  const { values: dated, notes } = await dates.withDates(rest, parameters, clocks, reading)
  for (const note of notes) await session.note(note)
  if (writing === undefined) return resource === 'events' ? boundsOf(values, dated, clocks) : dated
  if (duration !== undefined && dated.end_date !== undefined) throw dates.excluding()
  const waits = except.has('start_date') || dated.start_date === undefined
  if (isUpdate && waits) return values.duration === undefined ? dated : { ...dated, duration }
  const ended = await withEndTime(dated, except.has('end_date'), session)
  return duration === undefined ? ended : dates.withDuration(ended, String(duration), clocks)
}

/** Filters with an instant are sent in UTC; local times are compared with those of the returned events. */
async function boundsOf(typed: Values, dated: Values, { event_zone, zone }: InputClock): Promise<Values> {
  const { asksExact, inUtc } = await import('./dates.ts')
  const isInstant = Object.entries(typed).some(
    ([name, value]) => dated[name] !== value && typeof value === 'string' && isMoment(value),
  )
  return asksExact(typed) || (isInstant && typed.strict_dates === undefined) ? inUtc(dated, event_zone ?? zone) : dated
}

/** `--end-date 23:00` is the next such time after the start; a note is printed if it is on another day. */
async function withEndTime(values: Values, isTime: boolean, session: Session): Promise<Values> {
  const { start_date, end_date } = values
  const { readAs, timeIn } = await import('./edits.ts')
  const time = isTime ? timeIn(end_date) : undefined
  if (time === undefined || typeof start_date !== 'string') return values
  const end = endAfter(start_date, time)
  if (end.slice(0, 10) !== start_date.slice(0, 10)) await session.note(readAs('end_date', end_date, end))
  return { ...values, end_date: end }
}

/** Errors: `usage` for `--start-date +30m` of an update, which counts from now and not from the event's start. */
function refuseOffsets(values: Values): void {
  for (const name of ['start_date', 'end_date']) {
    const value = values[name]
    if (typeof value !== 'string' || !/^[+-] ?\d+ ?\p{L}+$/u.test(value.trim())) continue
    throw usageError(
      t('{flag} {value} would count from now, not from the event', { flag: flagOf(name), value }),
      t('to move the event: --shift {value}', { value: value.replaceAll(' ', '') }),
    )
  }
}

/** A new event takes the zone that a moment was converted to: the service would read the local time in its own. */
function withZone(values: Values, { event_zone, zone }: InputClock, writing: InputContext['writing']): Values {
  return writing === 'create' && values.timezone === undefined && hasMoment(values)
    ? { ...values, timezone: event_zone ?? zone }
    : values
}

function hasMoment({ start_date, end_date }: Values): boolean {
  return [start_date, end_date].some((value) => typeof value === 'string' && isMoment(value))
}

/** The zone of an event to write is the one given, that of the record, or for a new one that is configured. */
async function clocksOf(values: Values, context: InputContext): Promise<InputClock> {
  const { session, writing } = context
  // The service rejects unknown zones.
  const given_zone = typeof values.timezone === 'string' && isZone(values.timezone) ? values.timezone : undefined
  const event_zone =
    given_zone ?? (writing === 'update' ? await zoneOfTarget(values, context) : session.settings.timezone)
  if (writing === 'update' && event_zone === undefined && hasMoment(values))
    throw (await import('./dates.ts')).unknownZone(String(values.start_date ?? values.end_date))
  return { ...hereOf(session), event_zone }
}

/** Reads the record only for dates that depend on its zone. */
async function zoneOfTarget(
  { start_date, end_date, duration }: Values,
  { resource, targets, session }: InputContext,
): Promise<string | undefined> {
  const depends = hasMoment({ start_date, end_date }) || (duration !== undefined && start_date !== undefined)
  const [only] = targets
  if (!depends || resource !== 'events' || only === undefined || only === '-' || targets.length > 1) return undefined
  const { getRecord, targetOf } = await import('../../client/api/records.ts')
  const { exchange, api_root } = await session.open()
  const record = await getRecord(exchange, 'events', targetOf(only, { plural: 'events', api_root }), {
    query: { context: 'edit' },
    to_change: true,
  })
  if (typeof record.timezone === 'string') return record.timezone
  throw new CalError('server_failed', t('the response is an event without a time zone'))
}

/**
 * `--add-categories`, `--remove-tags`: resolves names to ids. Names to remove must exist.
 *
 * Errors: `usage` together with the flag that sets the whole list.
 */
async function editsOf(records: readonly Values[], context: InputContext): Promise<CommandInput['edits']> {
  const { options, writing } = context
  const shift = writing === 'update' ? await shiftOf(records, options, context.session) : undefined
  if (!Object.keys(options).some((name) => /^(add|remove)_/.test(name))) return shift && { add: {}, remove: {}, shift }
  const namesTo = (way: 'add' | 'remove') =>
    Object.fromEntries(
      Object.keys(linked_kinds).flatMap((field) => {
        const texts = [options[`${way}_${field}`] ?? [], options[`${way}_${field}s`] ?? []].flat().map(String)
        const items = namesTyped(field, texts)
        if (texts.length > 0 && records.some((values) => values[field] !== undefined))
          throw notTogether(flagOf(field), flagOf(`${way}_${field}`))
        return texts.length === 0 ? [] : [[field, items]]
      }),
    )
  return {
    add: await withNames(namesTo('add'), context),
    remove: await withNames(namesTo('remove'), context, { isKept: false }),
    ...(shift && { shift }),
  }
}

/** The value of `--shift`. Errors: `usage` together with flags that set the same fields. */
async function shiftOf(records: readonly Values[], { shift }: OptionValues, session: Session): Promise<Edits['shift']> {
  if (typeof shift !== 'string') return undefined
  refuseTimesWithShift(records)
  return (await import('./edits.ts')).shiftTyped(shift, hereOf(session))
}

/** Errors: `usage` if flags or a file set what `--shift` moves. */
export function refuseTimesWithShift(records: readonly Values[]): void {
  const field = ['start_date', 'end_date', 'duration', 'timezone', 'all_day'].find((name) =>
    records.some((values) => values[name] !== undefined),
  )
  if (field !== undefined) throw notTogether('--shift', flagOf(field))
}
