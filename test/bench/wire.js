// A load generator with little overhead: requests are serialized in advance, and only status and length of responses
// are parsed. It shares the cores with the server; undici's Pool takes twice its 35 µs for a request.
import { once } from 'node:events'
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'
import { isQuick } from './harness.js'

/** The bytes of a request. */
export function requestOf(method, { host, pathname, search }, record) {
  const body = record === undefined ? '' : JSON.stringify(record)
  const about = record === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${about}\r\n${body}`)
}

/** A connection on which one request at a time may be sent. */
export async function openWire(host, port) {
  const socket = connect({ host, port, noDelay: true })
  await once(socket, 'connect')
  let answering, missing = -1
  socket.on('data', (chunk) => {
    missing = missing < 0 ? missingAfter(chunk) : missing - chunk.length
    if (missing === 0) { missing = -1; answering.done() }
  })
  socket.on('error', (error) => answering?.failed(error))
  socket.on('close', () => answering?.failed(new Error('the server ended the connection')))
  return {
    send: (bytes) => new Promise((done, failed) => { answering = { done, failed }; socket.write(bytes) }),
    close: () => { answering = undefined; socket.destroy() },
  }
}

/** The number of bytes of a response that are still missing. */
function missingAfter(chunk) {
  const head_end = chunk.indexOf('\r\n\r\n')
  const head = chunk.latin1Slice(0, head_end)
  const length = /content-length: (\d+)/i.exec(head)
  if (!/^HTTP\/1.1 20[01] /.test(head) || !length) throw new Error(`not an answer to count: ${chunk.toString().slice(0, 500)}`)
  return head_end + 4 + Number(length[1]) - chunk.length
}

/**
 * Sends requests sequentially on each of `clients` connections for `ms`; returns responses per second. `next(client,
 * turn)` is the next request.
 */
export async function rateOf(address, { clients, ms: whole_ms }, next) {
  const ms = isQuick() ? whole_ms / 5 : whole_ms
  const { hostname, port } = new URL(address)
  const wires = await Promise.all(Array.from({ length: clients }, () => openWire(hostname, Number(port))))
  const start = performance.now()
  const end = start + ms
  let count = 0
  await Promise.all(wires.map(async ({ send }, client) => {
    for (let turn = 0; performance.now() < end; turn++) { await send(next(client, turn)); count += 1 }
  }))
  const seconds = (performance.now() - start) / 1000
  for (const { close } of wires) close()
  return count / seconds
}
