// Parts of OpenAPI documents with texts in both languages, and their conversion to one language.
import { isList, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { type Language, languages, type Text } from '../../base/text/language.ts'

/** A part of a document; `{ en, de }` in it is a localized text. */
export type Piece = JsonObject

/** The document with its texts in this language. */
export function inLanguage(value: Json, language: Language): Json {
  if (isList(value)) return value.map((item) => inLanguage(item, language))
  if (!isObject(value)) return value
  const text = value[language]
  if (typeof text === 'string' && languages.every((one) => one in value)) return text
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, item === undefined ? item : inLanguage(item, language)]),
  )
}

/** A reference to a named schema, or to another named part. */
export function reference(name: string, part = 'schemas'): Piece {
  return { $ref: `#/components/${part}/${name}` }
}

/** Returns a function that adds a description to a schema: `text(t('title'))`. */
function kind(schema: Piece) {
  return (description: Text, more: Piece = {}): Piece => ({ ...schema, description, ...more })
}

export const whole = kind({ type: 'integer' })
export const text = kind({ type: 'string' })
export const flag = kind({ type: 'boolean' })
export const moment = kind({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' })
export const uri = kind({ type: 'string', format: 'uri' })

/** The schema of an array. */
export function listOf(items: Piece, description: Text): Piece {
  return { type: 'array', items, description }
}

/** A reference with its own description, which `$ref` alone would ignore. */
export function described(schema: Piece, description: Text): Piece {
  return { allOf: [schema], description }
}
