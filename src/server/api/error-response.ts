// A refusal as it travels.
import type { ApiResponse } from '../../base/exchange.ts'
import type { Language } from '../../base/text/language.ts'
import type { ApiError } from '../domain/api-error.ts'
import type { HandlerAnswer } from '../handlers/handler.ts'

/**
 * The error body of a refusal, in the caller's language; who has to wait is told so in the header that clients look at.
 */
export function answerOfError({ code, status, text, data }: ApiError, language: Language): HandlerAnswer {
  const { retry_after } = data
  return {
    status,
    body: { code, message: text[language], data },
    ...(retry_after !== undefined && { headers: { 'retry-after': String(retry_after) } }),
  }
}

/** The same as text, where nobody looked at what the request asks. */
export function errorReply(refusal: ApiError, language: Language): ApiResponse {
  const { status, body, headers } = answerOfError(refusal, language)
  return {
    status,
    headers: { 'content-type': 'application/json; charset=UTF-8', ...headers },
    body: JSON.stringify(body),
  }
}
