// The status of a record: publication, as the interface means it, and not whether an event takes place.
import type { JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { InputError } from './entry.ts'

export const statuses: readonly string[] = ['publish', 'future', 'draft', 'pending', 'private', 'trash']

const cancelled = /^(cancel+ed|abgesagt|entfällt|storniert)$/i
/** Words of iCalendar and calendar programs, which services have no field for, and other spellings. */
const meant: readonly (readonly [RegExp, string])[] = [
  [/^(confirmed|bestätigt|published|veröffentlicht|scheduled|geplant)$/i, 'publish'],
  [/^(tentative|vorläufig|unbestätigt|entwurf)$/i, 'draft'],
]

export function statusErrors(status: string, name: string): readonly InputError[] {
  const isCancelled = cancelled.test(status)
  const instead = meant.find(([words]) => words.test(status))?.[1]
  if (statuses.includes(status) || (!isCancelled && instead === undefined && isOfExtension(status))) return []
  const all = statuses.join(', ')
  return [
    {
      field: 'status',
      value: status,
      text: t('{name} needs one of {all}, not "{status}"', { name, all, status }),
      ...(isCancelled ? { hint: cancelled_hint } : {}),
      ...(instead === undefined ? {} : { hint: t('write {instead}', { instead }) }),
    },
  ]
}

const cancelled_hint: Text = t('write draft to hide the event, or publish with the category or tag "cancelled"')

function isOfExtension(status: string): boolean {
  return /^[a-z][a-z0-9_-]+$/.test(status)
}

/** Statuses of extensions: services that do not have them refuse the record. */
export class UnusualStatuses {
  readonly #found = new Set<string>()

  see({ values: { status } }: { readonly values: JsonObject }): void {
    if (typeof status === 'string' && !statuses.includes(status)) this.#found.add(status)
  }

  text(): Text | undefined {
    if (this.#found.size === 0) return undefined
    const list = [...this.#found].slice(0, shown_max).join(', ')
    const more = this.#found.size > shown_max ? ', …' : ''
    return t('warning: services refuse these statuses unless an extension adds them: {list}{more}', { list, more })
  }
}

const shown_max = 5
