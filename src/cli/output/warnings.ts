// What is said when a service did something else than it was asked for.
import type { Json, JsonObject } from '../../base/json.ts'
import type { Language, Text } from '../../base/text/language.ts'
import type { FieldMismatch } from '../../client/update/verify-write.ts'
import type { Rewritten, UnexpectedChange } from '../../client/update/update.ts'
import { aroundDifference } from './fields/around-difference.ts'
import type { Session } from '../core/session.ts'

export interface Divergences {
  readonly surprises?: readonly UnexpectedChange[]
  readonly unkept?: readonly FieldMismatch[]
  readonly rewritten?: readonly Rewritten[]
}

/** A line on stderr for each field that is not as it was asked for, or changed beside what was asked for. */
export async function warnOf(
  { id }: JsonObject,
  { surprises = [], unkept = [], rewritten = [] }: Divergences,
  { note }: Session,
): Promise<void> {
  for (const one of rewritten) await note(rewrittenText(String(id), one))
  for (const { field, asked, kept } of unkept) await note(mismatchText(field, String(id), { asked, kept }))
  for (const { field, before, after } of surprises) await note(surpriseText(field, String(id), { before, after }))
}

export function mismatchText(field: string, id: string, { asked, kept }: Omit<FieldMismatch, 'field'>): Text {
  const both = shownBoth(asked, kept)
  return {
    en: `warning: ${field} of ${id}: asked for ${both.en[0]}, the service kept ${both.en[1]}`,
    de: `Warnung: ${field} von ${id}: verlangt war ${both.de[0]}, beim Dienst steht ${both.de[1]}`,
  }
}

export function rewrittenText(id: string, { field, shown: seen, sent }: Rewritten): Text {
  const both = shownBoth(seen, sent)
  return {
    en: `warning: ${field} of ${id} shows as ${both.en[0]}, its text can't be read, and an update without it would empty it: ${both.en[1]} was sent`,
    de: `Warnung: ${field} von ${id} wird als ${both.de[0]} angezeigt, der Text lässt sich nicht lesen, und ohne ihn würde das Feld geleert: ${both.de[1]} wurde gesendet`,
  }
}

function surpriseText(field: string, id: string, { before, after }: Omit<UnexpectedChange, 'field'>): Text {
  const both = shownBoth(before, after)
  return {
    en: `warning: ${field} of ${id} changed too, from ${both.en[0]} to ${both.en[1]}`,
    de: `Warnung: ${field} von ${id} hat sich auch geändert, von ${both.de[0]} zu ${both.de[1]}`,
  }
}

const nothing: Text = { en: 'nothing', de: 'nichts' }
const shown_max = 60

type Both = readonly [string, string]

/** Texts quoted, lists by their items, long ones cut around the difference, and a word for what is empty. */
function shownBoth(one: Json | undefined, other: Json | undefined): { readonly en: Both; readonly de: Both } {
  const [ones, others] = aroundDifference(...asLines(plain(one), plain(other)), shown_max)
  const both = (language: Language): Both => [shown(one, ones, language), shown(other, others, language)]
  return { en: both('en'), de: both('de') }
}

function plain(value: Json | undefined): string {
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** On one line each; where only blanks and line feeds differ, these are shown. */
function asLines(one: string, other: string): Both {
  const line = (text: string) => text.replace(/\s+/g, ' ')
  return line(one) === line(other)
    ? [JSON.stringify(one).slice(1, -1), JSON.stringify(other).slice(1, -1)]
    : [line(one), line(other)]
}

function shown(value: Json | undefined, text: string, language: Language): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return nothing[language]
  if (typeof value !== 'string' && !(Array.isArray(value) && value.every((item) => typeof item === 'string')))
    return text
  return language === 'de' ? `„${text}“` : `"${text}"`
}
