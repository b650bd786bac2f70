import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ConfigFile } from '../../../../src/cli/config/files.ts'
import { parseProfile } from '../../../../src/cli/config/profile-schema.ts'
import { resolveConfiguration } from '../../../../src/cli/config/configuration.ts'
import { findCredentials } from '../../../../src/cli/secrets/credentials.ts'
import { withTimeout, type Keyring, openVault, type Vault } from '../../../../src/cli/secrets/vault.ts'
import { newFolder } from '../../../support/folder.ts'

const canary = 'canary-7f3a'
const nothing: ConfigFile = { path: undefined, settings: {}, profiles: {}, aliases: {}, problems: [] }

function profiles(content: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      parseProfile(value, ({ en }) => {
        throw new Error(en)
      }),
    ]),
  )
}

interface Setup {
  readonly project?: Partial<ConfigFile>
  readonly user?: Partial<ConfigFile>
  readonly env?: Readonly<Record<string, string>>
  readonly flags?: { readonly api_root?: string; readonly profile?: string }
  readonly saved?: Readonly<Record<string, string>>
}

async function whoAmI({ project = {}, user = {}, env = {}, flags = {}, saved = {} }: Setup) {
  const home = newFolder()
  const vault = await openVault({ home, env: {}, platform: 'linux' }, undefined)
  for (const [origin, secret] of Object.entries(saved))
    await vault.save(origin, { kind: 'basic', user: 'anna', secret })
  await writeFile(join(home, 'token'), `${canary}\n`)
  const configuration = resolveConfiguration({
    flags,
    env,
    project: { ...nothing, path: '/p/.calrc', ...project },
    user: { ...nothing, path: '/u/config.yaml', ...user },
  })
  return findCredentials(configuration, { env, home, cwd: home }, async () => vault)
}

const ours = 'https://ours.example/wp-json/tribe/events/v1'
const foreign = 'https://foreign.example/wp-json/tribe/events/v1'

describe('a user without a token', () => {
  it('gets a warning that requests are anonymous', async () => {
    const found = await whoAmI({ user: { settings: { api_root: ours } }, env: { CAL_USER: 'anna' } })
    expect(found).toMatchObject({
      credentials: { kind: 'none' },
      warning: { en: 'CAL_USER is set, but CAL_TOKEN is not: the request is sent without credentials' },
    })
  })
})

