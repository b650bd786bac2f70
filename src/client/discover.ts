// From the plain address of a site to its interface: by the headers its pages carry, by the link they show, by the
// usual place.
import type { ApiResponse, Exchange, OpenExchange } from '../base/exchange.ts'
import { isObject } from '../base/json.ts'
import { jsonOfBody } from './transport/body.ts'

/** Opens an address without any credentials. */
export type Opener = (address: string) => Promise<OpenExchange>

export interface Discovered {
  readonly api_root: string
  /** How it was found. */
  readonly by: 'address' | 'header' | 'index'
  /** It answers visitors with this status only: whether it is the interface shows after signing in. */
  readonly closed?: 401 | 403
}

/** Where the interface lies on nearly every site: a closed index does not say. */
const usual_namespace = 'tribe/events/v1'

const redirects_max = 3
const namespace = /^[\w-]+\/events\/v1$/

/**
 * The api root behind an address; undefined where nothing there speaks the interface. Fails where nothing answers at
 * all.
 */
export async function discover(address: string, open: Opener): Promise<Discovered | undefined> {
  const typed = address.replace(/[/?]+$/, '')
  if (/\/[\w-]+\/events\/v1$/.test(typed) || /rest_route=/.test(typed))
    return found(typed, 'address', await answerAt(typed, open))
  const front = await fetched(typed, open)
  const named = front.headers['x-tec-api-root']
  const by_header =
    named !== undefined && URL.canParse(named)
      ? found(withoutSlash(named), 'header', await answerAt(named, open))
      : undefined
  if (by_header) return by_header
  const linked = /<([^>]+)>;\s*rel="?https:\/\/api\.w\.org\/"?/.exec(front.headers.link ?? '')?.[1]
  for (const index of [linked, `${typed}/wp-json`, `${typed}/?rest_route=`].filter((place) => place !== undefined)) {
    const by_index = await inIndex(index, open)
    if (by_index) return by_index
  }
  return undefined
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

/** The index of a site names every namespace it has. */
async function inIndex(index: string, open: Opener): Promise<Discovered | undefined> {
  const answer = await fetched(index, open)
  if (closedBy(answer) !== undefined) {
    const usual = below(index, usual_namespace)
    return found(usual, 'index', await answerAt(usual, open))
  }
  const value = jsonOfBody(answer.body)
  const names = isObject(value) && Array.isArray(value.namespaces) ? value.namespaces : []
  const name = names.find((one) => typeof one === 'string' && namespace.test(one))
  return name === undefined ? undefined : { api_root: below(index, String(name)), by: 'index' }
}

function below(index: string, name: string): string {
  return `${withoutSlash(index)}/${name}`
}

function found(
  api_root: string,
  by: Discovered['by'],
  answer: 'speaks' | 401 | 403 | undefined,
): Discovered | undefined {
  if (answer === undefined) return undefined
  return answer === 'speaks' ? { api_root, by } : { api_root, by, closed: answer }
}

/**
 * Whether the interface answers there, or only that visitors are not let in; undefined for anything else, 404 above
 * all.
 */
async function answerAt(api_root: string, open: Opener): Promise<'speaks' | 401 | 403 | undefined> {
  const answer = await fetched(api_root, open)
  const value = jsonOfBody(answer.body)
  return isObject(value) && typeof value.namespace === 'string' && namespace.test(value.namespace)
    ? 'speaks'
    : closedBy(answer)
}

/** 403 without an error of the interface may be any firewall's. */
function closedBy({ status, body }: ApiResponse): 401 | 403 | undefined {
  if (status === 401) return 401
  const value = status === 403 ? jsonOfBody(body) : undefined
  return isObject(value) && typeof value.code === 'string' && value.code.startsWith('rest_') ? 403 : undefined
}

/** A GET that follows a few redirects; it carries no credentials, so it may. */
async function fetched(address: string, open: Opener, left: number = redirects_max): Promise<ApiResponse> {
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
