// From what was typed to what is meant: files read, dates and names understood, what is missing asked for.
import { isZone } from '../../base/datetime.ts'
import { Failure } from '../../base/failure.ts'
import type { Parameters } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { Command, Input } from '../command.ts'
import type { Session } from '../session.ts'
import { textGiven } from '../text-given.ts'
import type { Clocks } from './dates.ts'
import { holdsNames } from './naming.ts'

/** The input with everything in the interface's own words. Fails with `usage` where something cannot be understood. */
export async function hear(command: Command, input: Input, session: Session): Promise<Input> {
  const { parameters, effect, resource, options: own = {} } = command
  if (parameters === undefined || effect === 'local') return input
  const flags = await withTexts(input.values, effect === 'writes' ? parameters : secretOf(parameters), session)
  const verb = command.path.at(-1)
  if (resource === undefined || !('file' in own)) return { ...input, values: await understood(flags, command, input, session) }
  const { saidRecords } = await import('./records.ts')
  const said = await saidRecords({ plural: resource, parameters, options: input.options, flags, clears: verb === 'update' }, session.world)
  const records: Values[] = []
  for (const values of said) records.push(await understood(await completed(values, command, input, session), command, input, session))
  return { ...input, values: records[0] ?? {}, records }
}

/** Of a command that reads, only a password may lie in a file: elsewhere `@` is what is looked for. */
function secretOf({ password }: Parameters): Parameters {
  return password === undefined ? {} : { password }
}

/** `@FILE` and `@-` in place of a text; `@@` stands for the sign itself. */
async function withTexts(values: Values, parameters: Parameters, { world }: Session): Promise<Values> {
  const entries = await Promise.all(Object.entries(values).map(async ([name, value]) => {
    const free = parameters[name]?.type === 'string' && parameters[name]?.form === undefined
    if (!free || typeof value !== 'string' || !value.startsWith('@')) return [name, value] as const
    return [name, value.startsWith('@@') ? value.slice(1) : await textGiven(value, world)] as const
  }))
  return Object.fromEntries(entries)
}

/** What a new record needs and nobody said is asked for, where somebody can be asked. */
async function completed(values: Values, { path, resource }: Command, { options }: Input, session: Session): Promise<Values> {
  const timed = options.duration === undefined ? values : { ...values, duration: options.duration }
  if (path.at(-1) !== 'create' || resource === undefined || !session.settings.interactive || options.file !== undefined) return timed
  const { askMissing } = await import('./prompts.ts')
  return askMissing(resource, timed, session)
}

/** `duration` may come from the flag, a file or a prompt. */
async function understood(values: Values, command: Command, input: Input, session: Session): Promise<Values> {
  const { parameters = {}, effect } = command
  const timed = await timedOf(values, command, input, session)
  if (!holdsNames(timed, parameters)) return timed
  const { withIds } = await import('./names.ts')
  const { exchange } = await session.open()
  return withIds(timed, parameters, { exchange, note: session.note, writes: effect === 'writes' })
}

/** Where there is neither date nor duration no clock is asked: this machine's zone alone costs 14 ms. */
async function timedOf({ duration, ...values }: Values, command: Command, input: Input, session: Session): Promise<Values> {
  const { parameters = {}, effect } = command
  if (duration === undefined && !Object.keys(values).some((name) => parameters[name]?.form === 'datetime')) return values
  const { withDates, withDuration } = await import('./dates.ts')
  const clocks = await clocksOf({ ...values, duration }, command, input, session)
  const dated = withDates(values, parameters, clocks, effect === 'writes')
  return duration === undefined ? dated : withDuration(dated, String(duration), clocks)
}

/** The event's zone is the one said, the one of the record that is changed, or the configured one. */
async function clocksOf(values: Values, command: Command, input: Input, session: Session): Promise<Clocks> {
  const { world, settings } = session
  const zone = settings.timezone ?? world.timezone
  const now = world.now()
  // What is no zone here is the service's to refuse.
  const said = typeof values.timezone === 'string' && isZone(values.timezone) ? values.timezone : undefined
  const event_zone = said ?? (command.path.at(-1) === 'update' ? await zoneOfTarget(values, command, input, session) : undefined) ?? settings.timezone
  return { now, zone, event_zone }
}

/** Only dates that depend on the zone are worth a request. */
async function zoneOfTarget({ start_date, end_date, duration }: Values, { resource }: Command, { operands }: Input, session: Session): Promise<string | undefined> {
  const depends = [start_date, end_date].some((value) => typeof value === 'string' && /[zZ]$|[+-]\d\d:?\d\d$|^(now|jetzt|[+-]\d+ ?[hms])/.test(value.trim())) || duration !== undefined
  const [only] = operands
  if (!depends || resource !== 'events' || only === undefined || only === '-' || operands.length > 1) return undefined
  const { getRecord } = await import('../../client/records.ts')
  const { targetOf } = await import('../../client/target.ts')
  const { exchange, api_root } = await session.open()
  const record = await getRecord(exchange, 'events', targetOf(only, { plural: 'events', api_root }), { query: { context: 'edit' } })
  if (typeof record.timezone === 'string') return record.timezone
  throw new Failure('server_failed', { en: 'the answer is an event without a timezone', de: 'die Antwort ist ein Termin ohne Zeitzone' })
}