describe('credentials belong to their origin', () => {
  it('a project file with another api_root gets none from the environment', async () => {
    const found = await whoAmI({
      project: { settings: { api_root: foreign } },
      user: { settings: { api_root: ours } },
      env: { CAL_TOKEN: canary, CAL_USER: 'anna' },
    })
    expect(found.credentials).toEqual({ kind: 'none' })
    expect(found.warning?.en).toContain('/p/.calrc specifies https://foreign.example')
    expect(JSON.stringify(found)).not.toContain(canary)
  })

  it('a project file with another api_root gets none from login', async () =>
    expect(
      (await whoAmI({ project: { settings: { api_root: foreign } }, saved: { 'https://ours.example': canary } }))
        .credentials,
    ).toEqual({ kind: 'none' }))

  it('a project file with another api_root gets none through its own references', async () => {
    for (const secret of ['env:CAL_OTHER', 'file:~/token']) {
      const project = {
        settings: { profile: 'x' },
        profiles: profiles({ x: { api_root: foreign, auth: { kind: 'bearer', secret } } }),
      }
      const found = await whoAmI({ project, env: { CAL_OTHER: canary } })
      expect(found.credentials).toEqual({ kind: 'none' })
      expect(found.warning).toBeDefined()
    }
  })

  it('a project file gets no file or variable that it names, for no address', async () => {
    for (const secret of ['env:CAL_OTHER', 'file:~/token']) {
      const auth = { kind: 'header', header: 'X-Debug', secret }
      for (const profile of [{ auth }, { api_root: ours, auth }]) {
        const project = { settings: { profile: 'ci' }, profiles: profiles({ ci: profile }) }
        for (const chosen of [
          { flags: { api_root: ours } },
          { env: { CAL_API_ROOT: ours } },
          { user: { settings: { api_root: ours } } },
        ]) {
          const found = await whoAmI({ project, ...chosen, env: { CAL_OTHER: canary, ...chosen.env } })
          expect(found.credentials).toEqual({ kind: 'none' })
          expect(found.warning?.en).toContain(`${secret} in /p/.calrc is not read`)
        }
      }
      const saved = { 'https://ours.example': 'saved' }
      const named = {
        settings: { profile: 'ci' },
        profiles: profiles({ ci: { api_root: ours, auth: { ...auth, kind: 'basic' } } }),
      }
      expect((await whoAmI({ project: named, flags: { api_root: ours }, saved })).credentials).toEqual({
        kind: 'basic',
        user: 'anna',
        password: 'saved',
      })
    }
  })

  it('a project file combines no address with a profile of the user that has none', async () => {
    const user = {
      settings: { api_root: ours },
      profiles: profiles({ shared: { auth: { kind: 'bearer', secret: 'env:CAL_OTHER' } } }),
    }
    const env = { CAL_OTHER: canary }
    expect((await whoAmI({ user, flags: { profile: 'shared' }, env })).credentials).toMatchObject({ token: canary })
    const project = { settings: { profile: 'shared' } }
    expect((await whoAmI({ user, project, env })).credentials).toEqual({ kind: 'none' })
  })

  it('a project file that overrides the address of a user profile gets none', async () => {
    const user = {
      settings: { profile: 'prod' },
      profiles: profiles({ prod: { api_root: ours, auth: { kind: 'bearer', secret: 'env:CAL_OTHER' } } }),
    }
    expect((await whoAmI({ user, env: { CAL_OTHER: canary } })).credentials).toEqual({ kind: 'bearer', token: canary })
    expect(
      (await whoAmI({ user, project: { settings: { api_root: foreign } }, env: { CAL_OTHER: canary } })).credentials,
    ).toEqual({ kind: 'none' })
  })

  it('an address on the command line gets none of a profile for another origin', async () => {
    const user = {
      settings: { profile: 'prod' },
      profiles: profiles({ prod: { api_root: ours, auth: { kind: 'bearer', secret: 'env:CAL_OTHER' } } }),
    }
    const found = await whoAmI({ user, flags: { api_root: foreign }, env: { CAL_OTHER: canary } })
    expect(found.credentials).toEqual({ kind: 'none' })
    expect(found.warning?.en).toContain('credentials were not sent: --api-root specifies https://foreign.example')
    const same = `${new URL(ours).origin}/another/root`
    expect((await whoAmI({ user, flags: { api_root: same }, env: { CAL_OTHER: canary } })).credentials).toEqual({
      kind: 'bearer',
      token: canary,
    })
  })

  it('another port is another origin', async () =>
    expect(
      (await whoAmI({ flags: { api_root: 'http://127.0.0.1:8788/x' }, saved: { 'http://127.0.0.1:8787': canary } }))
        .credentials,
    ).toEqual({ kind: 'none' }))

  it('a project file with a known api_root gets the saved credentials of that origin', async () => {
    expect(
      (await whoAmI({ project: { settings: { api_root: ours } }, saved: { 'https://ours.example': canary } }))
        .credentials,
    ).toEqual({ kind: 'basic', user: 'anna', password: canary })
    expect(
      (
        await whoAmI({
          project: { settings: { api_root: ours } },
          user: { settings: { api_root: ours } },
          env: { CAL_TOKEN: canary },
        })
      ).credentials,
    ).toEqual({ kind: 'bearer', token: canary })
  })
})

describe('where credentials come from', () => {
  it('are the environment, then the profile, then login', async () => {
    const user = { profiles: profiles({ a: { api_root: ours, auth: { kind: 'bearer', secret: 'file:~/token' } } }) }
    const saved = { 'https://ours.example': 'saved' }
    expect(await whoAmI({ user, flags: { profile: 'a' }, env: { CAL_TOKEN: 't', CAL_USER: 'u' }, saved })).toEqual({
      credentials: { kind: 'basic', user: 'u', password: 't' },
    })
    expect(await whoAmI({ user, flags: { profile: 'a' }, saved })).toEqual({
      credentials: { kind: 'bearer', token: canary },
    })
    expect(await whoAmI({ flags: { api_root: ours }, saved })).toEqual({
      credentials: { kind: 'basic', user: 'anna', password: 'saved' },
    })
  })

  it('are not needed for a database file', async () =>
    expect((await whoAmI({ flags: { api_root: 'file:./x.db' }, env: { CAL_TOKEN: canary } })).credentials).toEqual({
      kind: 'none',
    }))

  it('are reported if a variable is not set or a file is missing', async () => {
    const user = (secret: string) => ({
      settings: { profile: 'a' },
      profiles: profiles({ a: { api_root: ours, auth: { kind: 'bearer', secret } } }),
    })
    await expect(whoAmI({ user: user('env:NOT_SET') })).rejects.toThrow('NOT_SET is not set')
    await expect(whoAmI({ user: user('file:/nowhere/x') })).rejects.toThrow('/nowhere/x')
  })
})

