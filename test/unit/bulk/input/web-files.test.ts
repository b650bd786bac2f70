// Files from URLs and folders: downloads, redirects, skipped entries, and their messages.
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const rows = 'title,start_date\nA,2027-02-01 10:00\nB,soon\n'
const asked: IncomingMessage[] = []
let server: Server
let root = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request)
    const [path = ''] = (request.url ?? '').split('?')
    const moved: Readonly<Record<string, string>> = {
      '/moved': '/again',
      '/again': '/events.csv?v=2',
      '/round': '/round',
      '/down': 'http://calendar.example/events.csv',
    }
    if (moved[path] !== undefined) return void response.writeHead(302, { location: moved[path] }).end()
    if (path === '/events.csv') return void response.writeHead(200, { 'content-type': 'text/csv' }).end(rows)
    if (path === '/page')
      return void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html></html>')
    if (path === '/endless') return void endless(response)
    response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(
  () =>
    new Promise((closed) => {
      server.closeAllConnections()
      server.close(closed)
    }),
)

function endless(response: NodeJS.WritableStream): void {
  const more = () => {
    while (response.writable && response.write(Buffer.alloc(1024 * 1024, 'a')));
  }
  response.on('drain', more)
  response.on('error', () => {})
  more()
}

describe('a file from the web', () => {
  it('is downloaded without credentials; redirects are shown, rejected records go to the working directory', async () => {
    const { cal, read } = newWorkspace()
    const { code, stderr } = await cal(`import ${root}/moved`, { env: { CAL_USER: 'anna', CAL_TOKEN: 'secret' } })
    expect([code, stderr]).toEqual([
      6,
      expect.stringContaining(`redirected to ${root}/again\nredirected to ${root}/events.csv?v=2\n`),
    ])
    for (const line of [
      `${root}/moved:3: start_date: "soon" is not a date\n`,
      'rejected rows: moved.rejected.csv\n1 event created; 1 event failed',
    ])
      expect(stderr).toContain(line)
    expect(read('moved.rejected.csv')).toContain('B,soon')
    expect(
      asked.flatMap(({ headers }) => [headers.authorization, headers.cookie]).filter((value) => value !== undefined),
    ).toEqual([])
  })

  it.each([
    ['/none', 4, 'responds with status 404\n'],
    ['/page', 2, 'is a web page, not a file\nhint: use a direct URL of the file that requires no sign-in\n'],
    ['/endless', 2, 'is larger than 64 MB\n'],
    ['/round', 8, 'redirects more than 5 times\n'],
  ])('is rejected: %s', async (path, code, message) => {
    expect(await newWorkspace().cal(`validate ${root}${path}`)).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining(`error: ${root}${path} ${message}`),
    })
  })

  it('is not downloaded over plain HTTP or from a URL with a password', async () => {
    const { cal } = newWorkspace()
    expect(await cal('validate http://calendar.example/events.csv')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: http://calendar.example/events.csv would be downloaded unencrypted\nhint: use https, or add --insecure-http if you trust the network\n',
    })
    expect((await cal(`validate ${root}/down`)).stderr).toBe(
      'redirected to http://calendar.example/events.csv\nerror: http://calendar.example/events.csv would be downloaded unencrypted\nhint: use https, or add --insecure-http if you trust the network\n',
    )
    expect((await cal(`validate ${root.replace('//', '//anna:secret@')}/events.csv`)).stderr).toBe(
      'error: the URL of a file must not contain a user name or password\nhint: download the file and specify the local copy\n',
    )
  })
})

it('a folder lists skipped entries', async () => {
  const { cal, folder, write } = newWorkspace()
  mkdirSync(join(folder, 'all/old'), { recursive: true })
  for (const [name, text] of [
    ['events.csv', rows],
    ['events.rejected.csv', rows],
    ['events.rejected-2.csv', rows],
    ['notes.txt', 'x'],
    ['.hidden', 'x'],
  ] as const)
    write(`all/${name}`, text)
  expect((await cal('validate all')).stderr).toBe(
    'all: skipped 4: events.rejected-2.csv, events.rejected.csv, notes.txt, old/\n1 of 2 records has errors\n',
  )
  expect((await cal('validate all --lang de')).stderr).toContain(
    'all: 4 übersprungen: events.rejected-2.csv, events.rejected.csv, notes.txt, old/\n',
  )
})
