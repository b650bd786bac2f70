// The credentials of this run. They belong to one origin and are not sent to any other.
import { resolve } from 'node:path'
import { CalError } from '../../base/errors.ts'
import { t, type Text, warningText } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { readText } from '../../base/files/file-errors.ts'
import type { Credentials } from '../../client/transport/credentials.ts'
import type { Auth, Profile } from '../config/profile.ts'
import type { Configuration } from '../config/configuration.ts'
import type { Runtime } from '../types/session.ts'
import type { LoginChoice, Vault } from './vault.ts'

interface SignedIn {
  readonly credentials: Credentials
  /** Warns of credentials that were not sent, or that other users can read. */
  readonly warning?: Text
}

type SecretSources = Pick<Runtime, 'env' | 'home' | 'cwd'>

const anonymous: SignedIn = { credentials: { kind: 'none' } }

/** Where a run takes its credentials from. Precedence: environment, profile, login. */
export type CredentialSource =
  | { readonly kind: 'none' }
  | { readonly kind: 'environment'; readonly variable: TokenVariable }
  | { readonly kind: 'profile'; readonly auth: Auth; readonly secret: string }
  | {
      readonly kind: 'login'
      readonly origin: string
      /** Of the profile; undefined if the address is not trusted. */
      readonly auth: Auth | undefined
      readonly choice: LoginChoice
      /** What to say if there is no login for that origin. */
      readonly warning: Text | undefined
    }

/** An address from a project file gets only credentials that were saved for its origin. */
export function credentialSource(configuration: Configuration, env: Runtime['env']): CredentialSource {
  const api_root = configuration.values.api_root
  const variable = tokenVariable(env)
  if (api_root === undefined) return variable === undefined ? { kind: 'none' } : { kind: 'environment', variable }
  const origin = originOf(api_root.value)
  if (origin === undefined) return { kind: 'none' }
  const { profile, profile_from, project } = configuration
  const secret = profile?.auth?.secret
  if (!isKnownAddress(configuration)) {
    const warning = variable || secret ? withheldText(origin, api_root.origin.where) : undefined
    return { kind: 'login', origin, auth: undefined, choice: {}, warning }
  }
  if (variable !== undefined) return { kind: 'environment', variable }
  const auth = authFor(configuration, origin)
  if (auth?.kind === 'none') return { kind: 'none' }
  if (auth?.secret !== undefined && auth.secret !== 'keyring') return { kind: 'profile', auth, secret: auth.secret }
  const hasSecret = secret !== undefined && secret !== 'keyring'
  const withheld =
    hasSecret && profile_from === 'project'
      ? t(
          'credentials were not sent: {secret} in {path} is not read, because a project file could name any secret. To sign in: cal login, CAL_TOKEN, or a profile of your own',
          { secret, path: project.path ?? '' },
        )
      : hasSecret && !auth
        ? withheldText(origin, api_root.origin.where)
        : undefined
  const warning = env.CAL_USER ? noTokenText : withheld
  return { kind: 'login', origin, auth, choice: loginChoice(configuration, origin, env), warning }
}

/** The credentials for the configured calendar. Errors: `configuration` if a reference cannot be resolved. */
export async function findCredentials(
  configuration: Configuration,
  sources: SecretSources,
  vault: () => Promise<Vault>,
): Promise<SignedIn> {
  if (configuration.values.api_root === undefined) return anonymous
  const source = credentialSource(configuration, sources.env)
  switch (source.kind) {
    case 'none':
      return anonymous
    case 'environment':
      return { credentials: environmentCredentials(sources) }
    case 'profile':
      return { credentials: credentialsOf(source.auth, await secretOf(source.secret, sources)) }
    case 'login': {
      const { path, find } = await vault()
      const { auth, warning } = source
      const stored = await find(source.origin, source.choice)
      if (!stored) return { ...anonymous, ...(warning && { warning }) }
      return {
        credentials: credentialsOf({ ...stored, ...(auth?.header && { header: auth.header }) }, stored.secret),
        ...(stored.isExposed && {
          warning: warningText('other users can read the credentials in {path}: chmod 600 {path_2}', {
            path,
            path_2: shellWord(path),
          }),
        }),
      }
    }
  }
}

