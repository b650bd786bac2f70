// `cal login` and `cal logout`: save and delete the credentials of one origin.
import { isDatabaseUrl } from '../../../base/database-url.ts'
import { CalError } from '../../../base/errors.ts'
import type { Text } from '../../../base/text/language.ts'
import { call } from '../../../client/api/call.ts'
import { readTextArgument } from '../../arguments/flag-values.ts'
import { noEffect } from '../../arguments/ineffective-flags.ts'
import type { global_options } from '../../arguments/options.ts'
import { type Configuration, configurationOf } from '../../config/configuration.ts'
import type { CommandAction, OptionsOf } from '../../core/command.ts'
import type { Session } from '../../core/session.ts'
import { askSecret, askText } from '../../prompts/questions.ts'
import { calendarAddressOf } from '../../run/calendar-address.ts'
import { openApi } from '../../run/session.ts'
import { credentialsOf, originOf } from '../../secrets/credentials.ts'
import { openVaultOf, type StoredSecret } from '../../secrets/vault.ts'
import type { sign_in_options } from './login.ts'

type LoginRows = typeof sign_in_options & Pick<typeof global_options, 'api_root' | 'profile'>

export const login: CommandAction<LoginRows> = async ({ options }, session) => {
  const configuration = await configurationOf(options, session.runtime)
  const origin = configuredOrigin(configuration)
  const entered = await enteredCredentials(options, origin, configuration, session)
  const rights = await rightsOf(entered, configuration, session)
  const vault = await openVaultOf(configuration, session.runtime)
  const place = await vault.save(origin, entered)
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
  const isDeleted = await (await openVaultOf(configuration, session.runtime)).delete(origin)
  await session.note(
    isDeleted
      ? { en: `signed out of ${origin}`, de: `abgemeldet von ${origin}` }
      : { en: `no credentials were saved for ${origin}`, de: `für ${origin} waren keine Zugangsdaten gespeichert` },
  )
  return { kind: 'done' }
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
