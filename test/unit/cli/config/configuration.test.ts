import { lchown, mkdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectFile, userFile } from '../../../../src/cli/config/files.ts'
import { ignoredTexts, resolveConfiguration } from '../../../../src/cli/config/configuration.ts'
import type { SettingValues } from '../../../../src/cli/types/settings-table.ts'
import { newFolder } from '../../../support/folder.ts'

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = newFolder()
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

interface Setup {
  readonly project?: Readonly<Record<string, string>>
  readonly user?: string
  readonly env?: Readonly<Record<string, string>>
  readonly flags?: SettingValues
}

async function configurationOf({ project = {}, user, env = {}, flags = {} }: Setup) {
  const cwd = await folderWith({ ...project, 'deep/below/keep': '' })
  const home = await folderWith(user === undefined ? {} : { '.config/cal/config.yaml': user })
  const configuration = resolveConfiguration({
    flags,
    env,
    project: await projectFile({ cwd: join(cwd, 'deep/below') }),
    user: await userFile({ home, env: {}, platform: 'linux' }),
  })
  const [problem] = configuration.problems
  if (problem) throw problem
  return configuration
}

describe('precedence', () => {
  const everywhere: Setup = {
    project: { '.calrc': 'lang: de\napi_root: http://project' },
    user: 'lang: en\napi_root: http://user\ntimezone: UTC',
    env: { CAL_API_ROOT: 'http://env' },
    flags: { api_root: 'http://flag' },
  }

  it('is flag, environment, project, user, default', async () => {
    const { values } = await configurationOf(everywhere)
    expect(values.api_root).toEqual({ value: 'http://flag', origin: { kind: 'flag', where: '--api-root' } })
    expect(values.lang?.value).toBe('de')
    expect(values.timezone).toMatchObject({ value: 'UTC', origin: { kind: 'user' } })
    expect(values.timeout).toMatchObject({ value: 30, origin: { kind: 'default' } })
    expect((await configurationOf({ ...everywhere, flags: {} })).values.api_root?.origin).toEqual({
      kind: 'environment',
      where: 'CAL_API_ROOT',
    })
    expect((await configurationOf({ ...everywhere, flags: {}, env: {} })).values.api_root).toMatchObject({
      value: 'http://project',
      origin: { kind: 'project' },
    })
  })

  it('a profile of the user comes before one of a project file of the same name', async () => {
    const found = await configurationOf({
      project: { '.calrc': 'profiles: { prod: { api_root: http://foreign, disposable: true } }' },
      user: 'profile: prod\nprofiles: { prod: { api_root: http://ours, protected: true } }',
    })
    expect(found).toMatchObject({ profile_from: 'user', profile: { protected: true, disposable: false } })
    expect(found.values.api_root).toMatchObject({
      value: 'http://ours',
      origin: { kind: 'user', where: expect.stringMatching(/^profile prod \(.*config\.yaml\)$/) },
    })
    expect(ignoredTexts(found).map(({ en }) => en)).toEqual([
      expect.stringMatching(/^warning: profile prod in .*\.calrc is ignored, because your own configuration has one/),
    ])
  })

  it('a profile has the precedence of the place that selects it', async () => {
    const user =
      'profile: a\napi_root: http://plain\nprofiles:\n  a: { api_root: http://a, lang: de }\n  b: { api_root: http://b }\n'
    expect((await configurationOf({ user })).values.api_root?.value).toBe('http://plain')
    expect((await configurationOf({ user })).values.lang?.value).toBe('de')
    expect((await configurationOf({ user, flags: { profile: 'b' } })).values.api_root?.value).toBe('http://b')
    expect(
      (await configurationOf({ user, flags: { profile: 'b' }, env: { CAL_API_ROOT: 'http://env' } })).values.api_root
        ?.value,
    ).toBe('http://b')
    expect(
      (await configurationOf({ user, env: { CAL_PROFILE: 'b', CAL_API_ROOT: 'http://env' } })).values.api_root?.value,
    ).toBe('http://env')
  })
})

