import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { certificateOf } from '../../../../src/cli/commands/config/doctor.run.ts'
import { project } from '../../../support/project.ts'

it('reports the protocol, the expiry date, and why the certificate is not trusted', async () => {
  const [cert, key] = ['cert', 'key'].map((name) =>
    readFileSync(join(project, `test/support/tls/${name}.pem`), 'utf8'),
  ) as [string, string]
  const server = createServer({ cert, key })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  expect(await certificateOf(url, { timeout_ms: 60_000 })).toEqual({
    protocol: 'TLSv1.3',
    valid_until: '2126-10-28',
    distrust: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
})

it('a refused connection is an error', async () => {
  await expect(certificateOf(new URL('https://127.0.0.1:1/'), { timeout_ms: 60_000 })).rejects.toMatchObject({
    code: 'unreachable',
    text: { en: 'cannot reach https://127.0.0.1:1: connection refused (ECONNREFUSED)' },
  })
})
