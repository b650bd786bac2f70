// A missing TARGET on a terminal: a searchable list; in a pipe an error.
import { describe, expect, it } from 'vitest'
import { answerPrompts, terminalHome } from '../support/terminal-home.ts'

describe('a missing target', () => {
  it('is chosen from a searchable list, and nothing happens without a choice', async () => {
    const seat = terminalHome({ CAL_API_ROOT: 'file:./c.db', CAL_TZ: 'UTC' })
    for (const title of ['Jazz', 'Folk'])
      await seat.cal(['events', 'create', '--title', title, '--start-date', 'tomorrow 20:00', '--duration', '2h'])
    const shown = seat.open(['events', 'get', '--fields', 'title'])
    await answerPrompts(shown, [
      [/Event:[\s\S]*Jazz/, 'folk'],
      [/Event: folk[\s\S]*Folk/, '\r'],
    ])
    expect(await shown.ended).toBe(0)
    const left = seat.open(['events', 'delete'], { CAL_LANG: 'de' })
    await answerPrompts(left, [[/Termin:[\s\S]*Jazz/, '\u0003']])
    expect(await left.ended).toBe(130)
    expect((await seat.cal(['events', 'list', '-o', 'count', '--any-date'])).stdout).toBe('2\n')
    const gone = seat.open(['events', 'delete'])
    await answerPrompts(gone, [
      [/Event:[\s\S]*Jazz/, 'jazz'],
      [/Event: jazz[\s\S]*Jazz/, '\r'],
      [/Delete event \d+ "Jazz" · [^?]*\?/, 'y\r'],
    ])
    expect(await gone.ended).toBe(0)
    const back = seat.open(['events', 'restore', '--status', 'publish'])
    await answerPrompts(back, [[/Event:[\s\S]*Jazz/, '\r']])
    expect(await back.ended).toBe(0)
    expect(back.text()).toMatch(/Restored event \d+ "Jazz"/)
  })

  it('stays an error in a pipe', async () => {
    const seat = terminalHome({ CAL_API_ROOT: 'file:./c.db', CAL_TZ: 'UTC' })
    await seat.cal(['tags', 'create', '--name', 'late'])
    for (const verb of ['get', 'update', 'delete', 'edit'])
      expect(await seat.cal(['tags', verb])).toMatchObject({ code: 2 })
    expect(await seat.cal(['tags', 'get'])).toMatchObject({
      stderr: expect.stringMatching(/^error: TARGET is missing: id, slug[^\n]*\nhint: cal tags get --help\n$/),
    })
  })
})
