// Lists that are read, also pipelined, while a thread of the same server writes: each shows one state.
import { connect } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { is_nightly } from '../support/extent.ts'
import { startServer } from '../support/server-process.ts'
import { newFolder } from '../support/folder.ts'

const events = 20
const rounds = is_nightly ? 6 : 3
const pipelined = 10
const connections = 2

interface Page {
  readonly total: number
  readonly events: readonly {
    readonly status: string
    readonly venue: { readonly venue?: string }
    readonly title: string
  }[]
}

it('every page holds as many events as its total says, each with the venue of its write', async () => {
  const { api_root, stop } = await startServer('--data', join(newFolder(), 'c.db'))
  const send = async (method: string, path: string, fields: object = {}) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${api_root}${path}`, { method, headers, body: JSON.stringify(fields) })
    if (!response.ok) throw new Error(await response.text())
    return response.json() as Promise<{ readonly id: number; readonly venue: { readonly id: number } }>
  }
  const party = (state: number) => ({
    title: `State ${state}`,
    start_date: '2027-03-01 19:00',
    end_date: '2027-03-01 22:00',
  })
  const made = await Promise.all(
    Array.from({ length: events }, () => send('POST', '/events', { ...party(0), venue: { venue: 'Hall' } })),
  )
  let isDone = false
  const pages: Page[] = []
  const reading = Array.from({ length: connections }, async (_, client) => {
    for (let turn = 0; !isDone || turn < 2; turn += 1)
      pages.push(...(await pipelinedPages(new URL(api_root), `${client}-${turn}`)))
  })
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(made.map(({ id }) => send('DELETE', `/events/${id}`)))
    await Promise.all(
      made.map(({ id, venue }) =>
        send('POST', `/events/${id}`, { ...party(round), status: 'publish', venue: venue.id }),
      ),
    )
  }
  isDone = true
  await Promise.all(reading)
  await stop()
  for (const page of pages) {
    expect(page.events).toHaveLength(page.total)
    for (const { status, venue } of page.events) expect([status, venue.venue]).toEqual(['publish', 'Hall'])
  }
  expect(new Set(pages.map(({ total }) => total)).size).toBeGreaterThan(3)
})

/** Sends all requests before it reads a response. `name` keeps a cache from answering them. */
async function pipelinedPages({ hostname, port, pathname, host }: URL, name: string): Promise<readonly Page[]> {
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  const query = 'status=publish&start_date=2027-01-01&per_page=50'
  for (let i = 0; i < pipelined; i += 1) {
    const end = i === pipelined - 1 ? 'Connection: close\r\n' : ''
    socket.write(`GET ${pathname}/events?${query}&n=${name}-${i} HTTP/1.1\r\nHost: ${host}\r\n${end}\r\n`)
  }
  let bytes = Buffer.alloc(0)
  for await (const chunk of socket) bytes = Buffer.concat([bytes, chunk])
  const pages: Page[] = []
  while (bytes.length > 0) {
    const head = bytes.subarray(0, bytes.indexOf('\r\n\r\n')).toString()
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1])
    const start = head.length + 4
    pages.push(JSON.parse(bytes.subarray(start, start + length).toString()))
    bytes = bytes.subarray(start + length)
  }
  expect(pages).toHaveLength(pipelined)
  return pages
}
