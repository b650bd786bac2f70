// `cal config` with a broken value or file: these commands must still work, to find and repair it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

function configured(text?: string) {
  const here = newWorkspace()
  const env = { CAL_CONFIG: join(here.folder, 'mine.yaml'), CAL_TZ: '' }
  if (text !== undefined) here.write('mine.yaml', text)
  return { here, path: env.CAL_CONFIG, cal: (line: string) => here.cal(line, { env }) }
}

const xml = 'output needs one of table, json, ndjson, csv, tsv, yaml, md, ids, count, ics, not "xml"'

describe('cal config set', () => {
  it('checks the output format: an invalid one would disable every command', async () => {
    const { cal } = configured()
    await cal('tags create --name a')
    expect(await cal('config set output xml')).toEqual({ code: 2, stdout: '', stderr: `error: ${xml}\n` })
    expect(await cal('config set output json')).toMatchObject({ code: 0 })
    expect((await cal('tags list')).stdout).toBe('[]\n')
  })

  it.each(['output', 'alias.gigs'])('config unset %s without a file creates none', async (name) => {
    const { cal, path } = configured()
    expect(await cal(`config unset ${name}`)).toMatchObject({
      code: 0,
      stderr: `${name} is no longer set in ${path}\n`,
    })
    expect(existsSync(path)).toBe(false)
  })

  it.each(['config set output csv', 'config unset output'])(
    '%s repairs a file that disables every command',
    async (line) => {
      const { here, path, cal } = configured('output: xml\nlang: en\n')
      await here.cal('tags create --name a')
      expect(await cal('tags list')).toMatchObject({ code: 11, stderr: `error: ${path} cannot be used: ${xml}\n` })
      expect(await cal(line)).toMatchObject({ code: 0 })
      expect(await cal('tags list')).toMatchObject({ code: 0 })
      expect(here.read('mine.yaml')).toContain('lang: en\n')
    },
  )

  it.each(['ftp://example.org', 'example.org', 'file:', 'https://', 'https://ada:secret@example.org/'])(
    'rejects the address %s',
    async (address) => {
      const { here, cal } = configured('lang: en\n')
      expect(await cal(`config set api_root ${address}`)).toMatchObject({
        code: 11,
        stdout: '',
        stderr: expect.stringMatching(/^error: .*api root.*\nhint: /),
      })
      expect(here.read('mine.yaml')).toBe('lang: en\n')
    },
  )

  it.each(['https://example.org/wp-json/tribe/events/v1', 'http://127.0.0.1:8787', 'file:./calendar.db'])(
    'accepts the address %s',
    async (address) => {
      const { here, cal } = configured()
      expect(await cal(`config set api_root ${address}`)).toMatchObject({ code: 0 })
      expect(here.read('mine.yaml')).toBe(`api_root: ${address}\n`)
    },
  )

  it('does not change a file that is not YAML', async () => {
    const { here, path, cal } = configured('lang: [en\n')
    expect(await cal('config set lang de')).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(`^error: ${path} cannot be used: not YAML: `),
    })
    expect(here.read('mine.yaml')).toBe('lang: [en\n')
  })
})

describe('cal config with a broken file', () => {
  it('lists valid settings, and warns about the others', async () => {
    const { path, cal } = configured(
      'output: xml\ntimezone: Mars\ncolour: red\nrate: 5/s\nprofiles: { p: { output: 3, x: 1 } }\n',
    )
    const { code, stdout, stderr } = await cal('config list --fields name,value -o csv')
    expect([code, stdout]).toEqual([0, expect.stringContaining('rate,5/s\n')])
    expect(stderr.split('\n').filter((line) => line.startsWith('warning: '))).toEqual([
      `warning: ${path} cannot be used: ${xml}`,
      `warning: ${path} cannot be used: unknown setting "colour"`,
      `warning: ${path} cannot be used: profile p: unknown profile setting "x"`,
      `warning: ${path} cannot be used: timezone needs a zone such as Europe/Berlin or UTC+2, not "Mars"`,
    ])
    expect((await cal('config get rate')).stdout).toBe('5/s\n')
  })

  it('prints the paths of the files', async () => {
    const { path, cal } = configured(': : [')
    expect(await cal('config path -o json')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`"path": "${path}"`),
    })
  })
})

it.each([
  ['config list', 'NAME      WERT', 'HERKUNFT  QUELLE'],
  ['config path', 'DATEI     PFAD', 'VORHANDEN'],
  ['history show', 'AKTION', 'SCHLÜSSEL'],
  ['profile list', 'NAME      VERWENDET', 'ANMELDUNG'],
])('%s has German headings on a German terminal, and the names of fields in a pipe', async (line, ...headings) => {
  const { cal, here } = configured('profiles:\n  prod:\n    api_root: https://example.org/wp-json/tribe/events/v1\n')
  await here.cal('tags create --name a')
  const env = { CAL_CONFIG: join(here.folder, 'mine.yaml'), CAL_TZ: '', CAL_LANG: 'de', NO_COLOR: '1' }
  const screen = (await here.cal(line, { env, terminal: true, columns: 160 })).stdout
  const words = (text: string) => text.split(/\s+/)
  for (const heading of headings) expect(words(screen)).toEqual(expect.arrayContaining(words(heading)))
  const [first = ''] = (await cal(`${line} --lang de -o csv`)).stdout.split('\n')
  expect(first).toMatch(/^[a-z_.,]+$/)
})
