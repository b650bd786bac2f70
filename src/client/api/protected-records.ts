// Records protected by a password: services hide their fields, except from editors in the edit context.
import { CalError } from '../../base/errors.ts'
import { isObject, type JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import { isHiddenByPassword, resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'

/** The commands that show the venues and organizers hidden inside an event. */
export function blankPlacesOf(event: JsonObject): readonly string[] {
  return (['venue', 'organizer'] as const).flatMap((field) =>
    [event[field]]
      .flat()
      .flatMap((place) =>
        isObject(place) && isHiddenByPassword(`${field}s`, place) ? [`cal ${field}s get ${String(place.id)}`] : [],
      ),
  )
}

/** One note for all events of a response; undefined if nothing is hidden. */
export function blankPlacesNote(commands: ReadonlySet<string>): Text | undefined {
  if (commands.size === 0) return undefined
  const list = [...commands].slice(0, commands_max).join(' · ')
  const more = commands.size > commands_max ? ' · …' : ''
  return t('venues or organizers of password-protected events are hidden; to see them as an editor: {list}{more}', {
    list,
    more,
  })
}

const commands_max = 5

/** Why a record with hidden fields is not changed: an update would reset fields that cannot be read. */
export function blankRecordText(plural: Plural, { id }: Values): { readonly text: Text; readonly hint: Text } {
  const { title } = resources[plural]
  return {
    text: t('{title} {id} is protected by a password, so its fields cannot be read', { title, id: String(id) }),
    hint: t('sign in with an account that may edit it'),
  }
}

export function blankRecordError(plural: Plural, record: Values): CalError {
  const { text, hint } = blankRecordText(plural, record)
  return new CalError('not_allowed', text, { hint })
}
