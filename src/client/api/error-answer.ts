// What an answer that is no success means to the user.
import type { ApiResponse } from '../../base/exchange.ts'
import { CalError, type ErrorCode, type RemoteError } from '../../base/errors.ts'
import { isObject, type Json } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { jsonOfBody } from '../transport/body.ts'
import { notFoundText } from '../../spec/not-found-text.ts'
import type { Plural } from '../../spec/model.ts'

/** What the answer is about: the kind of records, and the one that was meant. */
export interface FailedRequest {
  readonly kind?: Plural | undefined
  readonly target?: Json | undefined
  /** The request held a password for the record. */
  readonly with_password?: boolean
}

/** 404, 410, and 400 that blames only the address are one error; 401 and 403 another; 429 and 5xx are the server's. */
export function errorOfAnswer(response: ApiResponse, asked: FailedRequest = {}): CalError {
  const remote = remoteOf(response)
  const code = codeOf(remote)
  const moved = movedTo(response)
  if (moved !== undefined) return movedFailure(moved, remote)
  const hint = hintOf(code, response, asked)
  if (remote.code === in_trash) return trashedFailure(remote, asked)
  return new CalError(
    code,
    absent(code, remote, asked) ?? textOf(code, remote, saidBy(response)),
    hint ? { remote, hint } : { remote },
  )
}

const in_trash = 'event-no-longer-available'

/** From release 6.17.2 on a trashed event is shown to nobody by its id, but updates by id restore it. */
function trashedFailure(remote: RemoteError, { target = 'ID' }: FailedRequest): CalError {
  return new CalError(
    'not_found',
    { en: `event ${target} is in the trash`, de: `Termin ${target} liegt im Papierkorb` },
    {
      remote,
      hint: {
        en: `cal events update ${target} --status publish restores it`,
        de: `cal events update ${target} --status publish stellt ihn wieder her`,
      },
    },
  )
}

/** Whether that is what the service said. */
export function isInTrash(error: unknown): error is CalError {
  return error instanceof CalError && error.remote?.code === in_trash
}

/**
 * Every service says in words of its own that a record is not there; an address without a code of the interface may be
 * anything.
 */
function absent(
  code: ErrorCode,
  { status, code: remote_code }: RemoteError,
  { kind, target }: FailedRequest,
): Text | undefined {
  if (code !== 'not_found' || status === 410 || remote_code === undefined || remote_code === 'rest_no_route')
    return undefined
  return kind === undefined || target === undefined ? undefined : notFoundText(kind, target)
}

/** Redirects are not followed: what was meant for one place, such as credentials, goes to no other. */
function movedTo({ status, headers }: ApiResponse): string | undefined {
  return status >= 300 && status < 400 ? headers.location : undefined
}

function movedFailure(place: string, remote: RemoteError): CalError {
  return new CalError(
    'server_failed',
    {
      en: `the server sends everybody on to ${place} (${remote.status})`,
      de: `der Server verweist alle Anfragen an ${place} (${remote.status})`,
    },
    {
      remote,
      hint: {
        en: 'if that is the calendar, make it the api root',
        de: 'liegt dort der Kalender, gehört diese Adresse in api_root',
      },
    },
  )
}

/** Release 6.17.2 answers the id of another kind with a code of its own and no names. */
function codeOf({ status, code, fields = {} }: RemoteError): ErrorCode {
  const names = Object.keys(fields)
  const blamesAddress = names.length > 0 && names.every((name) => name === 'id' || name === 'slug')
  if (status === 404 || status === 410 || (status === 400 && (blamesAddress || code === 'rest-invalid-event-id')))
    return 'not_found'
  if (status === 401 || status === 403) return 'not_allowed'
  if (status === 429 || status >= 500 || status < 400) return 'server_failed'
  return 'refused'
}

function remoteOf({ status, body, repeated }: ApiResponse): RemoteError {
  const value = jsonOfBody(body)
  const known = { status, ...(repeated ? { repeated } : {}) }
  if (!isObject(value)) return known
  const fields = fieldsOf(isObject(value.data) ? value.data.params : undefined)
  return {
    ...known,
    ...(typeof value.code === 'string' ? { code: value.code } : {}),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  }
}

/** `params` is a list of names where they are missing, and names with words where they are wrong. */
function fieldsOf(params: Json | undefined): Readonly<Record<string, string>> {
  if (Array.isArray(params)) return Object.fromEntries(params.map((name) => [String(name), 'missing']))
  return isObject(params)
    ? Object.fromEntries(Object.entries(params).map(([name, text]) => [name, textOfHtml(String(text))]))
    : {}
}

function saidBy({ body }: ApiResponse): string {
  const value = jsonOfBody(body)
  return isObject(value) && typeof value.message === 'string' ? textOfHtml(value.message).replace(/\s+/g, ' ') : ''
}

function textOf(code: ErrorCode, { status }: RemoteError, said: string): Text {
  const what = status === 429 ? throttled : (texts[code] ?? texts.refused)
  const tail = said === '' ? ` (${status})` : ` (${status}): ${said}`
  return { en: `${what?.en}${tail}`, de: `${what?.de}${tail}` }
}

const throttled: Text = {
  en: 'the server takes no more requests for now',
  de: 'der Server nimmt gerade keine weiteren Anfragen an',
}

const texts: Readonly<Partial<Record<ErrorCode, Text>>> = {
  not_found: { en: 'not found', de: 'nicht gefunden' },
  not_allowed: { en: 'not allowed', de: 'nicht erlaubt' },
  server_failed: { en: 'the server failed', de: 'der Server meldet einen Fehler' },
  refused: { en: 'the server refused', de: 'der Server hat abgelehnt' },
}

function hintOf(
  code: ErrorCode,
  { status, headers, body }: ApiResponse,
  { kind, with_password = false }: FailedRequest,
): Text | undefined {
  const error = jsonOfBody(body)
  const { code: remote_code, data } = isObject(error) ? error : {}
  // No account may write there.
  if (remote_code === 'rest_read_only') return undefined
  const wait = status === 429 || status === 503 ? headers['retry-after']?.trim() : undefined
  if (wait !== undefined && wait !== '')
    return {
      en: `the server asks to retry later: ${/^\d+$/.test(wait) ? `in ${wait} s` : wait}`,
      de: `der Server bittet um einen späteren Versuch: ${/^\d+$/.test(wait) ? `in ${wait} s` : wait}`,
    }
  if (remote_code === 'event-password-protected' && with_password)
    return {
      en: 'the password given with --password is wrong',
      de: 'das mit --password angegebene Passwort ist falsch',
    }
  if (remote_code === 'event-password-protected')
    return { en: 'give its password: --password', de: 'sein Passwort angeben: --password' }
  if (code === 'not_allowed')
    return {
      en: 'sign in with an account that may do this: cal login, or CAL_USER and CAL_TOKEN',
      de: 'mit einem Konto anmelden, das es darf: cal login oder CAL_USER und CAL_TOKEN',
    }
  if (status === 404 && (remote_code === undefined || remote_code === 'rest_no_route'))
    return {
      en: 'is the api root right? cal index shows what answers there',
      de: 'stimmt die Adresse der Schnittstelle? cal index zeigt, was dort antwortet',
    }
  if (remote_code !== 'term_exists' || kind === undefined || !isObject(data) || typeof data.term_id !== 'number')
    return undefined
  const shows = `cal ${kind} get ${data.term_id}`
  return { en: `${shows} shows the one that has it`, de: `${shows} zeigt, wo er vergeben ist` }
}
