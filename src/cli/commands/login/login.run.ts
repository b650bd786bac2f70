// `cal login` and `cal logout`: save and delete the credentials of one origin.
import { isDatabaseUrl } from '../../../base/database-url.ts'
import { CalError } from '../../../base/errors.ts'
import type { Text } from '../../../base/text/language.ts'
import { call } from '../../../client/api/call.ts'
import { readTextArgument } from '../../arguments/flag-values.ts'
import { noEffect } from '../../arguments/ineffective-flags.ts'
import type { global_options } from '../../arguments/options.ts'
import { type Configuration, configurationOf } from '../../config/configuration.ts'
import { changeUserFile } from '../../config/write.ts'
import type { CommandAction, OptionsOf } from '../../core/command.ts'
import type { Session } from '../../core/session.ts'
import { askSecret, askText } from '../../prompts/questions.ts'
import { calendarAddressOf } from '../../run/calendar-address.ts'
import { openApi } from '../../run/session.ts'
import { credentialsOf, loginChoice, originOf, ownProfile } from '../../secrets/credentials.ts'
import { openVaultOf, type StoredSecret } from '../../secrets/vault.ts'
import type { sign_in_options } from './login.ts'

type LoginRows = typeof sign_in_options & Pick<typeof global_options, 'api_root' | 'profile'>

export const login: CommandAction<LoginRows> = async ({ options }, session) => {
  const configuration = await configurationOf(options, session.runtime)
  const origin = configuredOrigin(configuration)
  const vault = await openVaultOf(configuration, session.runtime)
  const entered = await enteredCredentials(options, origin, configuration, session)
  const isOnly = vault.usersAt(origin).every((user) => user === entered.user)
  const profile = profileToName(configuration, origin, entered, isOnly)
  const rights = await rightsOf(entered, configuration, session)
  // The profile first: credentials that no profile names might be used by another one.
  if (profile !== undefined) await nameUser(profile, entered, session)
  const isDefault = isOnly || !ownProfile(configuration, origin)
  const place = await vault.save(origin, { ...entered, default: isDefault })
  const where =
    place === 'keyring'
      ? { en: 'the system keyring', de: 'im Schlüsselbund des Systems' }
      : { en: vault.path, de: `in ${vault.path}` }
  await session.note({
    en: `signed in to ${origin}${rights.en}; credentials saved in ${where.en}`,
    de: `angemeldet bei ${origin}${rights.de}; Zugangsdaten gespeichert ${where.de}`,
  })
  return { kind: 'done' }
}