/** Whether the user chose the address: a project file alone doesn't make an origin known. */
export function isKnownAddress(configuration: Configuration): boolean {
  const { api_root } = configuration.values
  const origin = originOf(api_root?.value)
  return api_root?.origin.kind !== 'project' || origin === undefined || knownOrigins(configuration).has(origin)
}

/**
 * The profile, unless it names another origin. One without an address belongs to any that the user chooses, but a
 * project file can combine it with none.
 */
export function ownProfile({ profile, values }: Configuration, origin: string): Profile | undefined {
  const own = profile?.settings.api_root
  const isOfUser = [values.api_root, values.profile].every((setting) => setting?.origin.kind !== 'project')
  return originOf(own) === origin || (own === undefined && isOfUser) ? profile : undefined
}

/** How the profile signs in. A project file may name the user, but no secret to read and no header to send it in. */
function authFor(configuration: Configuration, origin: string): Auth | undefined {
  const auth = ownProfile(configuration, origin)?.auth
  return auth && configuration.profile_from === 'project' ? { kind: auth.kind, user: auth.user } : auth
}

/** Scheme, host and port of an address; undefined for database files and invalid addresses. */
export function originOf(api_root: unknown): string | undefined {
  if (typeof api_root !== 'string' || !URL.canParse(api_root)) return undefined
  const { origin, protocol } = new URL(api_root)
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined
}

/** The origins in the user's own file. */
function knownOrigins({ user }: Configuration): ReadonlySet<string | undefined> {
  return new Set(
    [user.settings.api_root, ...Object.values(user.profiles).map(({ settings }) => settings.api_root)]
      .map(originOf)
      .filter((origin) => origin !== undefined),
  )
}

type TokenVariable = 'CAL_TOKEN' | 'CAL_TOKEN_FILE'

/** The variable with the token, or with the file of it; undefined if none is set. */
export function tokenVariable(env: Runtime['env']): TokenVariable | undefined {
  return (['CAL_TOKEN', 'CAL_TOKEN_FILE'] as const).find((name) => env[name])
}

function environmentCredentials({ env, cwd, home }: SecretSources): Credentials {
  const secret = env.CAL_TOKEN || secretFile(env.CAL_TOKEN_FILE ?? '', { cwd, home })
  return env.CAL_USER ? { kind: 'basic', user: env.CAL_USER, password: secret } : { kind: 'bearer', token: secret }
}

/** The secret that `env:NAME` or `file:PATH` refers to. */
async function secretOf(reference: string, { env, home, cwd }: SecretSources): Promise<string> {
  const rest = reference.slice(reference.indexOf(':') + 1)
  if (reference.startsWith('file:')) return secretFile(rest, { home, cwd })
  const secret = env[rest]
  if (secret) return secret
  throw new CalError(
    'configuration',
    t('{rest} is not set, but the profile reads its credentials from {reference}', { rest, reference }),
  )
}

function secretFile(path: string, { home, cwd }: Pick<SecretSources, 'home' | 'cwd'>): string {
  return readText(resolve(cwd, path.replace(/^~(?=\/)/, home)), path, 'configuration').trim()
}

/** The login that the profile names, or else `CAL_USER`. */
export function loginChoice(configuration: Configuration, origin: string, { CAL_USER }: Runtime['env']): LoginChoice {
  const auth = authFor(configuration, origin)
  return auth ? { kind: auth.kind, user: auth.user } : { user: CAL_USER || undefined }
}

export function credentialsOf({ kind, user = '', header = 'authorization' }: Auth, secret: string): Credentials {
  switch (kind) {
    case 'none':
      return { kind }
    case 'basic':
      return { kind, user, password: secret }
    case 'bearer':
      return { kind, token: secret }
    case 'header':
      return { kind, name: header, value: secret }
  }
}

const noTokenText: Text = t('CAL_USER is set, but CAL_TOKEN is not: the request is sent without credentials')

function withheldText(origin: string, where: string): Text {
  return t(
    'credentials were not sent: {where} specifies {origin}, and they were not saved for this origin. To sign in there: cal login, or name it in your own profile',
    { where, origin },
  )
}
