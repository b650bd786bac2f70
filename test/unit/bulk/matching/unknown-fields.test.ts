// A field that the interface does not have ends the command before anything is written: its value would be lost.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const good = { title: 'A', start_date: '2027-01-01', end_date: '2027-01-01' }

describe('an unknown field', () => {
  it('that resembles no other names the flag that ignores it', async () => {
    const { cal, json, write } = newWorkspace()
    write('a.json', JSON.stringify([{ ...good, wheelchairs: 3 }]))
    expect(await cal('import a.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('hint: to ignore the field: --without wheelchairs; '),
    })
    expect(await cal('import a.json --without wheelchairs')).toMatchObject({ code: 0 })
    expect(await json('events list --any-date')).toHaveLength(1)
  })
})
