// The library for tests as another project has it: by its name. Its types are checked where the README's example is.
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, it } from 'vitest'
import { project } from '../support/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-library-'))

beforeAll(() => {
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(project, join(folder, 'node_modules/calctl'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
})

const script = `
import { startServer } from 'calctl/testing'
const server = await startServer({ timezone: 'Europe/Berlin' })
const answer = await server.fetch('/venues', { method: 'POST', body: new URLSearchParams({ venue: 'City Hall' }) })
const { venue, id } = await answer.json()
await server.reset()
console.log(answer.status, venue, id, (await server.requests()).length)
await server.stop()
`

describe('the test library', () => {
  it('runs in another project, and stops with its process', async () => {
    writeFileSync(join(folder, 'use.mjs'), script)
    const { stdout, stderr } = await execa(process.execPath, ['use.mjs'], { cwd: folder, timeout: 20_000 })
    expect([stdout, stderr]).toEqual(['201 City Hall 4 1', ''])
  })
})
