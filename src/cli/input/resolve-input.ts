// Resolves the input of a command: reads files, parses dates, looks up names, and prompts for missing values.
import { getOrInsert } from '../../base/collections.ts'
import { isDay, isWall } from '../../base/dates/days.ts'
import { isMoment } from '../../base/dates/written-dates.ts'
import { notTogether, usageError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import { flagOf, linked_kinds, resources } from '../../spec/resources.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { Command, CommandInput, Edits, OptionValues } from '../types/command.ts'
import { calendarHere } from '../session/session.ts'
import { hereOf, type Session } from '../types/session.ts'
import { readTextArgument } from '../arguments/flag-values.ts'
import type { Digits } from '../../client/api/reference-index.ts'
import type { ParsedInput } from '../arguments/parse-arguments.ts'
import type { NameLookup } from '../../client/api/records.ts'
import type { NameResolution, Unknown } from './names.ts'
import { holdsNames, namesTyped } from '../arguments/flags.ts'
import type { GivenRecord } from './records.ts'

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
  const writing = verb === 'copy' || verb === 'update' ? 'update' : 'create'
  const context = contextOf(session, {
    parameters,
    resource,
    writing: effect === 'writes' ? writing : undefined,
    options: input.options,
    creates: 'create_missing' in own,
  })
  if (resource === undefined || !('data' in own))
    return { ...input, values: await withNames(await withTypedBounds(flags, context), context) }
  const { recordsGiven } = await import('./records.ts')
  const { duration } = input.options
  const typed = duration === undefined ? flags : { ...flags, duration }
  const given = await recordsGiven(
    { plural: resource, parameters, options: input.options, flags: typed, clears: writing === 'update' },
    session,
  )
  const asks = verb === 'create' && session.settings.interactive && input.options.file === undefined
  const records: Values[] = []
  let creates_venue = false
  let shows_values = false
  for (const one of given) {
    const prompts = asks ? await import('./ask-missing.ts') : undefined
    const answers = await prompts?.askMissing(resource, { ...one.document, ...one.flags }, session)
    const record = {
      ...(await resolveRecord(
        { ...one, flags: { ...one.flags, ...answers?.values } },
        { ...context, resource, writing },
      )),
      ...(answers?.new_venue === undefined ? {} : await newVenue(answers.new_venue, context)),
    }
    creates_venue ||= answers?.new_venue !== undefined
    if (prompts && answers?.is_event && input.options.dry_run !== true) {
      await session.note(await prompts.eventSummary(record, (await session.open()).exchange))
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

/** The values of one record: those of a document as imports read them, and those that were typed. */
async function resolveRecord(
  given: GivenRecord,
  context: InputContext & { readonly resource: Plural; readonly writing: 'create' | 'update' },
): Promise<Values> {
  const { resource: plural, writing, options, session } = context
  const written = { ...given.document, ...given.flags }
  if (writing === 'update') refuseOffsets(written)
  refuseTwoEnds(given, writing)
  const { documentValues } = await import('./records.ts')
  if (writing === 'create' && written.duration !== undefined && written.start_date === undefined)
    throw usageError(t('--duration counts from --start-date, which is missing'))
  const { flags } = given
  const allow_unknown = options.allow_unknown === true
  const values = await documentValues(given, { plural, writing, session, allow_unknown })
  const part = (isTyped: boolean) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => name in flags === isTyped))
  const named = {
    ...(await withNames(part(false), context, { digits: 'names' })),
    ...(await withNames(part(true), context)),
  }
  return Object.fromEntries(Object.keys(values).map((name) => [name, named[name]]))
}

/** Errors: `usage` for an end and a duration of which one is typed, or which count from the start of a record. */
function refuseTwoEnds({ document, flags }: GivenRecord, writing: 'create' | 'update'): void {
  const { start_date, end_date, duration } = { ...document, ...flags }
  if ((end_date ?? '') === '' || duration === undefined) return
  const isTyped = flags.end_date !== undefined || flags.duration !== undefined
  if (isTyped || (writing === 'update' && start_date === undefined)) throw notTogether('--duration', '--end-date')
}

/** The id of a venue of that name, or the name: only names that were given at the prompt are created. */
function newVenue(name: string, context: InputContext): Promise<Values> {
  return withNames({ venue: [name] }, { ...context, options: { create_missing: true } })
}

/** Resolves the values of list filters, for other commands that select records. */
export async function resolveFilters(plural: Plural, values: Values, session: Session): Promise<Values> {
  const context = contextOf(session, { parameters: resources[plural].query, resource: plural })
  return withNames(await withTypedBounds(values, context), context)
}

/** Resolves fields of an edited document, as those of a file. */
export async function resolveFields(plural: Plural, written: Values, session: Session): Promise<Values> {
  const { convertedFields } = await import('../../bulk/input/parse-entry.ts')
  const context = contextOf(session, { parameters: resources[plural].fields, resource: plural })
  return resolveRecord(
    { document: convertedFields(plural, written), flags: {} },
    { ...context, resource: plural, writing: 'update' },
  )
}

/** What the values are for. */
interface ValueRules {
  readonly parameters: Parameters
  readonly resource?: Plural | undefined
  /** undefined for filters. In an update, partial dates and times are completed from the record. */
  readonly writing?: 'create' | 'update' | undefined
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
  const none = { resource: undefined, writing: undefined, options: {}, creates: false }
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

interface NameRules {
  /** What digits are first: an id in flags, a name in a file. */
  readonly digits?: Digits
  readonly change?: NameResolution['change']
}

async function withNames(
  values: Values,
  context: InputContext,
  { digits = 'ids', change = context.writing === 'update' ? 'set' : undefined }: NameRules = {},
): Promise<Values> {
  const { parameters, writing, creates, options, session } = context
  const writes = writing !== undefined
  if (!holdsNames(values, parameters, writes)) return values
  const { NameLookup } = await import('../../client/api/records.ts')
  const { withIds } = await import('./names.ts')
  const { exchange } = await session.open()
  const unknown: Unknown =
    !creates || change === 'remove' ? 'refuse' : options.create_missing === true ? 'keep' : 'offer'
  const lookup = getOrInsert(context.names, digits, () => new NameLookup(exchange, digits))
  return withIds(values, parameters, { lookup, writes, unknown, change })
}

/**
 * Filters in the interface's form. The calendar is asked for its zone only for dates that depend on it. Those with an
 * instant are sent in UTC; local times are compared with those of the returned events.
 */
async function withTypedBounds(values: Values, { parameters, resource, session }: InputContext): Promise<Values> {
  const names = Object.keys(values).filter((name) => parameters[name]?.form === 'datetime')
  if (names.length === 0) return values
  const { asksExact, inUtc, reversedBounds, withBounds } = await import('./dates.ts')
  const isClear = !asksExact(values) && names.every((name) => isDay(String(values[name])) || isWall(values[name]))
  const here = isClear ? hereOf(session) : await calendarHere(session)
  const dated = await withBounds(values, names, { clock: () => here, note: session.note })
  const reversed = reversedBounds(dated)
  if (reversed) await session.note(reversed)
  const isInstant = names.some((name) => dated[name] !== values[name] && isMoment(String(values[name])))
  const isExact = asksExact(values) || (isInstant && values.strict_dates === undefined)
  return resource === 'events' && isExact ? inUtc(dated, here.zone) : dated
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
        const texts = [options[`${way}_${field}`] ?? []].flat().map(String)
        const items = namesTyped(field, texts)
        if (texts.length > 0 && records.some((values) => values[field] !== undefined))
          throw notTogether(flagOf(field), flagOf(`${way}_${field}`))
        return texts.length === 0 ? [] : [[field, items]]
      }),
    )
  return {
    add: await withNames(namesTo('add'), context, { change: 'add' }),
    remove: await withNames(namesTo('remove'), context, { change: 'remove' }),
    ...(shift && { shift }),
  }
}

/** The value of `--shift`. Errors: `usage` together with flags that set the same fields. */
async function shiftOf(records: readonly Values[], { shift }: OptionValues, session: Session): Promise<Edits['shift']> {
  if (typeof shift !== 'string') return undefined
  refuseTimesWithShift(records)
  return (await import('./edits.ts')).shiftTyped(shift, () => calendarHere(session))
}

/** Errors: `usage` if flags or a file set what `--shift` moves. */
export function refuseTimesWithShift(records: readonly Values[]): void {
  const field = ['start_date', 'end_date', 'duration', 'timezone', 'all_day'].find((name) =>
    records.some((values) => values[name] !== undefined),
  )
  if (field !== undefined) throw notTogether('--shift', flagOf(field))
}
