// Compares a response with the expected one.
import { fill } from './requests.mjs'
import { isObject, mapValues } from './values.mjs'

/** The part of a response that is compared: of an error its code, its status and the parameter names. */
export function judged(body) {
  if (!isObject(body) || typeof body.code !== 'string' || !('data' in body)) return body
  if (!isObject(body.data)) return { code: body.code }
  const { status, params, term_id } = body.data
  const names = params === undefined ? undefined : (Array.isArray(params) ? params : Object.keys(params)).slice().sort()
  return { code: body.code, data: { status, ...(names && { params: names }), ...(term_id && { term_id }) } }
}

/** All differences, as `{ path, expected, actual }`. */
function differences(expected, actual, context, path = '') {
  const differ = (what = expected) => [{ path: path || '(body)', expected: what, actual }]
  if (typeof expected === 'string') {
    const wanted = fill(expected, context.symbols)
    if (/^\{\{(root|base)\}\}/.test(expected)) return sameUrl(wanted, actual, context.mode) ? [] : differ(wanted)
    return wanted === actual ? [] : differ(wanted)
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return differ()
    const items = expected.flatMap((item, i) => i < actual.length ? differences(item, actual[i], context, `${path}[${i}]`) : [])
    return expected.length === actual.length ? items
      : [{ path: `${path}.length`, expected: expected.length, actual: actual.length }, ...items]
  }
  if (!isObject(expected)) return expected === actual ? [] : differ()
  const matcher = Object.keys(expected).find((key) => key in MATCHERS)
  if (matcher) return MATCHERS[matcher](expected[matcher], actual, context) ? [] : differ()
  if (!isObject(actual)) return differ()
  return Object.entries(expected).flatMap(([key, item]) => differences(item, actual[fill(key, context.symbols)], context, path ? `${path}.${key}` : key))
}

const MATCHERS = {
  $absent: (_, actual) => actual === undefined,
  $any: () => true,
  $type: (type, actual) => type === 'datetime' ? /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(actual)
    : type === 'integer' ? Number.isInteger(actual) : type === 'array' ? Array.isArray(actual)
      : type === 'object' ? isObject(actual) : typeof actual === type,
  $html: (text, actual, { symbols }) => typeof actual === 'string' && plain(String(fill(text, symbols))) === plain(actual),
  $pattern: (pattern, actual, { symbols }) => typeof actual === 'string' && new RegExp(fill(pattern, symbols)).test(actual),
  $has: (items, actual, context) => Array.isArray(actual) && items.every((item) => actual.some((one) => !differences(item, one, context).length)),
  $not: (expected, actual, context) => differences(expected, actual, context).length > 0,
  $length: (length, actual) => actual?.length === length,
}

/** Text without markup and entities, with plain quotes and dashes, blanks collapsed. */
export function plain(text) {
  const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', times: '×' }
  const decoded = text.replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);|&#x([0-9a-f]+);|&(\w+);/gi, (whole, dec, hex, name) => dec ? String.fromCodePoint(dec) : hex ? String.fromCodePoint(parseInt(hex, 16)) : named[name] ?? whole)
  return decoded.replace(/[‘’′]/g, "'").replace(/[“”″]/g, '"').replace(/[–—]|-{2,3}/g, '-').replace(/…/g, '...').replace(/×/g, 'x').replace(/\s+/g, ' ').trim()
}

/** Equal path and decoded query; in standard mode the query may have more parameters, and dates are compared by day. */
function sameUrl(wanted, actual, mode) {
  if (typeof actual !== 'string' || !URL.canParse(actual)) return false
  const [a, b] = [wanted, actual].map((text) => new URL(text))
  const place = (url) => url.origin + decodeURIComponent(url.pathname).replace(/\/+$/, '')
  const args = (url) => [...url.searchParams].map(([key, value]) => `${key}=${mode === 'standard' ? value.replace(/^(\d{4}-\d\d-\d\d) .*/, '$1') : value}`).sort()
  const [wantedArgs, actualArgs] = [args(a), args(b)]
  const sameArgs = mode === 'standard' ? wantedArgs.every((arg) => actualArgs.includes(arg)) : wantedArgs.join('&') === actualArgs.join('&')
  return place(a) === place(b) && sameArgs
}

function sameHeader(name, wanted, actual, symbols) {
  if (isObject(wanted)) return !differences(wanted, actual, { symbols }).length
  const normal = (text) => name === 'allow' ? text.split(/,\s*/).sort().join() : text.toLowerCase().replace(/;\s*/g, ';')
  return typeof actual === 'string' && normal(wanted) === normal(actual)
}

export function stepFailures(expect, answer, context) {
  const failures = expect.status === answer.status ? [] : [{ path: 'status', expected: expect.status, actual: answer.status, code: answer.body?.code }]
  for (const [name, wanted] of Object.entries(expect.headers ?? {}))
    if (!sameHeader(name, wanted, answer.headers[name], context.symbols)) failures.push({ path: `header ${name}`, expected: wanted, actual: answer.headers[name] })
  if (failures.length && failures[0].path === 'status') return failures
  return 'body' in expect ? failures.concat(differences(expect.body, judged(answer.body), context)) : failures
}

/** The expectation of a step in a mode: the recorded response, replaced or patched by the values for that mode. */
export function expectationOf(step, mode) {
  const written = step[mode]
  if (written === undefined || written === 'skip' || written === 'ignore') return written ?? step.expect
  return written.patch ? merge(step.expect, written.patch) : written
}

function merge(base, patch) {
  const plainObjects = isObject(base) && isObject(patch) && !Object.keys(patch).some((key) => key.startsWith('$'))
  return plainObjects ? { ...base, ...mapValues(patch, (item, key) => merge(base[key], item)) } : patch
}
