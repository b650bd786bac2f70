// Error responses as errors with a code, a message and a hint.
import type { ApiResponse } from '../../base/exchange.ts'
import { CalError, type ErrorCode, type RemoteError } from '../../base/errors.ts'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { jsonOfBody, redirectOf } from '../transport/response.ts'
import { notFoundText } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'

/** The request that failed, for its message. */
export interface FailedRequest {
  readonly kind?: Plural | undefined
  readonly target?: Json | undefined
  /** The request held a password for the record. */
  readonly with_password?: boolean
}

/** The error of a response whose status is not 2xx. */
export function errorOfAnswer(response: ApiResponse, request: FailedRequest = {}): CalError {
  const value = jsonOfBody(response.body)
  const body = isObject(value) ? value : {}
  const remote = remoteOf(response, body)
  const code = codeOf(remote)
  // Redirects are not followed, so that credentials are sent to no other host.
  const moved = redirectOf(response)
  if (moved !== undefined) return redirectError(moved, remote)
  const hint = hintOf(code, response, body, request)
  if (remote.code === in_trash) return trashedError(remote, request)
  const details = hint ? { remote, hint } : { remote }
  const missing = missingText(code, remote, request)
  if (missing === undefined) return new CalError(code, errorText(code, remote, messageOf(body)), details)
  return new CalError(code, missing, { ...details, missing: String(request.target) })
}

const in_trash = 'event-no-longer-available'

/** Since release 6.17.2, a trashed event cannot be read by its id, but an update by id restores it. */
function trashedError(remote: RemoteError, { target = 'ID' }: FailedRequest): CalError {
  return new CalError('not_found', t('event {target} is in the trash', { target: String(target) }), {
    remote,
    hint: t('restore it: cal events restore {target}', { target: String(target) }),
  })
}

/** Whether the service reported a trashed event. */
export function isInTrash(error: unknown): error is CalError {
  return error instanceof CalError && error.remote?.code === in_trash
}

/**
 * The codes by which a service says that a record or page does not exist. Any other 404 or 410, such as the page of a
 * proxy or of a site whose plugin is off, says nothing about a record.
 */
const missing_codes = /(?:-(?:not-found|is-in-trash|no-longer-available)|^rest_already_trashed)$/

/** One message for every missing record. */
function missingText(
  code: ErrorCode,
  { status, code: remote_code }: RemoteError,
  { kind, target }: FailedRequest,
): Text | undefined {
  if (code !== 'not_found' || status === 410 || remote_code === undefined) return undefined
  return kind === undefined || target === undefined ? undefined : notFoundText(kind, target)
}

function redirectError(place: string, remote: RemoteError): CalError {
  return new CalError(
    'server_failed',
    t('the server redirects to {place} ({status})', { place, status: remote.status }),
    {
      remote,
      hint: t('if this is the calendar, use that URL as the api root'),
    },
  )
}

/** Release 6.17.2 reports the id of another kind by a code of its own, without parameter names. */
function codeOf({ status, code, fields = {} }: RemoteError): ErrorCode {
  const names = Object.keys(fields)
  const isPathInvalid = names.length > 0 && names.every((name) => name === 'id' || name === 'slug')
  if (status === 400 && (isPathInvalid || code === 'rest-invalid-event-id')) return 'not_found'
  if (status === 404 || status === 410) return missing_codes.test(code ?? '') ? 'not_found' : 'server_failed'
  if (status === 401 || status === 403) return 'not_allowed'
  if (status === 429 || status >= 500 || status < 400) return 'server_failed'
  return 'refused'
}

function remoteOf({ status, repeated }: ApiResponse, { code, data }: JsonObject): RemoteError {
  const fields = fieldsOf(isObject(data) ? data.params : undefined)
  return {
    status,
    ...(repeated ? { repeated } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  }
}

/** `params` lists the names of missing parameters, or maps names of invalid ones to messages. */
function fieldsOf(params: Json | undefined): Readonly<Record<string, string>> {
  if (Array.isArray(params)) return Object.fromEntries(params.map((name) => [fieldText(name), 'missing']))
  return isObject(params)
    ? Object.fromEntries(Object.entries(params).map(([name, text]) => [name, textOfHtml(fieldText(text))]))
    : {}
}

/** Any value as text. `String` would call the `toString` that an object of the answer can bring along. */
function fieldText(value: Json | undefined): string {
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value)
}

function messageOf({ message }: JsonObject): string {
  return typeof message === 'string' ? textOfHtml(message).replace(/\s+/g, ' ') : ''
}

function errorText(code: ErrorCode, { status }: RemoteError, message: string): Text {
  const isForeign = code === 'server_failed' && (status === 404 || status === 410)
  const what = status === 429 ? throttled : isForeign ? notTheCalendar : (texts[code] ?? texts.refused)
  const tail = message === '' ? ` (${status})` : ` (${status}): ${message}`
  return eachLanguage((language) => `${what[language]}${tail}`)
}

const notTheCalendar: Text = t('the calendar interface was not found')

const throttled: Text = t('the server is limiting requests')

const texts: Readonly<Partial<Record<ErrorCode, Text>> & { refused: Text }> = {
  not_found: t('not found'),
  not_allowed: t('not allowed'),
  server_failed: t('the server failed'),
  refused: t('the server rejected the request'),
}

function hintOf(
  code: ErrorCode,
  { status, headers }: ApiResponse,
  { code: remote_code, data }: JsonObject,
  { kind, with_password = false }: FailedRequest,
): Text | undefined {
  // No account may write to a read-only service.
  if (remote_code === 'rest_read_only') return undefined
  const wait = status === 429 || status === 503 ? headers['retry-after']?.trim() : undefined
  if (wait !== undefined && wait !== '')
    return /^\d+$/.test(wait)
      ? t('the server asks to retry later: in {wait} s', { wait })
      : t('the server asks to retry later: {wait}', { wait })
  if (remote_code === 'event-password-protected' && with_password) return t('check --password: the password is wrong')
  if (remote_code === 'event-password-protected') return t('specify its password: --password @FILE')
  if (code === 'not_allowed')
    return t('sign in with an account that has permission: cal login, or CAL_USER and CAL_TOKEN')
  if (code === 'server_failed' && (status === 404 || status === 410))
    return t('check the api root; cal init URL finds the interface of a site')
  if (remote_code !== 'term_exists' || kind === undefined || !isObject(data) || typeof data.term_id !== 'number')
    return undefined
  const shows = `cal ${kind} get ${data.term_id}`
  return t('show the record that uses it: {shows}', { shows })
}
