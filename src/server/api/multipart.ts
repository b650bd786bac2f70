// The text fields of a multipart/form-data body; files are refused, since nothing here would keep them.
import { ApiError } from '../domain/api-error.ts'
import { type FormPair, requireFew, requireShort, values_max } from './form.ts'

/**
 * Every field of a multipart body in its order; nothing when the type names no boundary.
 * Fails:  400 `rest_upload_refused` for a part that is a file, 400 `rest_too_many_values`, 400 `rest_name_too_long`.
 */
export function multipartPairs(body: Uint8Array, type: string): readonly FormPair[] {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined) return []
  // What stands before the first boundary, one part more than are taken, and what stands after the last boundary.
  const parts = `\r\n${Buffer.from(body).toString('latin1')}`.split(`\r\n--${mark}`, values_max + 3).slice(1)
  const end = parts.findIndex((part) => part.startsWith('--'))
  const wanted = end < 0 ? parts : parts.slice(0, end)
  requireFew(wanted.length)
  return wanted.flatMap(pairOf)
}

/** Bytes are carried as Latin-1 until here, so that a boundary is found whatever surrounds it. */
function pairOf(part: string): readonly FormPair[] {
  const blank = part.indexOf('\r\n\r\n')
  if (blank < 0) return []
  const head = part.slice(0, blank)
  const match = /;\s*name=(?:"([^"]*)"|([^\s;]+))/i.exec(head)
  if (!match) return []
  const name = utf8(match[1] ?? match[2] ?? '')
  requireShort(name)
  if (/;\s*filename\*?=/i.test(head)) throw new ApiError('rest_upload_refused', { values: { name } })
  return [[name, utf8(part.slice(blank + 4))]]
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
