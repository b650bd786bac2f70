// Error answers to requests that did not reach the service or got no answer from it: a page for browsers, JSON for
// programs.
import type { ApiResponse } from '../../base/exchange.ts'
import { type Language, t, type Text } from '../../base/text/language.ts'
import type { ReceivedRequest } from '../api/request.ts'
import { errorReply } from '../api/respond.ts'
import type { ApiError } from '../domain/api-error.ts'
import { html } from '../web/html.ts'

/** The error in the form that the request prefers. */
export function errorAnswerTo({ headers, parsed: { language } }: ReceivedRequest, error: ApiError): ApiResponse {
  const reply = errorReply(error, language)
  if (!prefersHtml(headers.accept)) return { ...reply, headers: { ...reply.headers, vary: 'Accept' } }
  return { ...reply, headers: { ...reply.headers, ...page_headers }, body: errorPageOf(error, language) }
}

/** Browsers list HTML first; programs ask for JSON or anything. */
function prefersHtml(accept = ''): boolean {
  const [first] = accept.toLowerCase().match(/\btext\/html\b|\bapplication\/json\b/g) ?? []
  return first === 'text/html'
}

const page_headers = {
  'content-type': 'text/html; charset=UTF-8',
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  vary: 'Accept, Accept-Language',
} as const

const title: Text = t('The page could not be shown')

function errorPageOf({ status, text }: ApiError, language: Language): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title[language]}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
</head>
<body>
<h1>${title[language]}</h1>
<p>${status}: ${text[language]}</p>
</body>
</html>
`.toString()
}
