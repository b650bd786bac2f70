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

describe('cal config set', () => {
  it.each(['output', 'alias.gigs'])('config unset %s without a file creates none', async (name) => {
    const { cal, path } = configured()
    expect(await cal(`config unset ${name}`)).toMatchObject({
      code: 0,
      stderr: `${name} is no longer set in ${path}\n`,
    })
    expect(existsSync(path)).toBe(false)
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
