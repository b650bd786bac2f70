// Messages for network errors in both languages.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createPlainServer, type Server } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { CalError } from '../../../../src/base/errors.ts'
import { openNetwork } from '../../../../src/client/transport/network.ts'
import { networkErrorText, networkError } from '../../../../src/client/transport/network-errors.ts'
import { project } from '../../../support/project.ts'

const place = { origin: 'https://x.example', timeout_ms: 2_000, timed_out: false, method: 'GET' }
const coded = (code: string) => Object.assign(new Error(`${code}: the system's own words`), { code })

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function failureAt(api_root: string): Promise<CalError> {
  const open = await openNetwork({ api_root, headers: {}, timeout_ms: 2_000, insecure_http: false })
  try {
    return await open.exchange({ method: 'GET', path: '/', query: '', headers: {} }).then(
      () => {
        throw new Error('it answered')
      },
      (error) => error,
    )
  } finally {
    await open.close()
  }
}

it.each([
  ['ENOTFOUND', 'host not found', 'Rechner nicht gefunden'],
  [
    'EAI_AGAIN',
    'the host name cannot be resolved at the moment',
    'der Name des Rechners lässt sich derzeit nicht auflösen',
  ],
  ['ECONNRESET', 'the server closed the connection', 'der Server hat die Verbindung getrennt'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired', 'das Zertifikat ist abgelaufen'],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'its certificate was issued for another host name',
    'das Zertifikat gilt für einen anderen Namen',
  ],
])('%s has its own message', (code, en, de) => {
  expect(networkError(coded(code), place).text).toEqual({
    en: `cannot reach https://x.example: ${en} (${code})`,
    de: `https://x.example ist nicht erreichbar: ${de} (${code})`,
  })
})

it('ETIMEDOUT is reported as a timeout', () => {
  expect(networkError(coded('ETIMEDOUT'), place).text.de).toBe('https://x.example hat binnen 2 s nicht geantwortet')
})

it('the error of the first address is reported, and an unknown error is quoted', () => {
  expect(networkErrorText(new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')])).en).toBe(
    'connection refused (ECONNREFUSED)',
  )
  expect(networkErrorText(new Error('odd'))).toEqual({ en: '"odd"', de: '„odd“' })
})

it('a self-signed certificate is reported with a hint on how to trust it', async () => {
  const [cert, key] = ['cert', 'key'].map((name) =>
    readFileSync(join(project, `test/support/tls/${name}.pem`), 'utf8'),
  ) as [string, string]
  const failure = await failureAt(`https://127.0.0.1:${await portOf(createServer({ cert, key }))}`)
  expect(failure.text.en).toMatch(/its certificate is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/)
  expect(failure.hint?.de).toContain('NODE_EXTRA_CA_CERTS=DATEI')
})

it('TLS to a port without TLS and HTTP to another protocol are reported', async () => {
  const talker = await portOf(
    createPlainServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end('SSH-2.0-x\r\n'))
    }),
  )
  const tls = await failureAt(`https://127.0.0.1:${talker}`)
  expect([tls.text.en, tls.hint?.en]).toEqual([
    expect.stringMatching(/the server does not use TLS \((EPROTO|ERR_SSL_WRONG_VERSION_NUMBER)\)$/),
    'try http:// or another port',
  ])
  expect((await failureAt(`http://127.0.0.1:${talker}`)).text.en).toMatch(/the response is not HTTP$/)
})
