// A refusal as it travels.
import type { ApiResponse } from '../base/exchange.ts'
import type { Language } from '../base/language.ts'
import type { Refusal } from './domain/refusal.ts'

/** The error body of a refusal, in the caller's language. */
export function refused({ code, status, text, data }: Refusal, language: Language): ApiResponse {
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8' }, body: JSON.stringify({ code, message: text[language], data }) }
}
