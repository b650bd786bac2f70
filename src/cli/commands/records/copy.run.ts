// `cal events copy ID --start-date …`: creates copies of an event.
import { isDay } from '../../../base/dates/days.ts'
import { CalError } from '../../../base/errors.ts'
import type { Json, JsonObject } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { newRecordStep } from '../../../bulk/plan/plan.ts'
import { hiddenRecordError, getRecord } from '../../../client/api/records.ts'
import { isHiddenByPassword } from '../../../spec/resources.ts'
import { sendableOf } from '../../../client/update/sendable.ts'
import { displayedCost, isCostReadable } from '../../../spec/cost.ts'
import { withStoredCost } from '../../../client/update/verify-write.ts'
import { allDayWith } from '../../../spec/moved-events.ts'
import { booleanOf, type Values } from '../../../spec/read.ts'
import type { writing_options } from '../../arguments/options.ts'
import { runSteps } from '../../bulk-run/run-steps.ts'
import type { CommandAction, CommandInput, OptionsOf } from '../../types/command.ts'
import type { Outcome } from '../../types/outcome.ts'
import { calendarHere } from '../../session/session.ts'
import type { Session } from '../../types/session.ts'
import { editedValues, lengthNotes, no_edits, shiftedDates, shiftTyped } from '../../input/edits.ts'
import { namesIn, withNewIds } from '../../input/names.ts'
import { refuseTimesWithShift } from '../../input/resolve-input.ts'
import type { copy_options } from './records.ts'
import { recordsOfTargets } from './selected-records.ts'
import { type create_missing, targetMissing } from '../shared-flags.ts'

type CopyRows = typeof copy_options & typeof create_missing & typeof writing_options
type CopyInput = CommandInput<OptionsOf<CopyRows>>

export const copyEvent: CommandAction<CopyRows> = async (input, session): Promise<Outcome> => {
  const { operands, options } = input
  if (operands.length === 0) throw targetMissing('events', 'copy')
  const given = givenOf(input)
  const { exchange } = await session.open()
  // Without the edit context, the response shows whether the event is protected by a password.
  let isUnlocked = false
  const onUnlocked = () => {
    isUnlocked = true
  }
  const { records } = await recordsOfTargets('events', operands, session, (target) =>
    getRecord(exchange, 'events', target, { onUnlocked }),
  )
  const [source] = records
  if (!source || records.length > 1) throw targetMissing('events', 'copy')
  const event = await withStoredCost(exchange, 'events', source)
  checkReadable(event, given, isUnlocked)
  if (given.cost === undefined && !isCostReadable(event)) await session.note(costText(event))
  const copies = await copiesOf(event, given, { shifts: options.shift ?? [], session })
  return runSteps(
    {
      plural: 'events',
      command: 'events copy',
      missing: options.create_missing === true ? namesIn('events', copies) : [],
      steps: (created) =>
        copies.map((copied, n) => {
          const values = created ? withNewIds('events', copied, created) : copied
          return newRecordStep({ kind: 'events', n, values }, `copy of id:${event.id}`)
        }),
      known_id: Number(event.id),
      repeats: true,
      in_order: true,
    },
    options,
    session,
  )
}

/** The fields that flags override. Errors: `usage` without a date, and for `--shift` together with a date. */
function givenOf({ records = [], values, options: { shift } }: CopyInput): Values {
  const { id: _, ...given } = records[0] ?? values
  if (shift !== undefined) refuseTimesWithShift([given])
  if (shift !== undefined || given.start_date !== undefined) return given
  throw new CalError('usage', t('the copy needs a start date'), {
    hint: t('add --start-date 2027-03-08 or --shift +1w'),
    fields: { start_date: t('missing') },
  })
}

/** Errors: `refused` for a protected event, unless the copy has a password too: it would publish hidden fields. */
function checkReadable(event: JsonObject, { password }: Values, isUnlocked: boolean): void {
  if (isHiddenByPassword('events', event)) throw hiddenRecordError('events', event)
  // Events that are published but not public have no structured data: interface 4.5.
  const isHidden = isUnlocked || (event.status === 'publish' && event.json_ld === undefined)
  if (!isHidden || password !== undefined) return
  throw new CalError(
    'refused',
    t('event {id} is protected by a password, but the copy would not be', { id: String(event.id) }),
    {
      hint: t('set a password with --set password=…, or make the copy public with --set password='),
    },
  )
}

function costText(event: JsonObject): Text {
  const shown = String(displayedCost(event))
  return t('the raw value of cost cannot be read; it is copied as shown: {shown}', { shown })
}

/** The values of each copy. */
async function copiesOf(
  event: JsonObject,
  given: Values,
  { shifts, session }: { readonly shifts: readonly string[]; readonly session: Session },
): Promise<readonly Values[]> {
  const fields = { ...copiedFields(event), ...given }
  if (shifts.length === 0) {
    const values = editedValues('events', event, withTimes(given, event), no_edits)
    const { start_date, end_date } = values
    const moved =
      end_date === undefined
        ? shiftedDates(event, { to: String(start_date) }, values)
        : { all_day: allDayWith(values, event) }
    if ('start_date' in moved) for (const note of lengthNotes(event, { ...values, ...moved })) await session.note(note)
    return [{ ...fields, duration: undefined, ...values, ...moved }]
  }
  const moves = await Promise.all(shifts.map((text) => shiftTyped(text, () => calendarHere(session))))
  const copies = moves.map((move) => ({ ...fields, ...shiftedDates(event, move, given) }))
  for (const note of copies.flatMap((copy) => lengthNotes(event, copy))) await session.note(note)
  return copies
}

/**
 * The fields to copy. Slug, author and publication date are not copied, except for the date of a scheduled event, whose
 * copy would be published immediately. The copy of an event in the trash is a draft.
 */
function copiedFields(event: JsonObject): Values {
  const { author: _author, date, date_utc: _utc, slug: _slug, status, ...fields } = sendableOf('events', event)
  return {
    ...fields,
    ...(status === undefined ? {} : { status: status === 'trash' ? 'draft' : status }),
    ...(status === 'future' && date !== undefined ? { date } : {}),
  }
}

/** A date without a time keeps the event's time of day. */
function withTimes(given: Values, event: JsonObject): Values {
  const all_day = booleanOf(given.all_day ?? event.all_day) === true
  const timed = (name: 'start_date' | 'end_date') => {
    const value = given[name]
    return all_day || typeof value !== 'string' || !isDay(value) ? value : `${value} ${timeIn(event[name])}`
  }
  const dates = Object.entries({ start_date: timed('start_date'), end_date: timed('end_date') })
  return { ...given, ...Object.fromEntries(dates.filter(([, value]) => value !== undefined)) }
}

function timeIn(value: Json | undefined): string {
  return typeof value === 'string' ? value.slice(11) : '00:00:00'
}
