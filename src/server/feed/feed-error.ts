// The error of a feed, as plain text: its readers are programs and their logs.
import type { ApiResponse } from '../../base/exchange.ts'
import { isObject, parsedJson } from '../../base/json.ts'
import type { Language } from '../../base/text/language.ts'
import type { WebResponse } from '../../base/web.ts'

const filters = new Set(['categories', 'tags', 'venue', 'organizer', 'id', 'slug'])

/** The response of the interface; an unknown category, tag or event is 404, as is an event that visitors can't see. */
export function feedError({ status, headers, body }: ApiResponse, language: Language): WebResponse {
  const error = parsedJson(body)
  const data = isObject(error) && isObject(error.data) ? error.data : {}
  const params = isObject(data.params) ? Object.entries(data.params) : []
  const is_unknown = status === 400 && params.length > 0 && params.every(([name]) => filters.has(name))
  const is_missing = is_unknown || status === 401 || status === 403 || status === 404 || status === 410
  const details = params.map(([name, text]) => `${name}: ${String(text)}`)
  const message = isObject(error) && typeof error.message === 'string' ? [error.message] : []
  return {
    status: is_missing ? 404 : status >= 400 ? status : 502,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      ...(headers['retry-after'] !== undefined && { 'retry-after': headers['retry-after'] }),
    },
    body: `${[is_missing ? missing[language] : unavailable[language], ...message, ...details].join('\n')}\n`,
  }
}

const missing = {
  en: 'There is no such public calendar feed.',
  de: 'Diesen öffentlichen Kalender-Feed gibt es nicht.',
}
const unavailable = {
  en: 'This calendar feed is not available.',
  de: 'Dieser Kalender-Feed ist nicht verfügbar.',
}
