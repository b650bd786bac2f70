// Errors of the network as messages with hints.
import { CalError, errorCode } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { isLoopback } from '../../spec/addresses.ts'

interface FailedConnection {
  readonly origin: string
  readonly timeout_ms: number
  readonly method: string
}

/** The error `unreachable`; the hint for a POST without a response says that it may have been executed. */
export function networkError(cause: unknown, { origin, timeout_ms, method }: FailedConnection): CalError {
  const late = /Timeout/.test(errorName(cause)) || codeOf(cause) === 'ETIMEDOUT'
  const reason = networkErrorText(cause)
  const text = late
    ? t('{origin} did not respond within {seconds} s', { origin, seconds: timeout_ms / 1000 })
    : t('cannot reach {origin}: {reason}', { origin, reason })
  if (method === 'POST' && !wasNeverSent(cause))
    return new CalError('unreachable', text, { cause, hint: check_before_retry })
  return new CalError('unreachable', text, {
    cause,
    hint: late
      ? wait_longer
      : (hints[codeOf(cause)] ?? (isLoopback(new URL(origin).hostname) ? start_service : check_address)),
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

/** Calls `onWritten` for a request that was executed; `lost`: it may have been, although it failed. */
export function watchedWrites(exchange: Exchange, onWritten: (lost: boolean) => void): Exchange {
  return async (request) => {
    try {
      const response = await exchange(request)
      const { status } = response
      if (status < 400 || status >= 500) onWritten(status >= 500)
      return response
    } catch (error) {
      if (isAnswerLost(error)) onWritten(true)
      throw error
    }
  }
}

/** The message for an error of the network, with its code; an unknown error is quoted. */
export function networkErrorText(cause: unknown): Text {
  const code = codeOf(cause)
  if (errorName(firstCause(cause)) === 'HTTPParserError') return no_http
  const meaning = meanings[code]
  if (meaning === undefined) return quoted(messageOf(cause))
  return eachLanguage((language) => `${meaning[language]} (${code})`)
}

const check_before_retry = t('the request may have succeeded: check before retrying it')
const wait_longer = t('to wait longer, use --timeout SECONDS')
const check_address = t('check the URL')
const start_service = t('check the URL, or start a local service: cal serve')
const know_authority = t('if you trust it, set NODE_EXTRA_CA_CERTS to the file with the certificate of its authority')
const try_http = t('try http:// or another port')
const renew = t("check this machine's clock; otherwise the certificate must be renewed on the server")

const closed: Text = t('the server closed the connection')
const no_route: Text = t('no route to host')
const self_signed: Text = t('its certificate is self-signed')
const unknown_authority: Text = t('its certificate was issued by an unknown authority')
const no_tls: Text = t('the server does not use TLS')
const no_http: Text = t('the response is not HTTP')

/** By the codes of the system, of TLS and of the HTTP library. */
const meanings: Readonly<Record<string, Text>> = {
  ECONNREFUSED: t('connection refused'),
  ENOTFOUND: t('host not found'),
  EAI_AGAIN: t('the host name cannot be resolved at the moment'),
  EHOSTUNREACH: no_route,
  ENETUNREACH: no_route,
  ECONNRESET: closed,
  ECONNABORTED: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  CERT_HAS_EXPIRED: t('its certificate has expired'),
  CERT_NOT_YET_VALID: t('its certificate is not valid yet'),
  DEPTH_ZERO_SELF_SIGNED_CERT: self_signed,
  SELF_SIGNED_CERT_IN_CHAIN: self_signed,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknown_authority,
  UNABLE_TO_GET_ISSUER_CERT: unknown_authority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknown_authority,
  ERR_TLS_CERT_ALTNAME_INVALID: t('its certificate was issued for another host name'),
  EPROTO: no_tls,
  ERR_SSL_WRONG_VERSION_NUMBER: no_tls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: no_tls,
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

function errorName(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

/** If several addresses were tried, the error of the first one. */
function firstCause(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? firstCause(error.errors[0]) : error
}

function codeOf(error: unknown): string {
  return errorCode(firstCause(error))
}

function messageOf(error: unknown): string {
  const first = firstCause(error)
  return first instanceof Error ? first.message : String(first)
}
