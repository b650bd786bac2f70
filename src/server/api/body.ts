// Parses the body of a request: JSON and multipart forms, refused when too large or too deep before they are parsed.
import { isObject, type Json } from '../../base/json.ts'
import type { Given } from '../../spec/read.ts'
import { ApiError } from '../domain/api-error.ts'
import { type FormPair, requireFew, requireShort, values_max } from './form.ts'

const levels_max = 64
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * The members of a JSON object; a list or a single value has none.
 * Errors: 400 `rest_invalid_json`, `rest_too_many_values`, `rest_nested_too_deep`.
 */
export function jsonMembers(body: string | Uint8Array): Given {
  try {
    const text = typeof body === 'string' ? body : utf8.decode(body)
    requireModest(text)
    const value: Json = JSON.parse(text)
    if (typeof value === 'object' && value !== null) sift(value)
    return isObject(value) ? value : {}
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
    throw new ApiError('rest_invalid_json', { data: { json_error_code: 4, json_error_message: 'Syntax error' } })
  }
}

/** Counts values and levels in the text: counting 300,000 keys takes 20 ms, parsing them a second. */
function requireModest(text: string): void {
  let [values, levels] = [0, 0]
  for (let i = 0; i < text.length; i += 1) {
    switch (text[i]) {
      case '"':
        i = endOfString(text, i)
        break
      case ',':
        values += 1
        requireFew(values)
        break
      case '[':
      case '{':
        values += 1
        levels += 1
        requireFew(values)
        if (levels > levels_max) throw new ApiError('rest_nested_too_deep', { values: { max: String(levels_max) } })
        break
      case ']':
      case '}':
        levels -= 1
        break
      default:
    }
  }
}

/** A quotation mark after an odd number of backslashes does not end the string. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let before = at
    while (text[before - 1] === '\\') before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return text.length
}

/** Removes `__proto__` from a parsed value, and refuses unpaired surrogates, as PHP does. */
function sift(value: object): void {
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
  for (const item of Object.values(value)) {
    if (typeof item === 'string' && !item.isWellFormed())
      throw new ApiError('rest_invalid_json', {
        data: { json_error_code: 10, json_error_message: 'Single unpaired high surrogate in Unicode escape' },
      })
    if (typeof item === 'object' && item !== null) sift(item)
  }
}

/**
 * The fields of a multipart body in their order; none without a boundary.
 * Errors: 400 `rest_upload_refused` for a file, `rest_too_many_values`, `rest_name_too_long`.
 */
export function multipartPairs(body: Uint8Array, type: string): readonly FormPair[] {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined) return []
  // The preamble, one part more than the limit, and the epilogue.
  const parts = `\r\n${Buffer.from(body).toString('latin1')}`.split(`\r\n--${mark}`, values_max + 3).slice(1)
  const end = parts.findIndex((part) => part.startsWith('--'))
  const wanted = end < 0 ? parts : parts.slice(0, end)
  requireFew(wanted.length)
  return wanted.flatMap(pairOf)
}

/** The bytes are Latin-1 until here, so that the boundary is found among any bytes. */
function pairOf(part: string): readonly FormPair[] {
  const blank = part.indexOf('\r\n\r\n')
  if (blank < 0) return []
  const head = part.slice(0, blank)
  const match = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(head)
  if (!match) return []
  const name = decodeUtf8(match[1] ?? match[2] ?? '')
  requireShort(name)
  if (/;\s*filename\*?=/i.test(head)) throw new ApiError('rest_upload_refused', { values: { name } })
  return [[name, decodeUtf8(part.slice(blank + 4))]]
}

function decodeUtf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
