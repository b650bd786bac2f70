// Finds the interface of a site: by its HTTP headers, by a link in its pages, or at its common address.
import type { ApiResponse, Exchange, OpenExchange } from '../base/exchange.ts'
import { isObject } from '../base/json.ts'
import { jsonOfBody } from './transport/response.ts'

/** Opens an address without credentials. */
export type OpenAddress = (address: string) => Promise<OpenExchange>

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
export async function discover(address: string, open: OpenAddress): Promise<Discovered | undefined> {
  const typed = address.replace(/(?<![/?])[/?]+$/, '')
  if (/\/[\w-]+\/events\/v1$/.test(typed) || /rest_route=/.test(typed)) return found(typed, await answerAt(typed, open))
  const front = await fetched(typed, open)
  const named = front.headers['x-tec-api-root']
  const by_header =
    named !== undefined && URL.canParse(named) ? found(withoutSlash(named), await answerAt(named, open)) : undefined
  if (by_header) return by_header
  const linked = /<([^<>]+)>;\s*rel="?https:\/\/api\.w\.org\/"?/.exec(front.headers.link ?? '')?.[1]
  for (const index of [linked, `${typed}/wp-json`, `${typed}/?rest_route=`].filter((place) => place !== undefined)) {
    const by_index = await inIndex(index, open)
    if (by_index) return by_index
  }
  return undefined
}

function withoutSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '')
}

/** The api root by the namespaces that the index of a site lists. */
async function inIndex(index: string, open: OpenAddress): Promise<Discovered | undefined> {
  const answer = await fetched(index, open)
  if (closedBy(answer) !== undefined) {
    const address = below(index, common_namespace)
    return found(address, await answerAt(address, open))
  }
  const value = jsonOfBody(answer.body)
  const names = isObject(value) && Array.isArray(value.namespaces) ? value.namespaces : []
  const name = names.find((one) => typeof one === 'string' && namespace.test(one))
  return name === undefined ? undefined : { api_root: below(index, String(name)) }
}

function below(index: string, name: string): string {
  return `${withoutSlash(index)}/${name}`
}

function found(api_root: string, answer: 'open' | 401 | 403 | undefined): Discovered | undefined {
  if (answer === undefined) return undefined
  return answer === 'open' ? { api_root } : { api_root, closed: answer }
}

/** Whether the interface responds at this address, or requires sign-in; undefined for any other response. */
async function answerAt(api_root: string, open: OpenAddress): Promise<'open' | 401 | 403 | undefined> {
  const answer = await fetched(api_root, open)
  const value = jsonOfBody(answer.body)
  return isObject(value) && typeof value.namespace === 'string' && namespace.test(value.namespace)
    ? 'open'
    : closedBy(answer)
}

/** A 403 counts only with an error code of the interface, because firewalls send it too. */
function closedBy({ status, body }: ApiResponse): 401 | 403 | undefined {
  if (status === 401) return 401
  const value = status === 403 ? jsonOfBody(body) : undefined
  return isObject(value) && typeof value.code === 'string' && value.code.startsWith('rest_') ? 403 : undefined
}

/** A GET without credentials that follows up to three redirects. */
async function fetched(address: string, open: OpenAddress, left: number = redirects_max): Promise<ApiResponse> {
  const { exchange, close } = await open(address)
  try {
    const answer = await get(exchange)
    const to = answer.headers.location
    const moved = answer.status >= 300 && answer.status < 400 && to !== undefined && URL.canParse(to, address)
    return moved && left > 0 ? await fetched(withoutSlash(new URL(to, address).href), open, left - 1) : answer
  } finally {
    await close()
  }
}

function get(exchange: Exchange): Promise<ApiResponse> {
  return exchange({ method: 'GET', path: '/', query: '', headers: { accept: 'application/json, text/html' } })
}
