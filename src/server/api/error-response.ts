// A refusal as it travels.
import type { ApiResponse } from '../../base/exchange.ts'
import type { Language } from '../../base/text/language.ts'
import type { Refusal } from '../domain/api-error.ts'
import type { Answer } from '../handlers/handler.ts'

/** The error body of a refusal, in the caller's language; who has to wait is told so in the header that clients look at. */
export function answerOfRefusal({ code, status, text, data }: Refusal, language: Language): Answer {
  const { retry_after } = data
  return { status, body: { code, message: text[language], data }, ...(retry_after !== undefined && { headers: { 'retry-after': String(retry_after) } }) }
}

/** The same as text, where nobody looked at what the request asks. */
export function refused(refusal: Refusal, language: Language): ApiResponse {
  const { status, body, headers } = answerOfRefusal(refusal, language)
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8', ...headers }, body: JSON.stringify(body) }
}
