// `cal mcp` as a process: its lines, its standard error, and its end.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { homeWith } from '../support/program.ts'
import { project } from '../support/project.ts'

describe('the process', () => {
  const { folder, cal } = homeWith({})
  beforeAll(() => cal('demo demo.db'))

  const request = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
  const start = request(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })

  async function spoken(lines: string, { signal }: { readonly signal?: NodeJS.Signals } = {}) {
    const child = spawn(process.execPath, [join(project, 'bin/cal.js'), 'mcp', '--api-root', 'file:demo.db'], {
      cwd: folder,
      env: { HOME: folder, PATH: process.env.PATH ?? '' },
    })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk)
      if (signal) child.kill(signal)
    })
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk)
    })
    child.stdin.write(lines)
    if (!signal) child.stdin.end()
    const code = await new Promise((resolve) => child.once('exit', resolve))
    return {
      code,
      stderr,
      answers: stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    }
  }

  it('ends when standard input ends, after answering earlier calls', async () => {
    const listing = request(2, 'tools/call', { name: 'list_events', arguments: { per_page: 1 } })
    const { code, answers, stderr } = await spoken(start + listing)
    expect(code).toBe(0)
    expect(answers.map(({ id }) => id)).toEqual([1, 2])
    expect(stderr).toBe('')
  })

  it('reports lines that are not the protocol on standard error, and continues', async () => {
    const { code, answers, stderr } = await spoken(`hello\n{"a":1}\n\n${start}`)
    expect(code).toBe(0)
    expect(answers).toMatchObject([{ id: 1, result: { serverInfo: { name: 'cal' } } }])
    expect(stderr).toContain('protocol error: ')
  })

  it('ends on SIGTERM', async () => {
    expect(await spoken(start, { signal: 'SIGTERM' })).toMatchObject({ code: 0 })
  })
})
