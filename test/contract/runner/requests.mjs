// The HTTP request of a step of a case.
import { isObject, mapValues, USERS } from './values.mjs'

export function wireRequest(step, symbols) {
  const { method, path, query, json, form, raw, type, headers = {} } = step.request
  const wire = { method, path: String(fill(path, symbols)).replace(symbols.root, '').replaceAll(' ', '%20'), headers: { ...headers } }
  const search = typeof query === 'string' ? fill(query, symbols).replaceAll(' ', '%20') : query ? encodeForm(fillDeep(query, symbols)) : ''
  if (search) wire.path += `?${search}`
  if (json !== undefined) Object.assign(wire, { body: JSON.stringify(fillDeep(json, symbols)), type: 'application/json' })
  if (form !== undefined) Object.assign(wire, { body: encodeForm(fillDeep(form, symbols)), type: 'application/x-www-form-urlencoded' })
  if (raw !== undefined) Object.assign(wire, { body: fill(raw, symbols), type })
  if (wire.type) wire.headers['content-type'] = wire.type
  if (wire.body !== undefined) wire.headers['content-length'] = Buffer.byteLength(wire.body)
  const user = typeof step.as === 'string' ? USERS.find(({ login }) => login === step.as) : step.as
  if (user) wire.headers.authorization = `Basic ${Buffer.from(`${user.login}:${user.password}`).toString('base64')}`
  return wire
}

/** Nested data as form fields: `{a: [1], b: {c: 2}}` → `a[]=1&b[c]=2`. */
function encodeForm(data) {
  const pairs = (name, value) => value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, item]) => pairs(`${name}[${Array.isArray(value) && typeof item !== 'object' ? '' : key}]`, item))
    : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`]
  return Object.entries(data).flatMap(([name, value]) => pairs(name, value)).join('&')
}

/**
 * Text with its `{{symbol}}`s replaced; a symbol alone is replaced by the saved value itself, `{{symbol:text}}` by its
 * text.
 */
export function fill(text, symbols) {
  const valueOf = (name) => {
    if (name in symbols) return symbols[name]
    throw new Error(`{{${name}}} was never saved`)
  }
  const alone = /^\{\{(\w+)\}\}$/.exec(text)
  if (alone) return valueOf(alone[1])
  return text.replace(/\{\{(\w+)(?::text)?\}\}/g, (_, name) => valueOf(name))
}

function fillDeep(value, symbols) {
  if (typeof value === 'string') return fill(value, symbols)
  if (Array.isArray(value)) return value.map((item) => fillDeep(item, symbols))
  return isObject(value) ? mapValues(value, (item) => fillDeep(item, symbols)) : value
}

/**
 * The symbols for the address of a server: `{{root}}`, `{{base}}` and `{{vendor}}` of
 * `{{base}}/<root>/{{vendor}}/events/v1`.
 */
export function placeOf(apiRoot) {
  const parts = apiRoot.split('/')
  return { root: apiRoot, base: parts.slice(0, -4).join('/'), vendor: parts.at(-3) }
}

const at = (value, path) => path.split('.').reduce((inner, key) => inner?.[key], value)

function saveSymbols(step, body, symbols) {
  for (const [name, path] of Object.entries(step.save ?? {})) {
    const value = at(body, path)
    if (value === undefined) throw new Error(`nothing to save as {{${name}}}: the answer has no ${path}`)
    symbols[name] = value
  }
}

export const saveOnSuccess = (step, answer, symbols) => { if (answer.status < 300) saveSymbols(step, answer.body, symbols) }
