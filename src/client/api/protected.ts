// Records that a password protects: services show them blank, and to those who may edit them whole in another context.
import { CalError } from '../../base/errors.ts'
import { isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import { isTerm, resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'
import type { ServiceAnswer } from './answer.ts'

/**
 * Whether the record came without what its password protects. Deployed services mark it so: no all_day, or a list in
 * place of a name.
 */
export function isBlank(plural: Plural, record: Values): boolean {
  if (plural === 'events') return record.all_day === null
  const name = record[resources[plural].name]
  return !isTerm(plural) && name !== undefined && typeof name !== 'string'
}

/** The commands that show the venues and organizers which came blank inside an event. Source: D-592. */
export function blankPlacesOf(event: JsonObject): readonly string[] {
  return (['venue', 'organizer'] as const).flatMap((field) =>
    [event[field]]
      .flat()
      .flatMap((place) =>
        isObject(place) && isBlank(`${field}s`, place) ? [`cal ${field}s get ${String(place.id)}`] : [],
      ),
  )
}

/** One note for all events of an answer; undefined where nothing came blank. */
export function blankPlacesNote(commands: ReadonlySet<string>): Text | undefined {
  if (commands.size === 0) return undefined
  const list = [...commands].slice(0, commands_max).join(' · ')
  const more = commands.size > commands_max ? ' · …' : ''
  return {
    en: `a password hides venues or organizers inside events; editors see them with ${list}${more}`,
    de: `ein Passwort verbirgt Orte oder Veranstalter in Terminen; Bearbeiter sehen sie mit ${list}${more}`,
  }
}

const commands_max = 5

const unlocked = new WeakSet<object>()

/** Whether only the right to edit it shows the record whole: it is protected, and the password itself is not known. */
export function isUnlocked(record: JsonObject): boolean {
  return unlocked.has(record)
}

/**
 * What was asked for, as an editor sees it where a password blanks or locks anything of it.
 * Deployed services blank venues and organizers even for administrators (releases, 6.15.3), and unlock them by
 * `context=edit`.
 */
export async function readWithEditContext(
  plural: Plural,
  read: (query: Values) => Promise<ServiceAnswer>,
): Promise<ServiceAnswer> {
  const first = await read({}).catch((error: unknown) => (isLocked(error) ? error : Promise.reject(error)))
  if (!(first instanceof CalError) && !recordsIn(plural, first).some((record) => isBlank(plural, record))) return first
  const second = await read({ context: 'edit' }).catch((error: unknown) =>
    isRefusal(error) ? undefined : Promise.reject(error),
  )
  if (first instanceof CalError) {
    if (!second) throw first
    for (const record of recordsIn(plural, second)) unlocked.add(record)
    return second
  }
  if (!second) return first
  const blank = new Set(
    recordsIn(plural, first)
      .filter((record) => isBlank(plural, record))
      .map(({ id }) => id),
  )
  for (const record of recordsIn(plural, second))
    if (blank.has(record.id) && !isBlank(plural, record)) unlocked.add(record)
  return second
}

function isLocked(error: unknown): error is CalError {
  return error instanceof CalError && error.remote?.code === 'event-password-protected'
}

function isRefusal(error: unknown): boolean {
  return error instanceof CalError && ['not_allowed', 'not_found', 'refused'].includes(error.code)
}

/** Of a list or a single record. */
function recordsIn(plural: Plural, { value }: ServiceAnswer): readonly Record<string, Json | undefined>[] {
  const body = isObject(value) ? value : {}
  return Array.isArray(body[plural]) ? objectsOf(body[plural]) : [body]
}

/** Why a record that came blank is not changed: what was not read would be lost. */
export function blankRecordText(plural: Plural, { id }: Values): { readonly text: Text; readonly hint: Text } {
  const { title } = resources[plural]
  return {
    text: {
      en: `${title.en} ${id} is protected by a password, so its fields can't be read`,
      de: `${title.de} ${id} ist passwortgeschützt, die Felder sind nicht lesbar`,
    },
    hint: {
      en: 'sign in with an account that may edit it',
      de: 'mit einem Konto anmelden, das den Eintrag bearbeiten darf',
    },
  }
}

export function blankRecordError(plural: Plural, record: Values): CalError {
  const { text, hint } = blankRecordText(plural, record)
  return new CalError('not_allowed', text, { hint })
}
