// Every error of the interface: code, status, text.
import type { JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'

interface Row {
  readonly status: number
  readonly text: Text
}

function row(status: number, en: string, de: string): Row {
  return { status, text: { en, de } }
}

/** The errors by code. `{…}` in a text is replaced by a value of the error. */
const api_errors = {
  rest_no_route: row(
    404,
    'no route matches this path and method',
    'keine Route passt zu diesem Pfad und dieser Methode',
  ),
  rest_invalid_namespace: row(404, 'unknown namespace {namespace}', 'Namensraum {namespace} existiert nicht'),
  rest_invalid_json: row(400, 'the body is not JSON', 'der Inhalt ist kein JSON'),
  rest_nested_too_deep: row(
    400,
    'values are nested more than {max} levels deep',
    'Werte dürfen höchstens {max} Ebenen tief verschachtelt sein',
  ),
  rest_too_many_values: row(
    400,
    'a request may contain at most {max} values',
    'eine Anfrage darf höchstens {max} Werte enthalten',
  ),
  rest_name_too_long: row(
    400,
    'the name of a value may have at most {max} characters',
    'der Name eines Werts darf höchstens {max} Zeichen haben',
  ),
  rest_upload_refused: row(
    400,
    '{name} is a file; file uploads are not supported',
    '{name} ist eine Datei; Datei-Uploads werden nicht unterstützt',
  ),
  rest_no_request: row(400, 'this is not an HTTP request', 'das ist keine HTTP-Anfrage'),
  rest_many_hosts: row(
    400,
    'a request must have a single Host header',
    'eine Anfrage darf nur einen Host-Header haben',
  ),
  rest_body_too_large: row(
    413,
    'the request body may have at most {max} bytes',
    'der Inhalt einer Anfrage darf höchstens {max} Bytes haben',
  ),
  rest_headers_too_large: row(
    431,
    'URL and headers together may have at most {max} bytes',
    'Adresse und Header dürfen zusammen höchstens {max} Bytes haben',
  ),
  rest_request_too_slow: row(
    408,
    'headers must arrive within {headers} s, and the whole request within {whole} s',
    'Header müssen innerhalb von {headers} s gesendet sein, eine ganze Anfrage innerhalb von {whole} s',
  ),
  rest_answer_too_slow: row(
    503,
    'no response within {max} s; the request may still have taken effect',
    'keine Antwort innerhalb von {max} s; die Anfrage wurde möglicherweise trotzdem ausgeführt',
  ),
  rest_too_many_connections: row(503, 'all {max} connections are busy', 'alle {max} Verbindungen sind belegt'),
  internal_server_error: row(
    500,
    'internal error; see the server log for details',
    'interner Fehler; das Protokoll des Servers enthält die Einzelheiten',
  ),
  rest_host_refused: row(
    421,
    'unknown host name {host}; cal serve --allow-host {host} accepts it',
    'unbekannter Hostname {host}; cal serve --allow-host {host} lässt ihn zu',
  ),
  rest_origin_refused: row(
    403,
    'requests from other origins are not allowed ({origin}); cal serve --cors ORIGIN allows an origin',
    'Webseiten anderer Origins sind nicht zugelassen ({origin}); cal serve --cors lässt sie zu',
  ),
  rest_browser_refused: row(
    403,
    'browsers may not send {name} in a GET or HEAD request; send the method itself from a program',
    'Browser dürfen {name} nicht in GET- und HEAD-Anfragen senden; aus einem Programm die Methode selbst senden',
  ),
  rest_rate_limited: row(
    429,
    'too many requests; retry in {seconds} s',
    'zu viele Anfragen; in {seconds} s erneut versuchen',
  ),
  rest_fault: row(503, 'injected fault: {status}', 'simulierter Fehler: {status}'),
  rest_no_snapshot: row(404, 'snapshot {name} not found', 'es gibt keinen Snapshot namens {name}'),
  rest_missing_callback_param: row(400, 'missing: {names}', 'es fehlt: {names}'),
  rest_invalid_param: row(400, 'invalid parameters: {names}', 'ungültige Parameter: {names}'),
  rest_callback_invalid: row(
    400,
    'the name of the JSONP function contains characters that are not allowed',
    'der Name der JSONP-Funktion enthält unzulässige Zeichen',
  ),
  rest_forbidden: row(403, 'you do not have permission to do this', 'keine Berechtigung dafür'),
  rest_read_only: row(403, 'this calendar is served read-only', 'dieser Kalender ist nur lesbar'),
  invalid_username: row(401, 'no user has this name', 'es gibt keinen Benutzer dieses Namens'),
  invalid_email: row(401, 'no user has this e-mail address', 'es gibt keinen Benutzer mit dieser E-Mail-Adresse'),
  rest_cookie_invalid_nonce: row(
    403,
    'cookie sessions are not supported; sign in with an application password',
    'hier gibt es keine Cookie-Sitzungen; mit einem Anwendungspasswort anmelden',
  ),
  incorrect_password: row(401, 'wrong password for this user', 'falsches Passwort für diesen Benutzer'),
  rest_too_many_sign_ins: row(
    429,
    'too many wrong passwords; retry in {seconds} s',
    'zu viele falsche Passwörter; in {seconds} s erneut versuchen',
  ),
  rest_not_stored: row(
    503,
    'nothing was saved; reading still works',
    'nichts wurde gespeichert; Lesen funktioniert weiterhin',
  ),
  rest_database_unavailable: row(
    503,
    'the database is not available now; nothing was stored',
    'die Datenbank ist gerade nicht verfügbar; nichts wurde gespeichert',
  ),
  rest_database_busy: row(
    503,
    'too many concurrent changes; nothing was stored',
    'zu viele gleichzeitige Änderungen; nichts wurde gespeichert',
  ),
  rest_outcome_unknown: row(
    503,
    'the connection to the database was lost while storing; the change may have been stored',
    'die Verbindung zur Datenbank ging beim Speichern verloren; die Änderung kann gespeichert sein',
  ),
  'rest-event-not-found': row(404, 'event {target} not found', 'Termin {target} existiert nicht'),
  'rest-venue-not-found': row(404, 'venue {target} not found', 'Ort {target} existiert nicht'),
  'rest-organizer-not-found': row(404, 'organizer {target} not found', 'Veranstalter {target} existiert nicht'),
  'rest-term-not-found': row(404, 'term {target} not found', 'Kategorie oder Schlagwort {target} existiert nicht'),
  'rest-invalid-event-id': row(400, '{target} is not the id of an event', '{target} ist nicht die ID eines Termins'),
  'event-not-accessible': row(403, 'you do not have access to this event', 'dieser Termin ist nicht zugänglich'),
  'venue-not-accessible': row(403, 'you do not have access to this venue', 'dieser Ort ist nicht zugänglich'),
  'organizer-not-accessible': row(
    403,
    'you do not have access to this organizer',
    'dieser Veranstalter ist nicht zugänglich',
  ),
  'event-no-longer-available': row(403, 'this event is in the trash', 'dieser Termin liegt im Papierkorb'),
  'event-password-protected': row(
    403,
    'this event requires a password',
    'dieser Termin ist nur mit seinem Passwort zugänglich',
  ),
  'event-archive-page-not-found': row(
    404,
    'there is no such page in the list of events',
    'die Terminliste endet vor dieser Seite',
  ),
  'venue-archive-page-not-found': row(
    404,
    'there is no such page in the list of venues',
    'die Liste der Orte endet vor dieser Seite',
  ),
  'organizer-archive-page-not-found': row(
    404,
    'there is no such page in the list of organizers',
    'die Liste der Veranstalter endet vor dieser Seite',
  ),
  'event-is-in-trash': row(410, 'this event is already in the trash', 'dieser Termin liegt schon im Papierkorb'),
  'venue-is-in-trash': row(410, 'this venue is already in the trash', 'dieser Ort liegt schon im Papierkorb'),
  'organizer-is-in-trash': row(
    410,
    'this organizer is already in the trash',
    'dieser Veranstalter liegt schon im Papierkorb',
  ),
  'could-not-create-venue': row(
    400,
    'a required value is missing: a venue needs a name',
    'mit diesen Angaben lässt sich kein Ort anlegen',
  ),
  'could-not-create-organizer': row(
    400,
    'a required value is missing: an organizer needs a name',
    'mit diesen Angaben lässt sich kein Veranstalter anlegen',
  ),
  term_exists: row(400, 'this name is already in use', 'dieser Name ist schon vergeben'),
  duplicate_term_slug: row(400, 'the slug {slug} is already in use', 'der Slug {slug} ist schon vergeben'),
  empty_content: row(500, 'the title is blank', 'der Titel ist leer'),
  empty_term_name: row(500, 'the name is blank', 'der Name ist leer'),
  db_insert_error: row(500, 'the name is too long', 'der Name ist zu lang'),
  rest_taxonomy_not_hierarchical: row(400, 'tags have no parent', 'Schlagwörter haben kein übergeordnetes Schlagwort'),
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
    super(filled(text.en, values), { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = details.status ?? status
    this.text = { en: filled(text.en, values), de: filled(text.de, values) }
    this.data = { status: this.status, ...details.data }
    this.keepsWrites = details.keepsWrites ?? false
  }
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
}
