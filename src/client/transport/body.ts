// Response bodies: decompressed, decoded as text, and parsed as JSON.
import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import type { Headers } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { type Json, shallowJson } from '../../base/json.ts'

/**
 * The text of a body.
 *
 * Units:  `bytes_max` counts decompressed bytes.
 * Errors: `server_failed` for a compression that is unknown or broken, and for a larger body.
 */
export async function textOfBody(body: Buffer, headers: Headers, bytes_max: number): Promise<string> {
  let bytes = body
  const encodings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  for (const encoding of encodings.reverse())
    if (encoding !== '' && encoding !== 'identity' && bytes.length > 0)
      bytes = await decompressed(bytes, encoding, bytes_max)
  return decoded(bytes, headers['content-type'])
}

/** The error for a body over the size limit. Units: bytes. */
export function tooLarge(bytes_max: number): CalError {
  const size = `${bytes_max / 1024 / 1024} MB`
  return new CalError('server_failed', {
    en: `the response is larger than ${size}`,
    de: `die Antwort ist größer als ${size}`,
  })
}

async function decompressed(bytes: Buffer, encoding: string, bytes_max: number): Promise<Buffer> {
  const { brotliDecompress, gunzip, inflate } = await import('node:zlib')
  const decompress = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress }[encoding]
  if (!decompress)
    throw new CalError('server_failed', {
      en: `the response has an unknown content encoding: ${encoding}`,
      de: `die Antwort hat eine unbekannte Kodierung: ${encoding}`,
    })
  try {
    return await promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(decompress)(bytes, {
      maxOutputLength: bytes_max,
    })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(bytes_max)
    throw new CalError(
      'server_failed',
      {
        en: `the response is not valid ${encoding} data, although its headers say so`,
        de: `die Antwort ist entgegen ihrem Header nicht mit ${encoding} komprimiert`,
      },
      { cause },
    )
  }
}

/** Valid UTF-8 is read as UTF-8 even if another charset is declared: that is a misconfigured site in most cases. */
function decoded(bytes: Buffer, type: string | undefined): string {
  const charset = /;\s*charset\s*=\s*"?([\w:.+-]+)/i.exec(type ?? '')?.[1]?.toLowerCase()
  if (charset === undefined || /^utf-?8$/.test(charset) || (!charset.startsWith('utf-16') && isUtf8(bytes)))
    return bytes.toString('utf8')
  return decoderOf(charset)?.decode(bytes) ?? bytes.toString('utf8')
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Messages that PHP prints before the JSON, as text or HTML, on sites that display errors. */
const warning = /\b(?:Warning|Notice|Deprecated|Strict Standards)(?:<\/b>)?:/
/** Matches a possible start of an object or a list. */
const json_start = /\{(?=["}])|\[(?=[{\]])/g
const starts_max = 50

/** The JSON value of a body, after a byte order mark or messages of PHP; undefined if there is none. */
export function jsonOfBody(body: string): Json | undefined {
  const text = body.replace(/^\ufeff/, '')
  const value = shallowJson(text)
  return value === undefined && warning.test(text) ? jsonAfterWarnings(text) : value
}

function jsonAfterWarnings(text: string): Json | undefined {
  let tried = 0
  for (const { index } of text.matchAll(json_start)) {
    const value = shallowJson(text.slice(index))
    tried += 1
    if (value !== undefined || tried === starts_max) return value
  }
  return undefined
}