export const logout: CommandAction = async ({ options }, session) => {
  const configuration = await configurationOf(options, session.runtime)
  const origin = configuredOrigin(configuration)
  const vault = await openVaultOf(configuration, session.runtime)
  const user = await vault.delete(origin, loginChoice(configuration, origin, session.runtime.env))
  await session.note(
    user !== undefined
      ? { en: `signed out of ${origin} (${user})`, de: `abgemeldet von ${origin} (${user})` }
      : { en: `no credentials were saved for ${origin}`, de: `für ${origin} waren keine Zugangsdaten gespeichert` },
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
    throw new CalError(
      'usage',
      {
        en: `profile ${profile_name} belongs to ${auth.user}, not to ${user}`,
        de: `das Profil ${profile_name} gehört ${auth.user}, nicht ${user}`,
      },
      {
        hint: {
          en: `sign in as ${auth.user}, or add a profile with the same address for ${user}`,
          de: `als ${auth.user} anmelden oder ein Profil mit derselben Adresse für ${user} anlegen`,
        },
      },
    )
  if (auth?.kind === kind && auth.user === user) return undefined
  if (profile_from === 'user') return profile_name
  if (isOnly) return undefined
  throw new CalError(
    'usage',
    {
      en: `profile ${profile_name} names no user, and others have signed in to the same origin`,
      de: `das Profil ${profile_name} nennt keinen Benutzer, und bei dieser Origin sind andere angemeldet`,
    },
    {
      hint: {
        en: 'name the user in the profile: auth: {kind: basic, user: NAME}',
        de: 'den Benutzer im Profil nennen: auth: {kind: basic, user: NAME}',
      },
    },
  )
}

async function nameUser(profile: string, { kind, user, header }: EnteredCredentials, session: Session): Promise<void> {
  const auth = { kind, ...(user !== undefined && { user }), ...(header !== undefined && { header }) }
  const path = await changeUserFile(session.runtime, (document) => {
    document.setIn(['profiles', profile, 'auth'], document.createNode(auth, { flow: true }))
  })
  const who = user ?? kind
  await session.note({
    en: `profile ${profile} now belongs to ${who}: ${path}`,
    de: `das Profil ${profile} gehört jetzt ${who}: ${path}`,
  })
}

/** Errors: `configuration` if no service is configured. */
function configuredOrigin({ values }: Configuration): string {
  const api_root = String(values.api_root?.value ?? '')
  const origin = originOf(api_root)
  if (origin !== undefined) return origin
  const { api_root: shown } = calendarAddressOf(api_root, {})
  if (isDatabaseUrl(api_root))
    throw new CalError('configuration', {
      en: `${shown} needs no sign-in: it is a database`,
      de: `${shown} ist eine Datenbank: dort meldet sich niemand an`,
    })
  if (api_root.startsWith('file:'))
    throw new CalError('configuration', {
      en: `${api_root} needs no sign-in: it is a local file`,
      de: `${api_root} ist eine Datei auf diesem Rechner: keine Anmeldung nötig`,
    })
  throw new CalError(
    'configuration',
    { en: 'no service to sign in to', de: 'es ist kein Dienst zum Anmelden angegeben' },
    {
      hint: {
        en: 'specify one: --api-root ADDRESS, or run cal init',
        de: '--api-root ADRESSE angeben oder cal init ausführen',
      },
    },
  )
}

type EnteredCredentials = StoredSecret & { readonly secret: string }

/** Credentials from flags, standard input or prompts. Errors: `usage` if one is missing and there is no terminal. */
async function enteredCredentials(
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
  const name =
    kind === 'basic'
      ? (user ?? (await askText({ en: `User at ${origin}:`, de: `Benutzer bei ${origin}:` }, session)))
      : undefined
  const secret = (
    options.stdin === true
      ? await readTextArgument('@-', session.runtime)
      : await askSecret(
          kind === 'basic'
            ? { en: 'Application password:', de: 'Anwendungspasswort:' }
            : { en: 'Token:', de: 'Token:' },
          session,
        )
  ).trim()
  if (secret === '')
    throw new CalError(
      'usage',
      { en: 'the password or token is empty', de: 'Passwort oder Token ist leer' },
      options.stdin === true
        ? {
            hint: {
              en: 'pass it on standard input: cal login --stdin < FILE',
              de: 'auf der Standardeingabe übergeben: cal login --stdin < DATEI',
            },
          }
        : {},
    )
  return { kind, secret, ...(name === undefined ? {} : { user: name }), ...(header === undefined ? {} : { header }) }
}

function withKind(kind: string): Text {
  return { en: `with --kind ${kind}`, de: `mit --kind ${kind}` }
}

function missing(flag: string): CalError {
  return new CalError(
    'usage',
    {
      en: `${flag} is missing, and there is no terminal to prompt on`,
      de: `${flag} fehlt und kann ohne Terminal nicht abgefragt werden`,
    },
    {
      hint: { en: 'for example: cal login --user NAME --stdin < FILE', de: 'cal login --user NAME --stdin < DATEI' },
    },
  )
}

/** Sends a request with the credentials, so that rejected ones are not saved. Returns the permissions, in words. */
async function rightsOf(
  entered: EnteredCredentials,
  { values }: Configuration,
  session: Session,
): Promise<{ readonly en: string; readonly de: string }> {
  const api = await openApi(
    session,
    {
      ...session.settings,
      api_root: String(values.api_root?.value),
      credentials: credentialsOf(entered, entered.secret),
    },
    'refuse',
  )
  try {
    const { headers } = await call(api.exchange, 'events.list', { per_page: 1 })
    const mayWrite = /\bPOST\b/.test(headers.allow ?? '')
    return mayWrite ? { en: ' with write permission', de: ' mit Schreibrecht' } : { en: '', de: '' }
  } finally {
    await api.close()
  }
}
