// Requests through a proxy. A separate file, because the classes of undici for it are loaded only if a proxy is set.
import undici, { type Agent, type Dispatcher } from 'undici'
import type { ProxySettings } from './proxy.ts'

/**
 * undici decides which hosts `exceptions` means. Both options are set: without `httpsProxy`, https uses `httpProxy`.
 */
export function proxyDispatcher({ address, exceptions }: ProxySettings, options: Agent.Options): Dispatcher {
  return new undici.EnvHttpProxyAgent({ ...options, httpProxy: address, httpsProxy: address, noProxy: exceptions })
}
