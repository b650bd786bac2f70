// Warnings about writes that a service did not carry out as requested.
import type { Json, JsonObject } from '../../base/json.ts'
import type { Language, Text } from '../../base/text/language.ts'
import type { FieldMismatch } from '../../client/update/verify-write.ts'
import type { RewrittenField, UnexpectedChange, UpdateResult } from '../../client/update/update.ts'
import { cutAroundDifference } from './text-width.ts'
import type { Session } from '../core/session.ts'

export type WriteMismatches = Partial<Pick<UpdateResult, 'unexpected_changes' | 'mismatches' | 'rewritten'>>

/** A line on stderr for each field that was stored with another value, or changed although it was not sent. */
export async function warnOf(
  { id }: JsonObject,
  { unexpected_changes = [], mismatches = [], rewritten = [] }: WriteMismatches,
  { note }: Session,
): Promise<void> {
  for (const one of rewritten) await note(rewrittenText(String(id), one))
  for (const { field, sent, stored } of mismatches) await note(mismatchText(field, String(id), { sent, stored }))
  for (const { field, before, after } of unexpected_changes)
    await note(unexpectedText(field, String(id), { before, after }))
}

export function mismatchText(field: string, id: string, { sent, stored }: Omit<FieldMismatch, 'field'>): Text {
  const both = shownBoth(sent, stored)
  return {
    en: `warning: ${field} of ${id}: sent ${both.en[0]}, but the service stored ${both.en[1]}`,
    de: `Warnung: ${field} von ${id}: gesendet wurde ${both.de[0]}, gespeichert ist ${both.de[1]}`,
  }
}

export function rewrittenText(id: string, { field, shown: seen, sent }: RewrittenField): Text {
  const both = shownBoth(seen, sent)
  return {
    en:
      `warning: ${field} of ${id} shows as ${both.en[0]}, but its raw value cannot be read and an update would ` +
      `clear it: ${both.en[1]} was sent`,
    de:
      `Warnung: ${field} von ${id} wird als ${both.de[0]} angezeigt, der Text lässt sich nicht lesen, und ohne ` +
      `ihn würde das Feld geleert: ${both.de[1]} wurde gesendet`,
  }
}

function unexpectedText(field: string, id: string, { before, after }: Omit<UnexpectedChange, 'field'>): Text {
  const both = shownBoth(before, after)
  return {
    en: `warning: ${field} of ${id} changed too, from ${both.en[0]} to ${both.en[1]}`,
    de: `Warnung: ${field} von ${id} wurde ebenfalls geändert, von ${both.de[0]} in ${both.de[1]}`,
  }
}

const nothing: Text = { en: 'nothing', de: 'nichts' }
const shown_max = 60

type Both = readonly [string, string]

/** Quoted texts, items of lists, long values cut around the difference, and a word for empty values. */
function shownBoth(one: Json | undefined, other: Json | undefined): { readonly en: Both; readonly de: Both } {
  const [ones, others] = cutAroundDifference(...asLines(plain(one), plain(other)), shown_max)
  const both = (language: Language): Both => [shown(one, ones, language), shown(other, others, language)]
  return { en: both('en'), de: both('de') }
}

function plain(value: Json | undefined): string {
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** One line each; if only whitespace differs, it is shown. */
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
