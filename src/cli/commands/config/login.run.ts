// `cal login` and `cal logout`: save and delete the credentials of one origin.
import { isDatabaseUrl } from '../../../base/database-url.ts'
import { CalError, usageError } from '../../../base/errors.ts'
import { pattern, sameText, t, type Text } from '../../../base/text/language.ts'
import { call } from '../../../client/api/call.ts'
import { readTextArgument } from '../../arguments/flag-values.ts'
import { noEffect } from '../../arguments/ineffective-flags.ts'
import type { global_options } from '../../arguments/options.ts'
import { type Configuration, configurationOf } from '../../config/configuration.ts'
import { changeUserFile } from '../../config/files.ts'
import type { CommandAction, OptionsOf } from '../../types/command.ts'
import type { Session } from '../../types/session.ts'
import { askSecret, askText } from '../../prompts/questions.ts'
import { calendarAddressOf } from '../../session/calendar-address.ts'
import { openApi } from '../../session/session.ts'
import { credentialsOf, loginChoice, originOf, ownProfile } from '../../secrets/credentials.ts'
import { openVaultOf, type StoredSecret } from '../../secrets/vault.ts'
import type { sign_in_options } from './config.ts'

type LoginRows = typeof sign_in_options & Pick<typeof global_options, 'api_root' | 'profile'>

export const login: CommandAction<LoginRows> = async ({ options }, session) => {
  const configuration = await configurationOf(options, session.runtime)
  const origin = configuredOrigin(configuration)
  const vault = await openVaultOf(configuration, session.runtime)
  const entered = await askCredentials(options, origin, configuration, session)
  const isOnly = vault.usersAt(origin).every((user) => user === entered.user)
  const profile = profileToName(configuration, origin, entered, isOnly)
  const rights = await rightsOf(entered, configuration, session)
  // The profile first: credentials that no profile names might be used by another one.
  if (profile !== undefined) await nameUser(profile, entered, session)
  const isDefault = isOnly || !ownProfile(configuration, origin)
  const place = await vault.save(origin, { ...entered, default: isDefault })
  const where = place === 'keyring' ? t('the system keyring') : t('{path}', { path: vault.path })
  await session.note(t('signed in to {origin}{rights}; credentials saved in {where}', { origin, rights, where }))
  return { kind: 'done' }
}

export const logout: CommandAction = async ({ options }, session) => {
  const configuration = await configurationOf(options, session.runtime)
  const origin = configuredOrigin(configuration)
  const vault = await openVaultOf(configuration, session.runtime)
  const user = await vault.delete(origin, loginChoice(configuration, origin, session.runtime.env))
  await session.note(
    user !== undefined
      ? t('signed out of {origin} ({user})', { origin, user })
      : t('no credentials were saved for {origin}', { origin }),
  )
  return { kind: 'done' }
}

/**
 * The profile that has to name the user, so that it keeps its credentials when others sign in to the same origin.
 *
 * Errors: `usage` if it names another user, or none and is not in the user's own file.
 */
function profileToName(
  configuration: Configuration,
  origin: string,
  { kind, user }: EnteredCredentials,
  isOnly: boolean,
): string | undefined {
  const { profile_name = '', profile_from } = configuration
  const profile = ownProfile(configuration, origin)
  if (profile === undefined) return undefined
  const { auth } = profile
  if (auth?.user !== undefined && user !== undefined && auth.user !== user)
    throw usageError(
      t('profile {profile_name} belongs to {user}, not to {user_2}', { profile_name, user: auth.user, user_2: user }),
      t('sign in as {user}, or add a profile with the same address for {user_2}', {
        user: auth.user,
        user_2: user,
      }),
    )
  if (auth?.kind === kind && auth.user === user) return undefined
  if (profile_from === 'user') return profile_name
  if (isOnly) return undefined
  throw usageError(
    t('profile {profile_name} names no user, and others have signed in to the same origin', { profile_name }),
    pattern('name the user in the profile: auth: {kind: basic, user: NAME}'),
  )
}

