// Clients that write in parallel to a server that may be killed, and the responses they got.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { project } from './project.ts'

/** Titles of events by the response to their creation. */
export interface WriteResults {
  readonly created: Map<string, number>
  readonly refused: Set<string>
}

export interface Running {
  readonly api_root: string
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

/** Starts the built server on a file and kills it after the test; `limits` are shell commands run before it. */
export async function startServer(
  file: string,
  { env = {}, limits = '' }: { readonly env?: Readonly<Record<string, string>>; readonly limits?: string } = {},
): Promise<Running> {
  const server = spawn(
    'sh',
    [
      '-c',
      `${limits} exec "$@"`,
      'sh',
      process.execPath,
      join(project, 'bin/cal.js'),
      'serve',
      '--port',
      '0',
      '-o',
      'json',
      '--data',
      file,
    ],
    {
      env: { HOME: join(file, '..'), PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const ended = once(server, 'exit')
  const end: Running['end'] = async (signal) => {
    server.kill(signal)
    await ended
  }
  onTestFinished(() => end('SIGKILL'))
  return { api_root: await rootOf(server), end }
}

async function rootOf(server: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of server.stdout ?? []) {
    text += String(chunk)
    if (text.includes('\n')) return JSON.parse(text).api_root
  }
  throw new Error(`the server did not start: ${text}`)
}

/** Sends an event with a new venue and a category. */
export async function create(
  api_root: string,
  title: string,
  more: object = {},
): Promise<{ readonly status: number; readonly body: { readonly id: number; readonly code?: string } }> {
  const event = {
    title,
    start_date: '2027-03-01 19:00',
    end_date: '2027-03-01 22:00',
    venue: { venue: `Hall of ${title}` },
    categories: ['Music'],
    ...more,
  }
  const response = await fetch(`${api_root}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

/** Each writer creates events one after another until the connection breaks or `enough` returns true. */
export async function writeInParallel(
  writers: number,
  {
    api_root,
    name,
    results,
    enough = () => false,
  }: { readonly api_root: string; readonly name: string; readonly results: WriteResults; enough?(): boolean },
): Promise<void> {
  const write = async (writer: number) => {
    for (let i = 0; !enough(); i += 1) {
      const title = `${name}-${writer}-${i}!`
      try {
        const { status, body } = await create(api_root, title)
        if (status === 201) results.created.set(title, body.id)
        else results.refused.add(title)
      } catch {
        return
      }
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
}
