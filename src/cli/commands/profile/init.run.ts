// `cal init [ADDRESS]`: finds the interface of a service, and saves it as the default profile.
import { isDatabaseUrl, locationOf, withoutDatabasePassword } from '../../../base/database-url.ts'
import { existsSync } from 'node:fs'
import { CalError } from '../../../base/errors.ts'
import { sameText, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { type Discovered, discover } from '../../../client/discover.ts'
import { fileNameOf } from '../../../client/address/calendar-identity.ts'
import type { CommandAction, OptionsOf } from '../../core/command.ts'
import { changeUserFile } from '../../config/write.ts'
import { askText } from '../../prompts/questions.ts'
import type { Session } from '../../core/session.ts'
import type { global_options } from '../../arguments/options.ts'
import type { init_options } from './profile.ts'

type InitRows = typeof init_options & Pick<typeof global_options, 'api_root' | 'profile'>

export const init: CommandAction<InitRows> = async ({ operands, options }, session) => {
  const address = operands[0] ?? options.api_root ?? (await askAddress(session))
  if (isDatabaseUrl(address)) throw noDatabase(address)
  const file = address.startsWith('file:') ? fileOf(address, session) : undefined
  const service = file === undefined ? await discovered(address, session) : undefined
  const api_root = service?.api_root ?? `file:${file}`
  const name = String(
    options.name ??
      (operands[0] === undefined && session.settings.interactive
        ? await askText({ en: 'Name of the profile:', de: 'Name des Profils:' }, session, { initial: 'default' })
        : 'default'),
  )
  const path = await changeUserFile(session.runtime, (document) => {
    document.setIn(['profiles', name, 'api_root'], api_root)
    document.set('profile', name)
  })
  await session.note({
    en: `saved profile ${name} for ${api_root} in ${path}`,
    de: `${api_root} als Profil ${name} in ${path} gespeichert`,
  })
  if (service?.closed === undefined) await session.note(nextOf(file))
  else await signIn(service.closed, { ...options, api_root, profile: name }, session)
  return { kind: 'done' }
}

/** The error for a database address: a profile would store its password in a file. */
function noDatabase(address: string): CalError {
  const shown = withoutDatabasePassword(address)
  return new CalError(
    'usage',
    { en: `${shown} is a database, not a website`, de: `${shown} ist eine Datenbank und keine Website` },
    { hint: sameText('cal config set api_root env:DATABASE_URL') },
  )
}

/** Signs in to a service that doesn't show its interface to anonymous users. */
async function signIn(status: number, options: OptionsOf<InitRows>, session: Session): Promise<void> {
  await session.note({
    en: `the service requires a sign-in (${status})`,
    de: `Zugriff nur nach Anmeldung (${status})`,
  })
  if (!session.settings.interactive) return session.note({ en: 'next: cal login', de: 'als Nächstes: cal login' })
  const { login } = await import('../login/login.run.ts')
  await login({ operands: [], after: [], values: {}, given: {}, options }, session)
}

/** The absolute path, because a profile is used from any folder. Errors: `configuration` without a file name. */
function fileOf(address: string, { runtime }: Session): string {
  return locationOf(fileNameOf(address), runtime.cwd)
}

function nextOf(file: string | undefined): Text {
  if (file === undefined)
    return {
      en: 'next: cal agenda; to make changes, cal login',
      de: 'als Nächstes: cal agenda oder, zum Schreiben, cal login',
    }
  return existsSync(file)
    ? { en: 'next: cal agenda', de: 'als Nächstes: cal agenda' }
    : {
        en: 'next: cal events create, which creates the file',
        de: 'als Nächstes: cal events create legt die Datei an',
      }
}

/** Errors: `configuration` if there is no interface at the address. */
async function discovered(address: string, session: Session): Promise<Discovered> {
  if (/^(?!https?:)\w+:\/\//i.test(address)) {
    throw new CalError(
      'usage',
      { en: `"${address}" is not the URL of a website`, de: `„${address}“ ist keine Adresse einer Website` },
      {
        hint: {
          en: 'for example: https://example.org, or file:./calendar.db',
          de: 'etwa https://example.org oder file:./calendar.db',
        },
      },
    )
  }
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`
  const { openNetwork } = await import('../../../client/transport/network.ts')
  const { timeout_ms } = session.settings
  const service = await discover(url, (api_root) =>
    openNetwork({ api_root, headers: {}, timeout_ms, insecure_http: false }),
  )
  if (!service) {
    throw new CalError(
      'configuration',
      { en: `no calendar interface found at ${url}`, de: `unter ${url} antwortet keine Kalenderschnittstelle` },
      {
        hint: {
          en: 'specify its full URL: https://example.org/wp-json/tribe/events/v1',
          de: 'die ganze Adresse angeben: https://example.org/wp-json/tribe/events/v1',
        },
      },
    )
  }
  await session.note({ en: `found ${service.api_root}`, de: `gefunden: ${service.api_root}` })
  await confirmOrigin(url, service.api_root, session)
  return service
}

/**
 * A website may name an interface elsewhere, which would get what is written and the credentials of `cal login`.
 *
 * Errors: `not_confirmed`.
 */
async function confirmOrigin(url: string, api_root: string, session: Session): Promise<void> {
  const [asked, found] = [new URL(url), new URL(api_root)]
  const isSame = asked.origin === found.origin || (asked.hostname === found.hostname && found.protocol === 'https:')
  if (isSame) return
  const said = {
    en: `${asked.host} names an interface at another origin: ${found.origin}`,
    de: `${asked.host} verweist auf eine Schnittstelle bei einer anderen Origin: ${found.origin}`,
  }
  if (!session.settings.interactive)
    throw new CalError('not_confirmed', said, { hint: sameText(`cal init ${shellWord(api_root)}`) })
  await session.note(said)
  await session.confirm({ en: `Save ${found.origin}?`, de: `${found.origin} speichern?` })
}

/** Errors: `usage` without a terminal. */
async function askAddress(session: Session): Promise<string> {
  if (!session.settings.interactive) {
    throw new CalError(
      'usage',
      {
        en: 'ADDRESS is missing, and there is no terminal to prompt on',
        de: 'ADRESSE fehlt und kann ohne Terminal nicht abgefragt werden',
      },
      {
        hint: {
          en: 'for example: cal init https://example.org --name prod',
          de: 'etwa: cal init https://example.org --name prod',
        },
      },
    )
  }
  return askText(
    { en: 'URL of the website, or file:./calendar.db:', de: 'Adresse der Website oder file:./calendar.db:' },
    session,
  )
}
