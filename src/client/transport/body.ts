// The bytes of a body as text: unpacked and decoded as the headers say.
import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import type { Headers } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import { type Json, shallowJson } from '../../base/json.ts'

/**
 * The text of an answer, packed or not.
 * Units: `bytes_max` counts the bytes of the text.
 * Fails: `server_failed` for packing that is unknown or broken, and for what is larger.
 */
export async function textOfBody(body: Buffer, headers: Headers, bytes_max: number): Promise<string> {
  let bytes = body
  const packings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  for (const packing of packings.reverse())
    if (packing !== '' && packing !== 'identity' && bytes.length > 0) bytes = await unpacked(bytes, packing, bytes_max)
  return decoded(bytes, headers['content-type'])
}

/** An answer that is larger than this interface's are. Units: bytes. */
export function tooLarge(bytes_max: number): CalError {
  const size = `${bytes_max / 1024 / 1024} MB`
  return new CalError('server_failed', {
    en: `the answer is larger than ${size}`,
    de: `die Antwort ist größer als ${size}`,
  })
}

async function unpacked(bytes: Buffer, packing: string, bytes_max: number): Promise<Buffer> {
  const { brotliDecompress, gunzip, inflate } = await import('node:zlib')
  const unpack = { gzip: gunzip, 'x-gzip': gunzip, deflate: inflate, br: brotliDecompress }[packing]
  if (!unpack)
    throw new CalError('server_failed', {
      en: `the answer is packed in a way nobody asked for: ${packing}`,
      de: `die Antwort ist ungefragt gepackt: ${packing}`,
    })
  try {
    return await promisify<Buffer, { readonly maxOutputLength: number }, Buffer>(unpack)(bytes, {
      maxOutputLength: bytes_max,
    })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(bytes_max)
    throw new CalError(
      'server_failed',
      {
        en: `the answer says it is packed as ${packing}, and is not`,
        de: `die Antwort ist nicht als ${packing} gepackt, wie sie angibt`,
      },
      { cause },
    )
  }
}

/**
 * Text that is sound UTF-8 is UTF-8, whatever is claimed: sites that claim another charset by mistake are more common
 * than ones that mean it.
 */
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

/** What PHP prints into an answer, as text or as HTML, where a site shows its warnings. */
const warning = /\b(?:Warning|Notice|Deprecated|Strict Standards)(?:<\/b>)?:/
/** Where an object or a list may begin. */
const beginning = /\{(?=["}])|\[(?=[{\]])/g
const beginnings_max = 50

/** The value, or undefined where there is none. A byte order mark and warnings of PHP in front are passed over. */
export function jsonOfBody(body: string): Json | undefined {
  const text = body.replace(/^\ufeff/, '')
  const value = shallowJson(text)
  return value === undefined && warning.test(text) ? jsonBehindWarnings(text) : value
}

function jsonBehindWarnings(text: string): Json | undefined {
  let tried = 0
  for (const { index } of text.matchAll(beginning)) {
    const value = shallowJson(text.slice(index))
    tried += 1
    if (value !== undefined || tried === beginnings_max) return value
  }
  return undefined
}
