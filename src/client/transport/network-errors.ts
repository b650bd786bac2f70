// What it means that a request found no answer: the sentence and what to do.
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'

interface Circumstances {
  readonly origin: string
  readonly timeout_ms: number
  readonly timed_out: boolean
  readonly method: string
}

/** Fails with `unreachable`; the hint of a lost POST says that it may have been carried out. */
export function networkError(cause: unknown, { origin, timeout_ms, timed_out, method }: Circumstances): CalError {
  const late = timed_out || /Timeout/.test(nameOf(cause)) || codeOf(cause) === 'ETIMEDOUT'
  const { en, de } = networkErrorText(cause)
  const text = late
    ? {
        en: `${origin} gave no answer within ${timeout_ms / 1000} s`,
        de: `${origin} hat binnen ${timeout_ms / 1000} s nicht geantwortet`,
      }
    : { en: `cannot reach ${origin}: ${en}`, de: `${origin} ist nicht erreichbar: ${de}` }
  if (method === 'POST' && !neverArrived(cause)) return new CalError('unreachable', text, { cause, hint: look_first })
  return new CalError('unreachable', text, {
    cause,
    hint: late ? wait_longer : (hints[codeOf(cause) ?? ''] ?? check_address),
  })
}

/**
 * Whether a create may have been carried out although it failed: its answer did not come, or one from on the way. A
 * failure without a cause is no network's: nothing was sent.
 */
export function isAnswerLost(error: unknown): error is CalError {
  if (!(error instanceof CalError)) return false
  return error.code === 'unreachable'
    ? error.cause !== undefined && !neverArrived(error.cause)
    : error.code === 'server_failed' && (error.remote?.status ?? 0) >= 500
}

/** What an error of the network means, with its code; one that nobody knows stands as it came. */
export function networkErrorText(cause: unknown): Text {
  const code = codeOf(cause)
  if (nameOf(firstOf(cause)) === 'HTTPParserError') return no_http
  const meaning = code === undefined ? undefined : meanings[code]
  if (meaning === undefined) return quoted(messageOf(cause))
  return { en: `${meaning.en} (${code})`, de: `${meaning.de} (${code})` }
}

/** A request that is never repeated by itself: its answer was lost, not it. */
const look_first = {
  en: 'it may have been carried out all the same: look before repeating it',
  de: 'womöglich wurde es trotzdem ausgeführt: erst nachsehen, dann wiederholen',
}
const wait_longer = { en: '--timeout SECONDS waits longer', de: '--timeout SEKUNDEN wartet länger' }
const check_address = {
  en: 'check the address, or start a calendar of your own: cal serve',
  de: 'die Adresse prüfen, oder einen eigenen Kalender starten: cal serve',
}
const know_authority = {
  en: 'if it is to be trusted: NODE_EXTRA_CA_CERTS=FILE with the certificate of its authority',
  de: 'wenn ihm zu trauen ist: NODE_EXTRA_CA_CERTS=DATEI mit dem Zertifikat seiner Zertifizierungsstelle',
}
const try_http = { en: 'is it http:// there, or another port?', de: 'gilt dort http:// oder ein anderer Port?' }
const renew = {
  en: 'whoever runs it has to renew it; or this machine’s clock is wrong',
  de: 'der Betreiber muss es erneuern; oder die Uhr dieses Rechners geht falsch',
}

const closed: Text = { en: 'the connection was closed from there', de: 'die Verbindung wurde von dort getrennt' }
const no_way: Text = { en: 'no network leads there', de: 'kein Netz führt dorthin' }
const self_signed: Text = { en: 'its certificate is signed by itself', de: 'das Zertifikat ist selbst ausgestellt' }
const unknown_authority: Text = {
  en: 'its certificate comes from an authority that is unknown here',
  de: 'das Zertifikat stammt von einer hier unbekannten Zertifizierungsstelle',
}
const no_tls: Text = { en: 'it does not speak TLS there', de: 'dort wird kein TLS gesprochen' }
const no_http: Text = { en: 'what came is no HTTP', de: 'was kam, ist kein HTTP' }

/** By the codes of the system, of TLS and of the HTTP library. */
const meanings: Readonly<Record<string, Text>> = {
  ECONNREFUSED: { en: 'nothing listens there', de: 'dort nimmt niemand Verbindungen an' },
  ENOTFOUND: { en: 'there is no host of that name', de: 'einen Rechner dieses Namens gibt es nicht' },
  EAI_AGAIN: { en: 'the name cannot be looked up now', de: 'der Name lässt sich gerade nicht auflösen' },
  EHOSTUNREACH: no_way,
  ENETUNREACH: no_way,
  ENETDOWN: no_way,
  EHOSTDOWN: no_way,
  ECONNRESET: closed,
  ECONNABORTED: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  UND_ERR_CLOSED: closed,
  UND_ERR_DESTROYED: closed,
  CERT_HAS_EXPIRED: { en: 'its certificate has expired', de: 'das Zertifikat ist abgelaufen' },
  CERT_NOT_YET_VALID: { en: 'its certificate is not valid yet', de: 'das Zertifikat gilt noch nicht' },
  CERT_REVOKED: { en: 'its certificate was revoked', de: 'das Zertifikat wurde widerrufen' },
  DEPTH_ZERO_SELF_SIGNED_CERT: self_signed,
  SELF_SIGNED_CERT_IN_CHAIN: self_signed,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknown_authority,
  UNABLE_TO_GET_ISSUER_CERT: unknown_authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknown_authority,
  ERR_TLS_CERT_ALTNAME_INVALID: {
    en: 'its certificate is for another name',
    de: 'das Zertifikat gilt für einen anderen Namen',
  },
  EPROTO: no_tls,
  ERR_SSL_WRONG_VERSION_NUMBER: no_tls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: no_tls,
  UND_ERR_HEADERS_OVERFLOW: {
    en: 'the headers of the answer are too long',
    de: 'die Kopfzeilen der Antwort sind zu lang',
  },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    en: 'the answer is shorter than it says',
    de: 'die Antwort ist kürzer als angekündigt',
  },
}

const hints: Readonly<Record<string, Text>> = {
  CERT_HAS_EXPIRED: renew,
  CERT_NOT_YET_VALID: renew,
  DEPTH_ZERO_SELF_SIGNED_CERT: know_authority,
  SELF_SIGNED_CERT_IN_CHAIN: know_authority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: know_authority,
  UNABLE_TO_GET_ISSUER_CERT: know_authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: know_authority,
  EPROTO: try_http,
  ERR_SSL_WRONG_VERSION_NUMBER: try_http,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: try_http,
}

/** The connection was not made at all. */
function neverArrived(cause: unknown): boolean {
  const { code, errors } = (cause ?? {}) as { readonly code?: unknown; readonly errors?: readonly unknown[] }
  if (errors?.length) return errors.every(neverArrived)
  return (
    typeof code === 'string' &&
    /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS.*|.*CERT.*)$/.test(
      code,
    )
  )
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

/** Several addresses were tried: the first one stands for all. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? firstOf(error.errors[0]) : error
}

function codeOf(error: unknown): string | undefined {
  const first = firstOf(error)
  return first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : undefined
}

function messageOf(error: unknown): string {
  const first = firstOf(error)
  return first instanceof Error ? first.message : String(first)
}
