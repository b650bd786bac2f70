// Errors that are shown as pages: a wrong address, an error of the service, or a lost connection.
import { CalError, UnusableDatabaseError } from '../../base/errors.ts'
import type { ApiResponse } from '../../base/exchange.ts'
import { isObject, type Json, parsedJson } from '../../base/json.ts'
import { capitalized, sameText, t, type Text } from '../../base/text/language.ts'

export class PageError extends Error {
  readonly status: number
  readonly text: Text
  /** The error code of the interface. */
  readonly code: string
  /** The value of the header `Retry-After`. Unit: seconds. */
  readonly retry_after: string | undefined

  constructor(status: number, text: Text, { code = '', retry_after }: { code?: string; retry_after?: string } = {}) {
    super(text.en)
    this.name = 'PageError'
    this.status = status
    this.text = text
    this.code = code
    this.retry_after = retry_after
  }
}

/** The error of a response, whose message is in the language of the request. */
export function errorOfResponse({ status, headers, body }: ApiResponse): PageError {
  const value = parsedJson(body)
  const { code, message, data } = isObject(value) ? value : {}
  if (typeof message !== 'string' || (status >= 500 && status !== 503))
    return new PageError(502, t('The calendar service responded with status {status}.', { status }))
  return new PageError(status, sameText(detailsOf(data) || sentenceOf(message)), {
    code: typeof code === 'string' ? code : '',
    ...(headers['retry-after'] !== undefined && { retry_after: headers['retry-after'] }),
  })
}

/** Messages of the interface are not sentences: `this event is in the trash`. */
function sentenceOf(message: string): string {
  const text = capitalized(message)
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** The message for each rejected parameter; empty if the response has none. */
function detailsOf(data: Json | undefined): string {
  const params = isObject(data) ? data.params : undefined
  if (!isObject(params)) return ''
  return Object.entries(params)
    .map(([name, text]) => `${name}: ${String(text)}`)
    .join('; ')
}

/** The error of an exchange that got no response; undefined for a bug, and for errors whose details go to the log. */
export function errorOfExchange(error: unknown): PageError | undefined {
  if (error instanceof PageError) return error
  if (!(error instanceof CalError) || error instanceof UnusableDatabaseError) return undefined
  const status = error.code === 'timed_out' ? 504 : error.code === 'not_allowed' ? 403 : 502
  return new PageError(status, error.text)
}
