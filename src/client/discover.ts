// From the plain address of a site to its interface: by the headers its pages carry, by the link they show, by the usual place.
import type { ApiResponse, Exchange, OpenExchange } from '../base/exchange.ts'
import { isObject } from '../base/json.ts'
import { jsonOfBody } from './body-json.ts'

/** Opens an address without any credentials. */
export type Opener = (address: string) => Promise<OpenExchange>

export interface Discovered {
  readonly api_root: string
  /** How it was found. */
  readonly by: 'address' | 'header' | 'index'
}

const redirects_max = 3
const namespace = /^[\w-]+\/events\/v1$/

/** The api root behind an address; undefined where nothing there speaks the interface. Fails where nothing answers at all. */
export async function discover(address: string, open: Opener): Promise<Discovered | undefined> {
  const typed = address.replace(/[/?]+$/, '')
  if (/\/[\w-]+\/events\/v1$/.test(typed) || /rest_route=/.test(typed)) return (await speaks(typed, open)) ? { api_root: typed, by: 'address' } : undefined
  const front = await fetched(typed, open)
  const named = front.headers['x-tec-api-root']
  if (named !== undefined && URL.canParse(named) && (await speaks(named, open))) return { api_root: withoutSlash(named), by: 'header' }
  const linked = /<([^>]+)>;\s*rel="?https:\/\/api\.w\.org\/"?/.exec(front.headers.link ?? '')?.[1]
  for (const index of [linked, `${typed}/wp-json`, `${typed}/?rest_route=`].filter((place) => place !== undefined)) {
    const api_root = await inIndex(index, open)
    if (api_root !== undefined) return { api_root, by: 'index' }
  }
  return undefined
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

/** The index of a site names every namespace it has. */
async function inIndex(index: string, open: Opener): Promise<string | undefined> {
  const value = jsonOfBody((await fetched(index, open)).body)
  const names = isObject(value) && Array.isArray(value.namespaces) ? value.namespaces : []
  const found = names.find((name) => typeof name === 'string' && namespace.test(name))
  return found === undefined ? undefined : `${withoutSlash(index)}${index.endsWith('=') ? '/' : ''}${index.endsWith('=') ? found : `/${found}`}`
}

async function speaks(api_root: string, open: Opener): Promise<boolean> {
  const value = jsonOfBody((await fetched(api_root, open)).body)
  return isObject(value) && typeof value.namespace === 'string' && namespace.test(value.namespace)
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
