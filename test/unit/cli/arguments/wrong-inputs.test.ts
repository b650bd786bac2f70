// Inputs of the wrong kind, and empty ones: the error names the input and what to do.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

describe('a file of another format as calendar file', () => {
  it.each([
    ['apply -f x.csv', 'x.csv'],
    ['diff -f x.ics', 'x.ics'],
    ['seed x.xlsx', 'x.xlsx'],
  ])('of %s', async (line, name) => {
    const { cal, write } = newWorkspace()
    await cal('tags create --name a')
    write(name, 'title,start_date\n')
    expect(await cal(line)).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        `error: ${name} is not a calendar file, which is YAML or JSON\n` +
        `hint: to import it: cal import ${name}; the format of calendar files: cal explain apply\n`,
    })
    expect((await cal(`${line} --lang de`)).stderr).toContain(`zum Importieren: cal import ${name}`)
  })
})

describe('empty standard input', () => {
  it.each(['import -', 'validate -'])('of %s', async (line) => {
    const { cal } = newWorkspace()
    expect(await cal(line, { stdin: '' })).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'error: standard input is empty\n' +
        'hint: check the command before the pipe; to accept an empty input, specify its format: --format ndjson\n',
    })
    expect(await cal(`${line} --format ndjson`, { stdin: '' })).toMatchObject({ code: 0 })
  })

  it('of apply', async () => {
    const { cal } = newWorkspace()
    await cal('tags create --name a')
    expect(await cal('apply -f -', { stdin: '' })).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^no records on standard input: check the command before the pipe\n/),
    })
    expect((await cal('apply -f - --lang de', { stdin: '' })).stderr).toMatch(
      /^keine Einträge auf der Standardeingabe: den Befehl vor der Pipe prüfen\n/,
    )
  })
})
