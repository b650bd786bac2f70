// The proxy of an address, by the environment variables that curl reads.
import { isLoopback } from '../../spec/addresses.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A proxy, and the hosts that are reached without it. */
export interface ProxySettings {
  readonly address: string
  /** As in NO_PROXY: `example.org,.internal,10.0.0.1:8080`, or `*` for all. */
  readonly exceptions: string
}

/** undefined if no proxy is set for this address; loopback addresses have none. */
export function proxySettingsFor({ protocol, hostname }: URL, env: Environment): ProxySettings | undefined {
  const variable = (name: string) => env[name.toLowerCase()] || env[name] || undefined
  const proxy = variable(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? variable('ALL_PROXY')
  if (proxy === undefined || isLoopback(hostname)) return undefined
  return { address: proxy.includes('://') ? proxy : `http://${proxy}`, exceptions: variable('NO_PROXY') ?? '' }
}
