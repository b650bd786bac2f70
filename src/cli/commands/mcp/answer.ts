// The answer of a tool call: JSON of limited length, without secrets and control characters.
import type { JsonObject } from '../../../base/json.ts'
import type { Language, Text } from '../../../base/text/language.ts'
import { jsonWithEscapes, percentDecoded } from '../../../base/text/untrusted-text.ts'
import { isObject, parsedJson } from '../../../base/json.ts'
import { CalError } from '../../../base/errors.ts'
import { type Credentials, headersOf } from '../../../client/transport/credentials.ts'
import { errorReport } from '../../output/print-error.ts'
import type { Session } from '../../core/session.ts'

/** The result of a tool call, as defined by the protocol. */
export interface ToolAnswer {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly isError?: true
  readonly [name: string]: unknown
}

const characters_max = 400_000

/** The answer of a successful call. Errors: `refused` if it is too long. */
export function answerOf(value: JsonObject, notes: readonly Text[], session: Session): ToolAnswer {
  const text = jsonWithEscapes({ ...value, ...notesOf(notes, session.language) })
  if (text.length > characters_max) throw tooLong(text.length)
  return { content: [{ type: 'text', text: withoutSecrets(text, session) }] }
}

/** Errors of the service and of the arguments are answers, so that the assistant can correct its call. */
export function errorAnswer(error: unknown, notes: readonly Text[], session: Session): ToolAnswer {
  const { language, runtime } = session
  const report = parsedJson(
    errorReport(error, { language, format: 'json', debug: false, program: runtime.program }).text,
  )
  const value = isObject(report) ? report : {}
  const text = jsonWithEscapes({ ...value, ...notesOf(notes, language) })
  return { content: [{ type: 'text', text: withoutSecrets(text, session).slice(0, characters_max) }], isError: true }
}

function notesOf(notes: readonly Text[], language: Language): JsonObject {
  return notes.length === 0 ? {} : { notes: notes.map((note) => note[language]) }
}

/** Services can repeat the request in error messages. */
function withoutSecrets(text: string, { settings: { credentials, database } }: Session): string {
  return secretsOf(credentials, database).reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
}

/** Shorter secrets would match parts of ordinary words. */
const secret_characters_min = 6

function secretsOf(credentials: Credentials, database: string | undefined): readonly string[] {
  const own =
    credentials.kind === 'basic'
      ? [credentials.password]
      : credentials.kind === 'bearer'
        ? [credentials.token]
        : credentials.kind === 'header'
          ? [credentials.value]
          : []
  const sent = Object.values(headersOf(credentials)).map((value) => value.replace(/^\w+ /, ''))
  const password = database !== undefined && URL.canParse(database) ? new URL(database).password : ''
  const secrets = [...own, ...sent, password, percentDecoded(password)].map((secret) =>
    JSON.stringify(secret).slice(1, -1),
  )
  return [...new Set(secrets)].filter(({ length }) => length >= secret_characters_min)
}

function tooLong(length: number): CalError {
  return new CalError(
    'refused',
    {
      en: `the answer would be ${length} characters long; the limit is ${characters_max}`,
      de: `die Antwort hätte ${length} Zeichen, mehr als ${characters_max}`,
    },
    { hint: { en: 'ask for fewer records: per_page, full', de: 'weniger Einträge anfordern: per_page, full' } },
  )
}