async function nameUser(profile: string, { kind, user, header }: EnteredCredentials, session: Session): Promise<void> {
  const auth = { kind, ...(user !== undefined && { user }), ...(header !== undefined && { header }) }
  const path = await changeUserFile(session.runtime, (document) => {
    document.setIn(['profiles', profile, 'auth'], document.createNode(auth, { flow: true }))
  })
  const who = user ?? kind
  await session.note(t('profile {profile} now belongs to {who}: {path}', { profile, who, path }))
}

const other_service = t('to sign in to a service: cal login --api-root https://…')

/** Errors: `configuration` if no service is configured. */
function configuredOrigin({ values }: Configuration): string {
  const api_root = String(values.api_root?.value ?? '')
  const origin = originOf(api_root)
  if (origin !== undefined) return origin
  const { api_root: shown } = calendarAddressOf(api_root, {})
  if (isDatabaseUrl(api_root))
    throw new CalError('configuration', t('the database {shown} needs no sign-in', { shown }), { hint: other_service })
  if (api_root.startsWith('file:'))
    throw new CalError('configuration', t('the local file {file} needs no sign-in', { file: api_root.slice(5) }), {
      hint: other_service,
    })
  throw new CalError('configuration', t('no service to sign in to'), {
    hint: t('specify one: --api-root ADDRESS, or run cal init'),
  })
}

type EnteredCredentials = StoredSecret & { readonly secret: string }

/** Credentials from flags, standard input or prompts. Errors: `usage` if one is missing and there is no terminal. */
async function askCredentials(
  options: OptionsOf<typeof sign_in_options>,
  origin: string,
  { profile }: Configuration,
  session: Session,
): Promise<EnteredCredentials> {
  const kind = options.kind ?? profile?.auth?.kind ?? 'basic'
  const user = options.user ?? profile?.auth?.user ?? session.runtime.env.CAL_USER
  const header = options.header_name ?? profile?.auth?.header
  const { interactive } = session.settings
  if (options.user !== undefined && kind !== 'basic') throw noEffect('--user', withKind(kind))
  if (options.header_name !== undefined && kind !== 'header') throw noEffect('--header-name', withKind(kind))
  if (!interactive && options.stdin !== true) throw missing('--stdin')
  if (!interactive && kind === 'basic' && user === undefined) throw missing('--user')
  if (kind === 'header' && header === undefined) throw missing('--header-name')
  const name = kind === 'basic' ? (user ?? (await askText(t('User at {origin}:', { origin }), session))) : undefined
  const secret = (
    options.stdin === true
      ? await readTextArgument('@-', session.runtime)
      : await askSecret(kind === 'basic' ? t('Application password:') : t('Token:'), session)
  ).trim()
  if (secret === '')
    throw new CalError(
      'usage',
      t('the password or token is empty'),
      options.stdin === true
        ? {
            hint: t('pass it on standard input: cal login --stdin < FILE'),
          }
        : {},
    )
  return { kind, secret, ...(name === undefined ? {} : { user: name }), ...(header === undefined ? {} : { header }) }
}

function withKind(kind: string): Text {
  return t('with --kind {kind}', { kind })
}

function missing(flag: string): CalError {
  return usageError(
    t('{flag} is missing, and there is no terminal to prompt on', { flag }),
    t('for example: cal login --user NAME --stdin < FILE'),
  )
}

/** Sends a request with the credentials, so that rejected ones are not saved. Returns the permissions, in words. */
async function rightsOf(entered: EnteredCredentials, { values }: Configuration, session: Session): Promise<Text> {
  const api_root = String(values.api_root?.value)
  const credentials = credentialsOf(entered, entered.secret)
  const api = await openApi(session, { ...session.settings, api_root, credentials }, 'refuse')
  try {
    const { headers } = await call(api.exchange, 'events.list', { per_page: 1 })
    const mayWrite = /\bPOST\b/.test(headers.allow ?? '')
    return mayWrite ? t(' with write permission') : sameText('')
  } catch (error) {
    if (!(error instanceof CalError) || error.remote?.status !== 401 || entered.user === undefined) throw error
    const hint = t('check the password of {user}', { user: entered.user })
    throw new CalError(error.code, error.text, { ...error, hint })
  } finally {
    await api.close()
  }
}
