// Views without events on a terminal.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

it.each(['month 2019-03', 'week 2019-03-04', 'month 2019'])(
  '%s --fields says that there are no events',
  async (line) => {
    const { cal } = newWorkspace()
    await cal('tags create --name a')
    const screen = await cal(`${line} --fields id,title`, { terminal: true })
    expect(screen).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/^No events: .* 201\d\.\n$/) })
    const german = await cal(`${line} --fields id,title --lang de`, { terminal: true })
    expect(german.stderr).toMatch(/^Keine Termine: .* 201\d\.\n$/)
    expect(await cal(`${line} --fields id,title`)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(await cal(`${line} --fields id,title -o json`, { terminal: true })).toMatchObject({
      stdout: '[]\n',
      stderr: '',
    })
  },
)
