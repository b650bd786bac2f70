// What is said when a service did something else than it was asked for.
import type { JsonObject } from '../base/json.ts'
import type { Language, Text } from '../base/language.ts'
import type { Unkept } from '../client/kept.ts'
import type { Surprise } from '../client/update.ts'
import type { Session } from './session.ts'

export interface Divergences {
  readonly surprises?: readonly Surprise[]
  readonly unkept?: readonly Unkept[]
}

/** A line on stderr for each field that is not as it was asked for, or changed beside what was asked for. */
export async function warnOf({ id }: JsonObject, { surprises = [], unkept = [] }: Divergences, { note }: Session): Promise<void> {
  for (const { field, asked, kept } of unkept) await note(unkeptText(field, String(id), { asked, kept }))
  for (const { field, before, after } of surprises) await note(surpriseText(field, String(id), { before, after }))
}

export function unkeptText(field: string, id: string, { asked, kept }: Omit<Unkept, 'field'>): Text {
  return {
    en: `warning: ${field} of ${id}: asked for ${shown(asked, 'en')}, the service kept ${shown(kept, 'en')}`,
    de: `Warnung: ${field} von ${id}: verlangt war ${shown(asked, 'de')}, beim Dienst steht ${shown(kept, 'de')}`,
  }
}

function surpriseText(field: string, id: string, { before, after }: Omit<Surprise, 'field'>): Text {
  return {
    en: `warning: ${field} of ${id} changed too, from ${shown(before, 'en')} to ${shown(after, 'en')}`,
    de: `Warnung: ${field} von ${id} hat sich auch geändert, von ${shown(before, 'de')} zu ${shown(after, 'de')}`,
  }
}

const nothing: Text = { en: 'nothing', de: 'nichts' }
const shown_max = 60

/** Texts quoted and cut, lists by their items, and a word for what is empty. */
function shown(value: unknown, language: Language): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return nothing[language]
  if (Array.isArray(value)) return value.map((item) => shown(item, language)).join(', ')
  if (typeof value !== 'string') return cut(JSON.stringify(value))
  return language === 'de' ? `„${cut(value)}“` : `"${cut(value)}"`
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.length > shown_max ? `${line.slice(0, shown_max)}…` : line
}
