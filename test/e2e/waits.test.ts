// The built program with a slow service: on a terminal something moves while it waits, elsewhere nothing does.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { homeWith } from '../support/program.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { terminalHome } from '../support/terminal-home.ts'

let served: ServerProcess
beforeAll(async () => {
  served = await startServer('--data', ':memory:', '--latency', '1000')
})
afterAll(async () => {
  await served.stop()
})

const spinner = /([⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]) ([^\r\n]*)/g

function framesOf(text: string): readonly (readonly [frame: string, words: string])[] {
  return [...text.matchAll(spinner)].map(([, frame = '', words = '']) => [frame, words] as const)
}

describe('a wait on a terminal', () => {
  it('is shown by a spinner, which is removed when the response is shown', async () => {
    const home = terminalHome({ CAL_API_ROOT: served.api_root })
    const raw = await home.raw(['tags', 'list', '--no-hide-empty'], [])
    const [before = '', after = ''] = raw.split('\r\u001b[Kno tags')
    const frames = framesOf(before)
    expect(new Set(frames.map(([frame]) => frame)).size).toBeGreaterThan(3)
    expect(new Set(frames.map(([, words]) => words))).toEqual(
      new Set([`Reading tags from ${new URL(served.api_root).host} …`]),
    )
    expect(framesOf(after)).toEqual([])
  })

  it('of an import is named too, and the bar never has more done than there is', async () => {
    const home = terminalHome({ CAL_API_ROOT: served.api_root, CAL_STATE_DIR: 'state', LANG: 'de_DE.UTF-8' })
    const rows = Array.from({ length: 6 }, (_, i) => `Abend ${i},2027-01-0${i + 1} 20:00,2h,Saal ${i % 3}`)
    writeFileSync(join(home.folder, 'rows.csv'), `title,start_date,duration,venue\n${rows.join('\n')}\n`)
    const raw = await home.raw(['import', 'rows.csv', '--create-missing', '--yes'], [])
    const words = framesOf(raw).map(([, text]) => text)
    // Reading the file is named too if it takes long enough.
    expect(words.find((text) => !text.includes('rows.csv'))).toMatch(/^Lese \S+ von 127\.0\.0\.1/)
    const counts = words.flatMap((text) => {
      const [, done, total] = /(\d+) von (\d+)/.exec(text) ?? []
      return done === undefined ? [] : [[Number(done), Number(total)] as const]
    })
    expect(counts.length).toBeGreaterThan(3)
    expect(counts.filter(([done, total]) => done > total || total !== 6)).toEqual([])
    expect(raw).toMatch(/6 Termine, 3 Orte angelegt/)
  })

  it('makes room for a question', async () => {
    const home = terminalHome({ CAL_API_ROOT: served.api_root })
    await home.cal(['tags', 'create', '--name', 'slow'])
    const raw = await home.raw(['tags', 'delete', 'slow'], [[/for good\?/, '\r']])
    const [before = '', after = ''] = raw.split('Delete this tag')
    expect(framesOf(before).length).toBeGreaterThan(3)
    expect(framesOf(after)).toEqual([])
  })
})

it('a wait shows nothing in a pipe', async () => {
  const home = homeWith({ CAL_API_ROOT: served.api_root })
  const { code } = await home.bash('cal tags list --no-hide-empty -o ids > out 2> err')
  expect([code, readFileSync(join(home.folder, 'err'), 'utf8')]).toEqual([0, ''])
})
