// Words for the status of an event, of the interface and of other programs.
import { keysOf } from '../../base/collections.ts'
import { closest, didYouMean } from '../../base/text/closest.ts'
import { t, type Text } from '../../base/text/language.ts'
import { status_names } from '../../spec/event-parts.ts'
import { common_statuses } from '../../spec/lists.ts'
import type { InputError } from './entry.ts'

export const cancelled_words =
  /^(cancel+ed|abgesagt|entfällt|storniert|annulée?|cancelad[oa]|annullat[oa]|geannuleerd|afgelast)$/i
const postponed = /^(postponed|verschoben|vertagt|report[ée]e?|aplazad[oa]|rinviat[oa]|uitgesteld)$/i
/** Words of other programs with one meaning; `statusWord` reads them. */
const of_other_programs: readonly (readonly [RegExp, string])[] = [
  [/^(confirmed|bestätigt|published|veröffentlicht|live|publié|publicado|pubblicato)$/i, 'publish'],
  [/^entwurf$/i, 'draft'],
]
/** Words of iCalendar, Eventbrite and calendar programs that may mean another status. */
const meant: readonly (readonly [RegExp, string])[] = [
  ...of_other_programs,
  [/^(scheduled|geplant|started|ended|completed|active|aktiv)$/i, 'publish'],
  [/^(tentative|vorläufig|unbestätigt)$/i, 'draft'],
]

/** `filters`: the status selects records, by the names that lists show; otherwise it is written. */
export function statusErrors(status: string, name: string, filters = false): readonly InputError[] {
  const isCancelled = cancelled_words.test(status) || postponed.test(status)
  // Lists call an event scheduled that is published later; other programs, one that takes place.
  const others = meant.find(([words]) => words.test(status))?.[1]
  const instead = filters ? (statusNamed(status) ?? others) : (others ?? statusNamed(status))
  if (common_statuses.includes(status)) return []
  const near = isCancelled || instead !== undefined ? undefined : closest(status, common_statuses)
  if (!isCancelled && instead === undefined && near === undefined && isOfExtension(status)) return []
  const all = common_statuses.join(', ')
  return [
    {
      field: 'status',
      value: status,
      text: t('{name} needs one of {all}, not "{status}"', { name, all, status }),
      ...(isCancelled && !filters ? { hint: cancelled_hint } : {}),
      ...(instead === undefined ? {} : { hint: t('write {instead}', { instead }) }),
      ...(near === undefined ? {} : { hint: didYouMean(near) }),
    },
  ]
}

/** The status with this name in lists, in any language. */
function statusNamed(word: string): string | undefined {
  const lower = word.toLowerCase()
  return keysOf(status_names).find((status) =>
    Object.values(status_names[status] ?? {}).some((name) => name.toLowerCase() === lower),
  )
}

const cancelled_hint: Text = t('write draft to hide the event, or publish with the category or tag "cancelled"')

function isOfExtension(status: string): boolean {
  return /^[a-z][a-z0-9_-]+$/.test(status)
}

/** `Draft` → `draft`, `Live` → `publish`; others stay: those of extensions, and those that are errors of the record. */
export function statusWord(written: string): string {
  const word = written.toLowerCase()
  if (common_statuses.includes(word)) return word
  return of_other_programs.find(([words]) => words.test(written.normalize('NFC')))?.[1] ?? written
}
