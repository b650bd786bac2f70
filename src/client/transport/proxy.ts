// The proxy that an address is reached through, by the environment variables that curl reads.
//
// Not undici's EnvHttpProxyAgent: it ignores ALL_PROXY, needs a scheme in the address of a proxy, sends HTTPS through
// HTTP_PROXY, does not exclude loopback addresses, and can't tell `cal doctor` which proxy is used.

type Environment = Readonly<Record<string, string | undefined>>

/** The proxy for this address; undefined if it is reached directly, as loopback addresses always are. */
export function proxyOf(url: URL, env: Environment): string | undefined {
  const variable = (name: string) => env[name.toLowerCase()] || env[name] || undefined
  const proxy = variable(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? variable('ALL_PROXY')
  if (proxy === undefined || isLoopback(url.hostname) || isExcluded(url, variable('NO_PROXY'))) return undefined
  return proxy.includes('://') ? proxy : `http://${proxy}`
}

export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  )
}

/** `NO_PROXY=example.org,.internal,10.0.0.1:8080,*`: a name includes its subdomains. */
function isExcluded({ hostname, port, protocol }: URL, list = ''): boolean {
  const own_port = port || (protocol === 'https:' ? '443' : '80')
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const [, name = '', excluded_port] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
      const isPort = excluded_port === undefined || excluded_port === own_port
      return isPort && (hostname === name || hostname.endsWith(`.${name}`))
    })
}
