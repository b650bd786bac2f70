// The JSON of a body, also where a service let something slip out before it.
import { type Json, shallowJson } from '../../base/json.ts'

/** What PHP prints into an answer, as text or as HTML, where a site shows its warnings. */
const warning = /\b(?:Warning|Notice|Deprecated|Strict Standards)(?:<\/b>)?:/
/** Where an object or a list may begin. */
const beginning = /\{(?=["}])|\[(?=[{\]])/g
const beginnings_max = 50

/** The value, or undefined where there is none. A byte order mark and warnings of PHP in front are passed over. */
export function jsonOfBody(body: string): Json | undefined {
  const text = body.replace(/^\ufeff/, '')
  const value = shallowJson(text)
  return value === undefined && warning.test(text) ? jsonBehindWarnings(text) : value
}

function jsonBehindWarnings(text: string): Json | undefined {
  let tried = 0
  for (const { index } of text.matchAll(beginning)) {
    const value = shallowJson(text.slice(index))
    tried += 1
    if (value !== undefined || tried === beginnings_max) return value
  }
  return undefined
}