describe('several users of one origin', () => {
  const origin = 'https://ours.example'
  const who = async (vault: Vault, setup: Pick<Setup, 'flags' | 'env'> & { readonly auth?: object }) => {
    const { auth, env = {}, flags = { profile: 'a' } } = setup
    const configuration = resolveConfiguration({
      flags,
      env,
      project: nothing,
      user: { ...nothing, profiles: profiles({ a: { api_root: ours, ...(auth && { auth }) } }) },
    })
    return (await findCredentials(configuration, { env, home: '/nowhere', cwd: '/' }, async () => vault)).credentials
  }
  const anna = { kind: 'basic', user: 'anna', secret: 'of anna' } as const
  const ben = { kind: 'basic', user: 'ben', secret: 'of ben' } as const
  const vaultWith = async (text: string, keyring?: Keyring) => {
    const home = newFolder()
    await mkdir(join(home, '.config/cal'), { recursive: true })
    await writeFile(join(home, '.config/cal/credentials.json'), text)
    return openVault({ home, env: {}, platform: 'linux' }, keyring)
  }

  it('each keep their own credentials, and a profile gets those of its user', async () => {
    const vault = await vaultWith('{}')
    await vault.save(origin, { ...anna, default: true })
    await vault.save(origin, ben)
    expect(await who(vault, { auth: { kind: 'basic', user: 'anna' } })).toMatchObject({ password: 'of anna' })
    expect(await who(vault, { auth: { kind: 'basic', user: 'ben' } })).toMatchObject({ password: 'of ben' })
    expect(await who(vault, { flags: { api_root: ours } })).toMatchObject({ user: 'anna' })
    expect(await who(vault, { flags: { api_root: ours }, env: { CAL_USER: 'ben' } })).toMatchObject({ user: 'ben' })
    await vault.save(origin, { ...ben, default: true })
    expect(await who(vault, { flags: { api_root: ours } })).toMatchObject({ user: 'ben' })
    expect([await vault.delete(origin, { user: 'ben' }), vault.usersAt(origin)]).toEqual(['ben', ['anna']])
  })

  it('never lend their credentials to somebody else', async () => {
    const vault = await vaultWith('{}')
    await vault.save(origin, anna)
    const said = 'carl has not signed in to https://ours.example, only anna'
    await expect(who(vault, { auth: { kind: 'basic', user: 'carl' } })).rejects.toThrow(said)
    await expect(who(vault, { flags: { api_root: ours }, env: { CAL_USER: 'carl' } })).rejects.toThrow(said)
    await vault.save(origin, ben)
    await expect(who(vault, { flags: { api_root: ours } })).rejects.toThrow('several users have signed in')
  })

  it('keep credentials that an older version saved by origin only, also in a keyring', async () => {
    const held = new Map([[origin, 'of anna']])
    const keyring: Keyring = {
      find: async (account) => held.get(account),
      save: async (account, secret) => held.set(account, secret).has(account),
      delete: async (account) => held.delete(account),
    }
    const vault = await vaultWith(JSON.stringify({ [origin]: { kind: 'basic', user: 'anna' } }), keyring)
    await vault.save(origin, ben)
    expect(await who(vault, { flags: { api_root: ours } })).toMatchObject({ user: 'anna', password: 'of anna' })
    await vault.save(origin, { ...anna, secret: 'newer' })
    expect([...held]).toEqual([
      [`${origin} ben`, 'of ben'],
      [`${origin} anna`, 'newer'],
    ])
    expect(vault.usersAt(origin)).toEqual(['ben', 'anna'])
  })
})

