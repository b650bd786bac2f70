// The proxy for an address, from environment variables.
import { describe, expect, it } from 'vitest'
import { proxySettingsFor } from '../../../../src/client/transport/proxy.ts'

const https = new URL('https://calendar.example.org/wp-json')

describe('proxySettingsFor', () => {
  it.each<readonly [string, Record<string, string>, string | undefined]>([
    ['no variable', {}, undefined],
    ['HTTPS_PROXY', { HTTPS_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
    ['a lower-case name first', { HTTPS_PROXY: 'http://a', https_proxy: 'b:1' }, 'http://b:1'],
    ['HTTP_PROXY alone', { HTTP_PROXY: 'http://proxy:3128' }, undefined],
    ['ALL_PROXY', { ALL_PROXY: 'http://proxy:3128' }, 'http://proxy:3128'],
  ])('%s', (_, env, address) => {
    expect(proxySettingsFor(https, env)?.address).toBe(address)
  })

  it('takes the exceptions from NO_PROXY', () => {
    const env = { HTTPS_PROXY: 'http://p', NO_PROXY: 'example.org,.internal' }
    expect(proxySettingsFor(https, env)?.exceptions).toBe('example.org,.internal')
    expect(proxySettingsFor(https, { HTTPS_PROXY: 'http://p' })?.exceptions).toBe('')
  })

  it('is none for loopback addresses', () => {
    for (const host of ['127.0.0.1:80', 'localhost', '[::1]:8787'])
      expect(
        proxySettingsFor(new URL(`http://${host}/`), { HTTP_PROXY: 'http://p', ALL_PROXY: 'http://p' }),
      ).toBeUndefined()
  })
})
