// What the specification prints of a parameter, in words: its type and its default. Help and explain say the same.
import { sameText, type Text } from '../../base/text/language.ts'
import type { Parameter } from '../../spec/model.ts'

const types: Readonly<Record<Parameter['type'], Text>> = {
  integer: { en: 'integer', de: 'ganze Zahl' },
  number: { en: 'number', de: 'Zahl' },
  string: { en: 'string', de: 'Text' },
  boolean: { en: 'boolean', de: 'Wahrheitswert' },
  'array of integer': { en: 'array of integer', de: 'Liste ganzer Zahlen' },
  untyped: { en: 'untyped', de: 'ohne Typ' },
}

export const required_text: Text = { en: 'required', de: 'erforderlich' }

export function typeText({ type }: Parameter): Text {
  return types[type]
}

/** What to type for a parameter; undefined where the placeholder of its flag says it: text, a date, on or off. */
export function valueText({ type }: Parameter): Text | undefined {
  if (type === 'array of integer') return { en: 'comma-separated list', de: 'durch Kommas getrennte Liste' }
  return type === 'integer' || type === 'number' ? types[type] : undefined
}

/** undefined where there is none. One that is computed depends on the moment: nobody can name it here. */
export function defaultText({ default: standard, computed }: Parameter): Text | undefined {
  if (computed) return { en: 'computed', de: 'berechnet' }
  return standard === undefined ? undefined : sameText(String(standard))
}
