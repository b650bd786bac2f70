// Which proxy an address is reached through, as the environment says.

type Environment = Readonly<Record<string, string | undefined>>

/** The proxy for this address; undefined where it is reached directly. This machine always is. */
export function proxyOf(url: URL, env: Environment): string | undefined {
  const named = (name: string) => env[name.toLowerCase()] || env[name] || undefined
  const proxy = named(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? named('ALL_PROXY')
  if (proxy === undefined || isLoopback(url.hostname) || isExempt(url, named('NO_PROXY'))) return undefined
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

/** `NO_PROXY=example.org,.internal,10.0.0.1:8080,*`: a name stands for itself and everything below it. */
function isExempt({ hostname, port }: URL, list: string | undefined): boolean {
  return (list ?? '')
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const [, name = '', at] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
      return (at === undefined || at === port) && (hostname === name || hostname.endsWith(`.${name}`))
    })
}
