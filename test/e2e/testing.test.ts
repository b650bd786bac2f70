// The library for tests as another project has it: by its name, with its types.
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { project } from '../support/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-library-'))

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  symlinkSync(project, join(folder, 'node_modules/cal'))
  symlinkSync(join(project, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  symlinkSync(join(project, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})

const script = `
import { startServer } from 'cal/testing'
const server = await startServer({ timezone: 'Europe/Berlin' })
const answer: Response = await server.fetch('/venues', { method: 'POST', body: new URLSearchParams({ venue: 'City Hall' }) })
const { venue, id } = await answer.json()
await server.reset()
console.log(answer.status, venue, id, (await server.requests()).length)
await server.stop()
`

describe('the library for tests', () => {
  it('runs in a project of its own, and ends with it', async () => {
    writeFileSync(join(folder, 'use.mjs'), script.replace(': Response', ''))
    const { stdout, stderr } = await execa(process.execPath, ['use.mjs'], { cwd: folder, timeout: 20_000 })
    expect([stdout, stderr]).toEqual(['201 City Hall 4 1', ''])
  })

  it('has types that hold', async () => {
    writeFileSync(join(folder, 'use.mts'), script)
    writeFileSync(join(folder, 'wrong.mts'), script.replace('timezone:', 'timezon:'))
    const check = (file: string) => execa(join(project, 'node_modules/.bin/tsc'), ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', file], { cwd: folder, reject: false, timeout: 60_000 })
    expect((await check('use.mts')).stdout).toBe('')
    expect((await check('wrong.mts')).stdout).toContain("'timezon' does not exist in type 'TestServerOptions'")
  })
})