describe('the credential store', () => {
  it('is a file that only its owner can read', async () => {
    const home = newFolder()
    const vault = await openVault({ home, env: {}, platform: 'linux' }, undefined)
    expect(await vault.save('https://a.example', { kind: 'bearer', secret: canary, default: true })).toBe('file')
    expect((await stat(vault.path)).mode & 0o777).toBe(0o600)
    expect(await (await openVault({ home, env: {}, platform: 'linux' }, undefined)).find('https://a.example')).toEqual({
      kind: 'bearer',
      secret: canary,
      default: true,
      isExposed: false,
    })
    expect([await vault.delete('https://a.example'), await vault.delete('https://a.example')]).toEqual([
      'token',
      undefined,
    ])
    expect(await readFile(vault.path, 'utf8')).not.toContain(canary)
  })

  it('is reported if others can read it, but not with a keyring or on systems without file modes', async () => {
    const origin = 'https://a.example'
    const home = newFolder()
    const at = (platform: string) => openVault({ home, env: {}, platform }, undefined)
    const vault = await at('linux')
    await vault.save(origin, { kind: 'bearer', secret: canary })
    const found = async (platform: string) =>
      (
        await findCredentials(
          resolveConfiguration({
            flags: { api_root: `${origin}/wp-json/tribe/events/v1` },
            env: {},
            project: nothing,
            user: nothing,
          }),
          { env: {}, home, cwd: home },
          () => at(platform),
        )
      ).warning?.en
    expect(await found('linux')).toBeUndefined()
    for (const mode of [0o644, 0o640, 0o602]) {
      await chmod(vault.path, mode)
      expect(await found('linux')).toBe(
        `warning: other users can read the credentials in ${vault.path}: chmod 600 ${vault.path}`,
      )
    }
    expect(await found('win32')).toBeUndefined()
    await writeFile(vault.path, JSON.stringify({ [origin]: { kind: 'bearer' } }))
    await expect((await at('linux')).find(origin)).rejects.toThrow('the keyring has no credentials')
  })

  it('replaces a symbolic link instead of following it', async () => {
    const home = newFolder()
    const elsewhere = join(home, 'elsewhere')
    await writeFile(elsewhere, '{}')
    await mkdir(join(home, '.config/cal'), { recursive: true })
    await symlink(elsewhere, join(home, '.config/cal/credentials.json'))
    const vault = await openVault({ home, env: {}, platform: 'linux' }, undefined)
    await vault.save('https://a.example', { kind: 'bearer', secret: canary })
    expect(await readFile(elsewhere, 'utf8')).toBe('{}')
    expect((await stat(vault.path)).mode & 0o777).toBe(0o600)
  })

  it('stays complete with concurrent writers', async () => {
    const home = newFolder()
    const origins = Array.from({ length: 8 }, (_, i) => `https://${i}.example`)
    await Promise.all(
      origins.map(async (origin) =>
        (await openVault({ home, env: {}, platform: 'linux' }, undefined)).save(origin, {
          kind: 'bearer',
          secret: canary,
        }),
      ),
    )
    const whole = await openVault({ home, env: {}, platform: 'linux' }, undefined)
    expect(origins.some((origin) => whole.usersAt(origin).length === 1)).toBe(true)
    expect(await readdir(join(home, '.config/cal'))).toEqual(['credentials.json'])
  })

  it('stores no password in the file if a keyring has it', async () => {
    const held = new Map<string, string>()
    const keyring: Keyring = {
      find: async (account) => held.get(account),
      save: async (account, secret) => held.set(account, secret).has(account),
      delete: async (account) => held.delete(account),
    }
    const home = newFolder()
    const vault = await openVault({ home, env: {}, platform: 'linux' }, keyring)
    expect(await vault.save('https://a.example', { kind: 'basic', user: 'anna', secret: canary })).toBe('keyring')
    expect(await readFile(vault.path, 'utf8')).not.toContain(canary)
    expect(await vault.find('https://a.example')).toMatchObject({ kind: 'basic', user: 'anna', secret: canary })
    held.clear()
    await expect(vault.find('https://a.example')).rejects.toThrow(
      'the keyring has no credentials for https://a.example',
    )
  })

  it('does not wait for a keyring that never responds', async () => {
    expect(await withTimeout(() => new Promise<string>(() => {}), 20)).toBeUndefined()
    expect(await withTimeout(() => Promise.reject(new Error('locked')), 1000)).toBeUndefined()
  })
})
