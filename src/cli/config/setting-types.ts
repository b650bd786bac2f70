// The types of settings, and how messages describe them.
import type { Text } from '../../base/text/language.ts'
import type { Setting } from './settings-table.ts'

interface Form {
  /** The value in its type; undefined for any other value. */
  readonly of: (value: unknown) => string | number | undefined
  /** The end of a sentence: `timeout needs a positive number`. */
  readonly needs: Text
}

export const setting_forms: Readonly<Record<Setting['type'], Form>> = {
  text: { of: textOf, needs: { en: 'text', de: 'einen Text' } },
  number: { of: numberOf, needs: { en: 'a positive number', de: 'eine Zahl größer als 0' } },
  count: {
    of: (value) => (Number.isSafeInteger(numberOf(value)) ? numberOf(value) : undefined),
    needs: { en: 'a positive whole number', de: 'eine ganze Zahl über 0' },
  },
  rate: {
    of: (value) => (rateOf(textOf(value)) === undefined ? undefined : textOf(value)),
    needs: { en: 'a rate such as 5/s', de: 'eine Rate wie 5/s' },
  },
}

/** `5`, `5/s`, `300/m`, `300/min` in requests a second. */
export function rateOf(text: string | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(?:\/(s|sec|m|min|h))?$/.exec(text ?? '')
  if (!match || Number(match[1]) === 0) return undefined
  const per = { s: 1, m: 60, h: 3600 }[(match[2] ?? 's').slice(0, 1)] ?? 1
  return Number(match[1]) / per
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined
}
