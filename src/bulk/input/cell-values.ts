// The words of cells that stand for a value: a status, yes or no, a list.
import type { JsonObject } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { common_statuses } from '../../spec/lists.ts'
import type { InputError } from './entry.ts'

const cancelled = /^(cancel+ed|abgesagt|entfällt|storniert)$/i
/** Words of iCalendar, Eventbrite and calendar programs, which services have no field for, and other spellings. */
const meant: readonly (readonly [RegExp, string])[] = [
  [/^(confirmed|bestätigt|published|veröffentlicht|scheduled|geplant|publié|publicado|pubblicato)$/i, 'publish'],
  [/^(live|started|ended|completed|active|aktiv)$/i, 'publish'],
  [/^(tentative|vorläufig|unbestätigt|entwurf)$/i, 'draft'],
]

export function statusErrors(status: string, name: string): readonly InputError[] {
  const isCancelled = cancelled.test(status)
  const instead = meant.find(([words]) => words.test(status))?.[1]
  if (common_statuses.includes(status) || (!isCancelled && instead === undefined && isOfExtension(status))) return []
  const all = common_statuses.join(', ')
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
    if (typeof status === 'string' && !common_statuses.includes(status)) this.#found.add(status)
  }

  text(): Text | undefined {
    if (this.#found.size === 0) return undefined
    const list = [...this.#found].slice(0, shown_max).join(', ')
    const more = this.#found.size > shown_max ? ', …' : ''
    return t('warning: services refuse these statuses unless an extension adds them: {list}{more}', { list, more })
  }
}

const shown_max = 5

/** `Yes`, `TRUE`, `ja`, `oui`, `sí`; `No`, `FALSE`, `nein`; undefined for other texts. */
export function yesOrNo(cell: string): boolean | undefined {
  if (/^(yes|y|ja|j|on|ein|an|x|✓|☑|true|wahr|1|oui|vrai|s[ií]|sì|verdadero|vero|waar)$/i.test(cell)) return true
  return /^(no|n|nein|off|aus|☐|false|falsch|0|non|faux|falso|nee|onwaar)$/i.test(cell) ? false : undefined
}

export type ListSeparator = ',' | ';' | '|'

/** True if a separator follows a backslash, or a name is in quotes. */
export function isEscaped(text: string): boolean {
  return /\\[,;|"]/.test(text) || /(^|[,;|])\s*"[^"]*"\s*($|[,;|])/.test(text)
}

/** Parts of a text in which no separator counts: quoted names, escaped characters, entities such as `&amp;`. */
const protected_parts = /(?<=^|[,;|])\s*"(?:[^"]|"")*"\s*(?=[,;|]|$)|\\.|&#?\w+;/gs

/** The separator of a list of names; `mixed` if both commas and semicolons could be. */
export function separatorOf(text: string): ',' | ';' | 'mixed' {
  if (!text.includes(';')) return ','
  const open = text.replace(protected_parts, '')
  if (!open.includes(';')) return ','
  return open.includes(',') ? 'mixed' : ';'
}

/** `"Smith, John", Bob` and `Smith\, John, Bob` → `Smith, John` and `Bob` */
export function splitAt(separator: ListSeparator, text: string): readonly string[] {
  if (!/["\\&]/.test(text))
    return text
      .split(separator)
      .map((name) => name.trim())
      .filter((name) => name !== '')
  return [...text.matchAll(part_forms[separator])]
    .map(([whole, quoted]) =>
      quoted === undefined ? whole.replace(/\\([,;|"\\])/g, '$1').trim() : quoted.replaceAll('""', '"'),
    )
    .filter((name) => name !== '')
}

/** Compiled once: every row of an input has lists. */
const part_forms: Readonly<Record<ListSeparator, RegExp>> = {
  ',': partForm(','),
  ';': partForm(';'),
  '|': partForm('\\|'),
}

function partForm(sign: string): RegExp {
  return new RegExp(`\\s*"((?:[^"]|"")*)"\\s*(?=${sign}|$)|(?:\\\\.|&#?\\w+;|[^\\\\${sign}]|\\\\(?=$))+`, 'gs')
}