describe('project files', () => {
  it.each([
    ['.calrc', 'lang: de'],
    ['.calrc.json', '{"lang":"de"}'],
    ['.calrc.yaml', 'lang: de'],
    ['.config/calrc.json', '{"lang":"de"}'],
    ['.config/calrc.yaml', 'lang: de'],
    ['cal.config.json', '{"lang":"de"}'],
    ['cal.config.yaml', 'lang: de'],
    ['package.json', '{"cal":{"lang":"de"}}'],
  ])('%s is found in a parent folder', async (name, text) =>
    expect((await configurationOf({ project: { [name]: text } })).values.lang?.value).toBe('de'),
  )

  it.each(['cal.config.js', 'cal.config.ts', '.calrc.js', '.calrc.mjs', '.calrc.cjs', '.config/calrc.js'])(
    '%s is never executed',
    async (name) =>
      expect((await configurationOf({ project: { [name]: 'throw new Error("it ran")' } })).values.lang).toBeUndefined(),
  )

  it('a package.json without cal does not end the search', async () =>
    expect(
      (await configurationOf({ project: { '.calrc': 'lang: de', 'deep/package.json': '{"name":"x"}' } })).values.lang
        ?.value,
    ).toBe('de'))

  it.each([
    ['pager', 'touch owned'],
    ['secrets', 'file'],
    ['state_dir', '.'],
  ])(
    '%s is allowed in user files only: a cloned folder must not start programs or provide a history',
    async (name, value) => {
      const hint = { en: `set it for this user: cal config set ${name} VALUE, CAL_${name.toUpperCase()} for one run` }
      await expect(configurationOf({ project: { '.calrc': `${name}: ${value}` } })).rejects.toMatchObject({
        code: 'configuration',
        message: expect.stringContaining(`.calrc cannot be used: ${name} is not allowed in project files`),
        hint,
      })
      expect((await configurationOf({ user: `${name}: ${value}` })).values).toMatchObject({
        [name]: { value, origin: { kind: 'user' } },
      })
    },
  )

  it('a link to a device is ignored without being read', async () => {
    const folder = await folderWith({ '.calrc.yaml': 'lang: de' })
    await symlink('/dev/zero', join(folder, '.calrc'))
    expect((await projectFile({ cwd: folder })).settings).toEqual({ lang: 'de' })
  })

  it('names the file and the error in it', async () => {
    await expect(configurationOf({ project: { '.calrc': 'lnag: de' } })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('.calrc cannot be used: unknown setting "lnag"'),
      hint: { en: 'did you mean lang?' },
    })
    await expect(configurationOf({ project: { '.calrc.json': '{' } })).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('.calrc.json cannot be used'),
    })
    await expect(configurationOf({ project: { '.calrc': 'profiles: &p { a: *p }' } })).rejects.toThrow(
      '.calrc cannot be used: not YAML: an alias (*) inside its own anchor',
    )
    await expect(configurationOf({ user: 'timeout: soon' })).rejects.toThrow(
      'timeout needs a positive number, not "soon"',
    )
    await expect(configurationOf({ user: 'rate: soon' })).rejects.toThrow(
      /config\.yaml cannot be used: rate needs a rate such as 5\/s, not "soon"$/,
    )
    await expect(configurationOf({ env: { CAL_RATE: '0/s' } })).rejects.toMatchObject({
      code: 'configuration',
      message: 'CAL_RATE cannot be used: rate needs a rate such as 5/s, not "0/s"',
    })
    await expect(configurationOf({ env: { CAL_CONCURRENCY: '2.5' } })).rejects.toMatchObject({
      code: 'configuration',
      message: 'CAL_CONCURRENCY cannot be used: concurrency needs a positive whole number, not "2.5"',
    })
    const profiled = { user: 'profiles: { a: { rate: 5/d, concurrency: 0 } }', flags: { profile: 'a' } }
    await expect(configurationOf(profiled)).rejects.toThrow(
      /^profile a \(.*config\.yaml\) cannot be used: rate needs a rate such as 5\/s, not "5\/d"/,
    )
    await expect(
      configurationOf({ ...profiled, env: { CAL_RATE: 'x' }, flags: { profile: 'a', rate: '5/s' } }),
    ).rejects.toThrow(/^profile a \(.*config\.yaml\) cannot be used: concurrency needs a positive whole number, not 0/)
    await expect(configurationOf({ flags: { rate: 'x' } })).rejects.toMatchObject({
      code: 'usage',
      message: '--rate needs a rate such as 5/s, not "x"',
    })
    await expect(
      configurationOf({ user: 'profiles: { a: { auth: { kind: basic, secret: hunter2 } } }' }),
    ).rejects.toThrow('profile a: auth.secret: keyring | env:NAME | file:PATH')
    await expect(configurationOf({ user: 'profiles: { prod: {} }', flags: { profile: 'prdo' } })).rejects.toMatchObject(
      { message: 'unknown profile "prdo"', hint: { en: 'did you mean prod?' } },
    )
  })
})

it('ignores project files of other users, and names them', async () => {
  const home = newFolder()
  const { uid } = await stat(home)
  await mkdir(join(home, 'below'))
  await writeFile(join(home, '.calrc'), 'lang: de\n')
  expect(await projectFile({ cwd: join(home, 'below'), uid })).toMatchObject({ settings: { lang: 'de' }, ignored: [] })
  const foreign = await projectFile({ cwd: join(home, 'below'), uid: uid + 1 })
  expect([foreign.path, foreign.settings]).toEqual([undefined, {}])
  expect(foreign.ignored).toContain(join(home, '.calrc'))
})

it.runIf(process.getuid?.() === 0)('ignores links of other users to own files', async () => {
  const folder = newFolder()
  await writeFile(join(folder, 'own.yaml'), 'lang: de\n')
  await symlink(join(folder, 'own.yaml'), join(folder, '.calrc'))
  expect((await projectFile({ cwd: folder, uid: 0 })).settings).toEqual({ lang: 'de' })
  await lchown(join(folder, '.calrc'), 12_345, 12_345)
  expect((await projectFile({ cwd: folder, uid: 0 })).ignored).toEqual([join(folder, '.calrc')])
})
