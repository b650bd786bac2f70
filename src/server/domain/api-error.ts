// Every error of the interface: code, status, text.
import type { JsonObject } from '../../base/json.ts'
import { eachLanguage, type Language, pattern, t, type Text } from '../../base/text/language.ts'

interface Row {
  readonly status: number
  readonly text: Text
}

function row(status: number, text: Text): Row {
  return { status, text }
}

/** The errors by code. `{…}` in a text is replaced by a value of the error. */
const api_errors = {
  rest_no_route: row(404, t('no route matches this path and method')),
  rest_invalid_namespace: row(404, pattern('unknown namespace {namespace}')),
  rest_invalid_json: row(400, t('the body is not JSON')),
  rest_invalid_utf8: row(400, t('the text in the body is not UTF-8')),
  rest_nested_too_deep: row(400, pattern('values are nested more than {max} levels deep')),
  rest_too_many_values: row(400, pattern('a request may contain at most {max} values')),
  rest_name_too_long: row(400, pattern('the name of a value may have at most {max} characters')),
  rest_upload_refused: row(400, pattern('{name} is a file; file uploads are not supported')),
  rest_no_request: row(400, t('this is not an HTTP request')),
  rest_many_hosts: row(400, t('a request must have a single Host header')),
  rest_body_too_large: row(413, pattern('the request body may have at most {max} bytes')),
  rest_headers_too_large: row(431, pattern('URL and headers together may have at most {max} bytes')),
  rest_request_too_slow: row(
    408,
    pattern('headers must arrive within {headers} s, and the whole request within {whole} s'),
  ),
  rest_answer_too_slow: row(503, pattern('no response within {max} s; the request may still have taken effect')),
  rest_too_many_connections: row(503, pattern('all {max} connections are busy')),
  internal_server_error: row(500, t('internal error; see the server log for details')),
  rest_host_refused: row(421, pattern('unknown host name {host}; cal serve --allow-host {host} accepts it')),
  rest_origin_refused: row(
    403,
    pattern('requests from other origins are not allowed ({origin}); cal serve --cors ORIGIN allows an origin'),
  ),
  rest_browser_refused: row(
    403,
    pattern('browsers may not send {name} in a GET or HEAD request; send the method itself from a program'),
  ),
  rest_rate_limited: row(429, pattern('too many requests; retry in {seconds} s')),
  rest_fault: row(503, pattern('injected fault: {status}')),
  rest_no_snapshot: row(404, pattern('snapshot {name} not found')),
  rest_missing_callback_param: row(400, pattern('missing: {names}')),
  rest_invalid_param: row(400, pattern('invalid parameters: {names}')),
  rest_callback_invalid: row(400, t('the name of the JSONP function contains characters that are not allowed')),
  rest_forbidden: row(403, t('you do not have permission to do this')),
  rest_read_only: row(403, t('this calendar is served read-only')),
  invalid_username: row(401, t('no user has this name')),
  invalid_email: row(401, t('no user has this email address')),
  rest_cookie_invalid_nonce: row(403, t('cookie sessions are not supported; sign in with an application password')),
  incorrect_password: row(401, t('wrong password for this user')),
  rest_too_many_sign_ins: row(429, pattern('too many wrong passwords; retry in {seconds} s')),
  rest_not_stored: row(503, t('nothing was saved; reading still works')),
  rest_database_unavailable: row(503, t('the database is not available now; nothing was stored')),
  rest_database_unusable: row(
    503,
    t('the database is damaged or incomplete; the log of the service says what is wrong'),
  ),
  rest_database_busy: row(503, t('too many concurrent changes; nothing was stored')),
  rest_outcome_unknown: row(
    503,
    t('the connection to the database was lost while storing; the change may have been stored'),
  ),
  'rest-event-not-found': row(404, pattern('event {target} not found')),
  'rest-venue-not-found': row(404, pattern('venue {target} not found')),
  'rest-organizer-not-found': row(404, pattern('organizer {target} not found')),
  'rest-term-not-found': row(404, pattern('term {target} not found')),
  'rest-invalid-event-id': row(400, pattern('{target} is not the id of an event')),
  'event-not-accessible': row(403, t('you do not have access to this event')),
  'venue-not-accessible': row(403, t('you do not have access to this venue')),
  'organizer-not-accessible': row(403, t('you do not have access to this organizer')),
  'event-no-longer-available': row(403, t('this event is in the trash')),
  'event-password-protected': row(403, t('this event requires a password')),
  'event-archive-page-not-found': row(404, t('there is no such page in the list of events')),
  'venue-archive-page-not-found': row(404, t('there is no such page in the list of venues')),
  'organizer-archive-page-not-found': row(404, t('there is no such page in the list of organizers')),
  'event-is-in-trash': row(410, t('this event is already in the trash')),
  'venue-is-in-trash': row(410, t('this venue is already in the trash')),
  'organizer-is-in-trash': row(410, t('this organizer is already in the trash')),
  'could-not-create-venue': row(400, t('a required value is missing: a venue needs a name')),
  'could-not-create-organizer': row(400, t('a required value is missing: an organizer needs a name')),
  term_exists: row(400, t('this name is already in use')),
  duplicate_term_slug: row(400, pattern('the slug {slug} is already in use')),
  empty_content: row(500, t('the title is blank')),
  empty_term_name: row(500, t('the name is blank')),
  db_insert_error: row(500, t('the name is too long')),
  rest_taxonomy_not_hierarchical: row(400, t('tags have no parent')),
} as const satisfies Record<string, Row>

export type ApiErrorCode = keyof typeof api_errors

export interface ApiErrorDetails {
  /** Instead of the status of the table: in quirks mode, and 401 for visitors. */
  readonly status?: number
  /** Fills the `{…}` of the text. */
  readonly values?: Readonly<Record<string, string>>
  /** Added to `data`: `params`, `details`, `term_id`… */
  readonly data?: JsonObject
  /** What was written before the error is not rolled back. */
  readonly keepsWrites?: boolean
  /** The error that it was converted from. */
  readonly cause?: unknown
}

/** An error that the api answers with its error body. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly text: Text
  readonly data: JsonObject
  readonly keepsWrites: boolean

  constructor(code: ApiErrorCode, details: ApiErrorDetails = {}) {
    const { status, text } = api_errors[code]
    const values = details.values ?? {}
    super(filledText(text.en, values), { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = details.status ?? status
    this.text = eachLanguage((language) => filledText(text[language], values))
    this.data = { status: this.status, ...details.data }
    this.keepsWrites = details.keepsWrites ?? false
  }
}

/**
 * 400 `rest_invalid_param` with a sentence for each rejected parameter. `details` has the codes of some. Source:
 * interface 3.
 */
export function invalidParams(
  sentences: Readonly<Record<string, Text>>,
  language: Language,
  details: JsonObject = {},
): ApiError {
  const params = Object.fromEntries(Object.entries(sentences).map(([name, sentence]) => [name, sentence[language]]))
  return new ApiError('rest_invalid_param', {
    values: { names: Object.keys(params).join(', ') },
    data: { params, details: Object.keys(details).length > 0 ? details : [] },
  })
}

function filledText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}
