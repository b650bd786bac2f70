// Errors of the network as messages with hints.
import { CalError, errorCode } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'

interface FailedConnection {
  readonly origin: string
  readonly timeout_ms: number
  readonly timed_out: boolean
  readonly method: string
}

/** The error `unreachable`; the hint for a POST without a response says that it may have been executed. */
export function networkError(cause: unknown, { origin, timeout_ms, timed_out, method }: FailedConnection): CalError {
  const late = timed_out || /Timeout/.test(nameOf(cause)) || codeOf(cause) === 'ETIMEDOUT'
  const { en, de } = networkErrorText(cause)
  const text = late
    ? {
        en: `${origin} did not respond within ${timeout_ms / 1000} s`,
        de: `${origin} hat binnen ${timeout_ms / 1000} s nicht geantwortet`,
      }
    : { en: `cannot reach ${origin}: ${en}`, de: `${origin} ist nicht erreichbar: ${de}` }
  if (method === 'POST' && !wasNeverSent(cause))
    return new CalError('unreachable', text, { cause, hint: check_before_retry })
  return new CalError('unreachable', text, {
    cause,
    hint: late ? wait_longer : (hints[codeOf(cause) ?? ''] ?? check_address),
  })
}

/**
 * Whether a failed create may have been executed: its response was lost, or a gateway sent another one. An error
 * without a cause does not come from the network: nothing was sent.
 */
export function isAnswerLost(error: unknown): error is CalError {
  if (!(error instanceof CalError)) return false
  return error.code === 'unreachable'
    ? error.cause !== undefined && !wasNeverSent(error.cause)
    : error.code === 'server_failed' && (error.remote?.status ?? 0) >= 500
}

/** The message for an error of the network, with its code; an unknown error is quoted. */
export function networkErrorText(cause: unknown): Text {
  const code = codeOf(cause)
  if (nameOf(firstOf(cause)) === 'HTTPParserError') return no_http
  const meaning = code === undefined ? undefined : meanings[code]
  if (meaning === undefined) return quoted(messageOf(cause))
  return { en: `${meaning.en} (${code})`, de: `${meaning.de} (${code})` }
}

const check_before_retry = {
  en: 'the request may have succeeded: check before retrying it',
  de: 'die Anfrage war möglicherweise erfolgreich: vor dem Wiederholen prüfen',
}
const wait_longer = { en: 'to wait longer, use --timeout SECONDS', de: '--timeout SEKUNDEN wartet länger' }
const check_address = {
  en: 'check the URL, or start a local service: cal serve',
  de: 'die Adresse prüfen oder einen eigenen Kalender starten: cal serve',
}
const know_authority = {
  en: 'if you trust it, set NODE_EXTRA_CA_CERTS to the file with the certificate of its authority',
  de: 'falls es vertrauenswürdig ist: NODE_EXTRA_CA_CERTS=DATEI mit dem Zertifikat seiner Zertifizierungsstelle',
}
const try_http = { en: 'try http:// or another port', de: 'http:// oder einen anderen Port versuchen' }
const renew = {
  en: 'check the clock of this machine; otherwise the certificate must be renewed on the server',
  de: 'die Uhr dieses Rechners prüfen; sonst muss das Zertifikat auf dem Server erneuert werden',
}

const closed: Text = { en: 'the server closed the connection', de: 'der Server hat die Verbindung getrennt' }
const no_route: Text = { en: 'no route to host', de: 'keine Route zum Zielrechner' }
const self_signed: Text = { en: 'its certificate is self-signed', de: 'das Zertifikat ist selbst signiert' }
const unknown_authority: Text = {
  en: 'its certificate was issued by an unknown authority',
  de: 'das Zertifikat stammt von einer unbekannten Zertifizierungsstelle',
}
const no_tls: Text = { en: 'the server does not use TLS', de: 'der Server verwendet kein TLS' }
const no_http: Text = { en: 'the response is not HTTP', de: 'die Antwort ist kein HTTP' }

/** By the codes of the system, of TLS and of the HTTP library. */
const meanings: Readonly<Record<string, Text>> = {
  ECONNREFUSED: { en: 'connection refused', de: 'Verbindung abgelehnt' },
  ENOTFOUND: { en: 'host not found', de: 'Rechner nicht gefunden' },
  EAI_AGAIN: {
    en: 'the host name cannot be resolved at the moment',
    de: 'der Name des Rechners lässt sich derzeit nicht auflösen',
  },
  EHOSTUNREACH: no_route,
  ENETUNREACH: no_route,
  ENETDOWN: no_route,
  EHOSTDOWN: no_route,
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
    en: 'its certificate was issued for another host name',
    de: 'das Zertifikat gilt für einen anderen Namen',
  },
  EPROTO: no_tls,
  ERR_SSL_WRONG_VERSION_NUMBER: no_tls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: no_tls,
  UND_ERR_HEADERS_OVERFLOW: {
    en: 'the response headers are too long',
    de: 'die Header der Antwort sind zu lang',
  },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: {
    en: 'the response is shorter than its headers say',
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

/** No connection was established, so nothing was sent. */
function wasNeverSent(cause: unknown): boolean {
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.every(wasNeverSent)
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS.*|.*CERT.*)$/.test(
    errorCode(cause),
  )
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

/** If several addresses were tried, the error of the first one. */
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
