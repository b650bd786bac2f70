// Values as the query of an address.
import type { Json } from '../../base/json.ts'
import type { Values } from '../../spec/read.ts'

/** Lists are joined by commas, unless an item holds one: then each stands for itself as `name[]`. */
export function queryOf(values: Values): string {
  return Object.entries(values)
    .flatMap(([name, value]) => pairsOf(name, value))
    .map(([name, text]) => `${encoded(name)}=${encoded(text)}`)
    .join('&')
}

function pairsOf(name: string, value: Json | undefined): readonly (readonly [string, string])[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) return [[name, String(value)]]
  const texts = value.map(String)
  return texts.some((text) => text.includes(','))
    ? texts.map((text) => [`${name}[]`, text] as const)
    : [[name, texts.join(',')]]
}

/** Commas and brackets stay readable; they mean the same. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'))
    .replaceAll('%2C', ',')
    .replaceAll('%5B%5D', '[]')
    .replaceAll('%3A', ':')
    .replaceAll('%20', '+')
}
