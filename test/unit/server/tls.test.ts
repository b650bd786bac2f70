// Serving over TLS.
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { receiveRequest } from '../../../src/server/api/request.ts'
import { listen } from '../../../src/server/http/http.ts'
import { limits } from '../../../src/server/http/connections.ts'
import { project } from '../../support/project.ts'

const [cert, key] = ['cert', 'key'].map((name) =>
  readFileSync(join(project, `test/support/tls/${name}.pem`), 'utf8'),
) as [string, string]

async function openDoor() {
  const door = await listen({
    host: '127.0.0.1',
    port: 0,
    tls: { cert, key },
    limits: { ...limits, headers_ms_max: 300, connections_max: 2 },
    onUnexpectedError: () => {},
  })
  onTestFinished(() => door.close())
  door.answerWith({ receive: receiveRequest, answer: async ({ path }) => ({ status: 200, headers: {}, body: path }) })
  return door
}

function ask(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/over-tls', ca: cert, agent: false }, (answer) => {
      answer.on('data', (chunk) => resolve(String(chunk)))
    })
      .on('error', reject)
      .end()
  })
}

it('responds over TLS only', async () => {
  const { port } = await openDoor()
  expect(await ask(port)).toBe('/over-tls')
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
})

it('closes connections that do not complete the handshake in time', async () => {
  const { port } = await openDoor()
  const silent = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
  const ended = Promise.all(
    silent.map(
      (socket) =>
        new Promise((resolve) => {
          socket
            .on('close', resolve)
            .on('error', () => {})
            .resume()
        }),
    ),
  )
  expect(await ask(port)).toBe('/over-tls')
  await ended
})

it('closes while connections have sent nothing', async () => {
  const door = await listen({
    host: '127.0.0.1',
    port: 0,
    tls: { cert, key },
    limits: { ...limits, close_ms_max: 100 },
    onUnexpectedError: () => {},
  })
  const socket = connect(door.port, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.on('error', () => {})
  await door.close()
})
