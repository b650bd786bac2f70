import { describe, expect, it } from 'vitest'
import { isAddress, isLoopback } from '../../../src/spec/addresses.ts'

describe('a web address', () => {
  it.each([
    'http://a',
    'http://localhost:8080/x?y#z',
    'HTTPS://EXAMPLE.COM',
    'http://u:p@h.example/',
    'http://[::1]/',
    'http://192.0.2.1',
    'http://a.example.',
    'http://a.example:',
    'http://a.example?b',
    'ftp://x.y/z',
    'foo://bar',
    'mailto:a@b.c',
    'news:x',
    'file:///etc/hosts',
  ])('%s is valid', (text) => expect(isAddress(text)).toBe(true))

  it.each([
    'example.com',
    '//example.com',
    'http:x',
    'http:///x',
    'https://',
    'http://a b',
    'http://exämple.com',
    'http://ä.example',
    'http://a.example/ä',
    'tel:123',
    'tel:+43123',
    'urn:isbn:1',
    'http://a_b.example',
    'http://-a.example',
    'http://a-.example',
    'http://a..example',
    'http://a.example:65536',
    `http://${'a'.repeat(64)}.example`,
    'http://a%20b',
    'javascript:alert(1)',
    'javascript://a.example/%0aalert(1)',
    'data:text/html,x',
  ])('%s is invalid', (text) => expect(isAddress(text)).toBe(false))
})

it('addresses and names of localhost are this machine', () => {
  const names = [
    'localhost',
    '127.1.2.3',
    '::1',
    '[::1]',
    'cal.localhost',
    '127.0.0.256',
    '127.0.0.1.example',
    '0.0.0.0',
  ]
  expect(names.filter(isLoopback)).toEqual(['localhost', '127.1.2.3', '::1', '[::1]', 'cal.localhost'])
})
