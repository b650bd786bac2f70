// Finds the interface of a site: by its HTTP headers, by a link in its pages, or at its common address.
import type { ApiRequest, ApiResponse } from '../base/exchange.ts'
import { isObject } from '../base/json.ts'
import { withoutSlash } from './address/api-root.ts'
import { jsonOfBody, redirectOf } from './transport/response.ts'

/** Sends a request without credentials; its path is below the address. */
export type Ask = (address: string, request: ApiRequest) => Promise<ApiResponse>

export interface Discovered {
  readonly api_root: string
  /** The status of anonymous requests; whether the address is the interface is known after sign-in. */
  readonly closed?: 401 | 403
}

/** The namespace of the interface on most sites, for an index that requires sign-in. */
const common_namespace = 'tribe/events/v1'

const redirects_max = 3
const namespace = /^[\w-]+\/events\/v1$/

/**
 * The api root of a site; undefined if the site has no such interface.
 *
 * Errors: `unreachable` if the site does not respond.
 */
export async function discover(address: string, ask: Ask): Promise<Discovered | undefined> {
  const typed = address.replace(/(?<![/?])[/?]+$/, '')
  if (/\/[\w-]+\/events\/v1$/.test(typed) || /rest_route=/.test(typed)) return rootAt(typed, ask)
  const front = await fetched(typed, ask)
  const named = front.headers['x-tec-api-root']
  const by_header = named !== undefined && URL.canParse(named) ? await rootAt(named, ask) : undefined
  if (by_header) return by_header
  const linked = /<([^<>]+)>;\s*rel="?https:\/\/api\.w\.org\/"?/.exec(front.headers.link ?? '')?.[1]
  for (const index of [linked, `${typed}/wp-json`, `${typed}/?rest_route=`].filter((place) => place !== undefined)) {
    const by_index = await findInIndex(index, ask)
    if (by_index) return by_index
  }
  return undefined
}

/** The api root by the namespaces that the index of a site lists. */
async function findInIndex(index: string, ask: Ask): Promise<Discovered | undefined> {
  const answer = await fetched(index, ask)
  if (closedBy(answer) !== undefined) return rootAt(below(answer.from, common_namespace), ask)
  const value = jsonOfBody(answer.body)
  const names = isObject(value) && Array.isArray(value.namespaces) ? value.namespaces : []
  const name = names.find((one) => typeof one === 'string' && namespace.test(one))
  return name === undefined ? undefined : { api_root: below(answer.from, String(name)) }
}

function below(index: string, name: string): string {
  return `${withoutSlash(index)}/${name}`
}

/** The api root if the interface responds at this address, or requires sign-in. */
async function rootAt(address: string, ask: Ask): Promise<Discovered | undefined> {
  const answer = await fetched(address, ask)
  const api_root = withoutSlash(answer.from)
  const value = jsonOfBody(answer.body)
  if (isObject(value) && typeof value.namespace === 'string' && namespace.test(value.namespace)) return { api_root }
  const closed = closedBy(answer)
  return closed && { api_root, closed }
}

/** A 403 counts only with an error code of the interface, because firewalls send it too. */
function closedBy({ status, body }: ApiResponse): 401 | 403 | undefined {
  if (status === 401) return 401
  const value = status === 403 ? jsonOfBody(body) : undefined
  return isObject(value) && typeof value.code === 'string' && value.code.startsWith('rest_') ? 403 : undefined
}

/** A GET without credentials that follows up to three redirects; `from` is the address that answered. */
async function fetched(
  address: string,
  ask: Ask,
  left: number = redirects_max,
): Promise<ApiResponse & { readonly from: string }> {
  const headers = { accept: 'application/json, text/html' }
  const answer = await ask(address, { method: 'GET', path: '/', query: '', headers })
  const to = redirectOf(answer)
  if (to === undefined || !URL.canParse(to, address) || left === 0) return { ...answer, from: address }
  const next = new URL(to, address)
  next.hash = ''
  return fetched(withoutSlash(next.href), ask, left - 1)
}
