// `cal config list`: the values that apply, where each comes from, and no secret.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

const unset = { CAL_API_ROOT: '', CAL_STATE_DIR: '', CAL_TZ: '' }

async function settings(line: string, env: Readonly<Record<string, string>>, file = '') {
  const here = newWorkspace()
  here.write('mine.yaml', file)
  const mine = join(here.folder, 'mine.yaml')
  const { stdout } = await here.cal(`config list -o json ${line}`, { env: { ...unset, CAL_CONFIG: mine, ...env } })
  const rows: readonly Record<string, unknown>[] = JSON.parse(stdout)
  const value = (name: string) => {
    const row = rows.find((one) => one.name === name)
    return [row?.value, row?.origin, row?.where]
  }
  return { stdout, mine, value }
}

describe('each setting', () => {
  it('has the value that applies where nothing is set', async () => {
    const { value } = await settings('', {})
    expect(['api_root', 'lang', 'timezone', 'output', 'timeout', 'state_dir', 'credentials'].map(value)).toEqual([
      [null, null, null],
      ['en', 'default', ''],
      ['Europe/Berlin', 'default', 'this machine'],
      ['json', 'flag', '--output'],
      [30, 'default', ''],
      [expect.stringMatching(/\/\.local\/state\/cal$/), 'default', ''],
      [null, null, null],
    ])
  })

  it('names the flag, the variable, the file or the profile that it comes from', async () => {
    const { mine, value } = await settings(
      '--lang de --profile test',
      { CAL_TIMEOUT: '5', PAGER: 'less' },
      'rate: 5/s\nprofiles:\n  test: { api_root: "file:test.db" }\n',
    )
    expect(['lang', 'timeout', 'rate', 'api_root', 'pager'].map(value)).toEqual([
      ['de', 'flag', '--lang'],
      [5, 'environment', 'CAL_TIMEOUT'],
      ['5/s', 'user', mine],
      ['file:test.db', 'profile', `test (${mine})`],
      ['less', 'environment', 'PAGER'],
    ])
  })
})

describe('a secret', () => {
  it.each([
    ['a token', '', { CAL_TOKEN: 'canary' }, '', ['bearer ••••••', 'environment', 'CAL_TOKEN']],
    ['a password', '', { CAL_TOKEN: 'canary', CAL_USER: 'ada' }, '', ['basic ada ••••••', 'environment', 'CAL_TOKEN']],
    [
      'that of a profile',
      '--profile p',
      { PASS: 'canary' },
      'profiles: { p: { api_root: "https://x.example/wp-json/tribe/events/v1", auth: { kind: basic, user: ada, secret: "env:PASS" } } }\n',
      ['basic ada ••••••', 'profile', 'p (env:PASS)'],
    ],
  ] as const)('%s is masked', async (_, line, env, file, expected) => {
    const { stdout, value } = await settings(line, env, file)
    expect(value('credentials')).toEqual(expected)
    expect(stdout).not.toContain('canary')
  })

  it('is not shown if a run would not send it to the address of a project file', async () => {
    const here = newWorkspace()
    here.write('.calrc.yaml', 'api_root: https://other.example/wp-json/tribe/events/v1\n')
    const env = { ...unset, CAL_CONFIG: join(here.folder, 'mine.yaml'), CAL_TOKEN: 'canary' }
    const { stdout, stderr } = await here.cal('config list -o json', { env })
    const rows: readonly Record<string, unknown>[] = JSON.parse(stdout)
    expect(rows.find(({ name }) => name === 'credentials')).toMatchObject({ value: null, origin: null, where: null })
    expect(stderr).toContain('.calrc.yaml specifies https://other.example')
  })
})
