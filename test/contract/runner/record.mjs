// Records the responses of a server, with portable ids and addresses.
import { writeFileSync } from 'node:fs'
import { judged, plain } from './compare.mjs'
import { pretty, scenariosUnder } from './files.mjs'
import { placeOf, saveOnSuccess, wireRequest } from './requests.mjs'
import { startServer } from './server.mjs'
import { isObject, mapValues } from './values.mjs'

/**
 * Keys that are not recorded: links to other interfaces, image sizes, internal ids of the recorded service.
 */
const LEFT_OUT = new Set(['json_ld', '_links', 'meta', 'global_id_lineage', 'term_group', 'term_taxonomy_id', 'filter', 'sizes'])
/** Keys whose text a service may render for display. */
const RENDERED = new Set(['title', 'description', 'excerpt', 'venue', 'organizer', 'name'])
/** Keys that venues and organizers omit if they are empty. */
const OMITTED = {
  venue: ['description', 'excerpt', 'image', 'address', 'city', 'country', 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'],
  organizer: ['description', 'excerpt', 'image', 'phone', 'website', 'email'],
}
const NEAR_MS = 14.5 * 3_600_000

export async function record(options, paths) {
  let steps = 0
  for (const { file, scenario } of scenariosUnder(paths, options.only)) {
    if (scenario.modes && !scenario.modes.includes('quirks')) continue
    const server = await startServer(options, scenario)
    const symbols = placeOf(server.apiRoot)
    scenario.now = undefined
    for (const step of scenario.steps) {
      const answer = await server.send(wireRequest(step, symbols))
      scenario.now ??= new Date(answer.headers.date).toISOString()
      saveOnSuccess(step, answer, symbols)
      if (step.record !== false) step.expect = recorded(answer, { scenario, step, symbols })
      steps += 1
    }
    await server.stop()
    const { steps: all, ...head } = scenario
    writeFileSync(file, `${pretty({ ...head, steps: all })}\n`)
  }
  print(`${steps} recorded`)
  return 0
}

function recorded(answer, { scenario, step, symbols }) {
  const headers = {}
  for (const name of ['x-tec-total', 'x-tec-totalpages', ...(step.headers ?? scenario.headers ?? [])])
    if (answer.headers[name] !== undefined) headers[name] = answer.headers[name]
  const expect = { status: answer.status, ...(Object.keys(headers).length && { headers }) }
  const isError = answer.status >= 400
  const keep = isError ? 'all' : step.keep ?? scenario.keep ?? 'all'
  if (answer.body === undefined || keep.length === 0) return expect
  const context = { symbols, exact: step.exact ?? scenario.exact, now: Date.parse(scenario.now), ids: idsOf(symbols) }
  const body = portable(judged(answer.body), context)
  return { ...expect, body: keep === 'all' ? withAbsences(body) : picked(body, keep.map((path) => path.split('.'))) }
}

/** Saved numbers as `[digits, symbol]`; the first symbol of a number is used. */
function idsOf(symbols) {
  const ids = new Map()
  for (const [name, value] of Object.entries(symbols)) if (Number.isInteger(value) && !ids.has(String(value))) ids.set(String(value), name)
  return ids
}

/** Ids of the recorded service start in the millions, so that seven digits are always an id. */
const ID = /(?<!\d)[5-8]\d{6}(?!\d)/g

function portable(value, context, key = '') {
  if (Array.isArray(value)) return value.map((item) => portable(item, context, key))
  if (isObject(value)) {
    const kept = Object.entries(value).filter(([name]) => !LEFT_OUT.has(name))
    return Object.fromEntries(kept.map(([name, item]) => [nameless(name, context), key === 'errors' ? { $any: true } : portable(item, context, name)]))
  }
  if (typeof value === 'number') return String(value).match(ID) ? (context.ids.has(String(value)) ? `{{${context.ids.get(String(value))}}}` : { $type: 'integer' }) : value
  return typeof value === 'string' ? portableText(value, context, key) : value
}

function portableText(text, context, key) {
  if (/^(modified|date)(_utc)?$/.test(key) && isVolatile(text, key, context.now)) return { $type: 'datetime' }
  const unknown = [...text.matchAll(ID)].some(([id]) => !context.ids.has(id))
  if (unknown) return { $any: true }
  if (key === 'global_id') return { $pattern: `\\?id=${named(text.split('=')[1], context)}$` }
  const result = named(nameless(text, context), context)
  if (/^\{\{(root|base)\}\}/.test(result)) return result.replace(/\+/g, ' ').replace(/%3A/gi, ':').replace(/%2C/gi, ',')
  const rendered = RENDERED.has(key) && /[<&’‘“”–—…×″′]/.test(result) && !context.exact
  return rendered ? { $html: plain(result) } : /^\{\{\w+\}\}$/.test(result) && /^\d+$/.test(text) ? result.replace('}}', ':text}}') : result
}

const named = (text, { ids }) => text.replace(ID, (id) => `{{${ids.get(id)}}}`)

function nameless(text, { symbols }) {
  return text.replaceAll(symbols.root, '{{root}}').replaceAll(symbols.base, '{{base}}')
    .replace(new RegExp(`\\b${symbols.vendor}(?=/events/v1|_events|_venue|_organizer)`, 'g'), '{{vendor}}')
}

/**
 * True for times of the recording itself: always for `modified`, and for `date` if it is the time of the recording in
 * some zone.
 */
function isVolatile(text, key, now) {
  if (text.startsWith('0000') || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return false
  if (key.startsWith('modified')) return true
  return Math.abs(Date.parse(text.replace(' ', 'T') + 'Z') - now) < NEAR_MS
}

/** Marks missing keys of a venue or organizer, and whether a list has a next page. */
function withAbsences(body) {
  if (!isObject(body)) return body
  const missing = (names) => Object.fromEntries(names.filter((name) => !(name in body)).map((name) => [name, { $absent: true }]))
  if ('total_pages' in body) return { ...body, ...missing(['next_rest_url', 'previous_rest_url']) }
  if ('start_date' in body || 'taxonomy' in body || body.code) return body
  const kind = ['venue', 'organizer'].find((name) => 'global_id' in body && name in body)
  return kind ? { ...body, ...missing(OMITTED[kind]) } : body
}

/**
 * The part of a body at the paths; `*` means every key or item. A value that an item does not have is recorded as
 * absent.
 */
function picked(body, paths) {
  const heads = new Map()
  for (const [head, ...rest] of paths) heads.set(head, [...(heads.get(head) ?? []), rest])
  const inner = (value, rests) => rests.some((rest) => !rest.length) ? value : picked(value, rests)
  const star = heads.get('*')
  if (Array.isArray(body)) return body.map((item) => inner(item, star ?? [[]]))
  if (!isObject(body)) return body
  if (star) return mapValues(body, (item) => inner(item, star))
  const told = (head) => head in body || (head !== 'total' && (!('total_pages' in body) || head.endsWith('_rest_url')))
  return Object.fromEntries([...heads].filter(([head]) => told(head)).map(([head, rests]) => [head, head in body ? inner(body[head], rests) : { $absent: true }]))
}
