// The text fields of a multipart/form-data body; files are refused.
import { ApiError } from '../domain/api-error.ts'
import { type FormPair, requireFew, requireShort, values_max } from './form.ts'

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
  const name = utf8(match[1] ?? match[2] ?? '')
  requireShort(name)
  if (/;\s*filename\*?=/i.test(head)) throw new ApiError('rest_upload_refused', { values: { name } })
  return [[name, utf8(part.slice(blank + 4))]]
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
