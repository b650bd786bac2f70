// `cal init` and `cal profile`: profiles, the configurations of calendars.
import { existsSync } from 'node:fs'
import { database_extension, isDatabaseUrl, locationOf, withoutDatabasePassword } from '../../../base/database-url.ts'
import { CalError, notTogether, usageError } from '../../../base/errors.ts'
import { commandLine, didYouMean } from '../../../base/text/closest.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { fileNameOf } from '../../../client/address/api-root.ts'
import { discover, type Discovered } from '../../../client/discover.ts'
import type { global_options } from '../../arguments/options.ts'
import { type Configuration, configurationOf, profileNamed, validConfiguration } from '../../config/configuration.ts'
import { changeUserFile } from '../../config/files.ts'
import type { CommandAction, OptionsOf } from '../../types/command.ts'
import { type OutcomeItem, streamOf } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'
import { askAnonymously } from '../../session/session.ts'
import { askText } from '../../prompts/questions.ts'
import { originOf } from '../../secrets/credentials.ts'
import type { init_options } from './config.ts'

const columns = ['name', 'in_use', 'api_root', 'lang', 'auth.kind', 'auth.user', 'protected', 'file']

const headings: Readonly<Record<string, Text>> = {
  name: t('name'),
  in_use: t('in use'),
  api_root: t('api root'),
  lang: t('lang'),
  'auth.kind': t('auth'),
  'auth.user': t('user'),
  protected: t('protected'),
  file: t('file'),
}

const none_yet: Text = t('no profiles yet; to create one: cal init')

export const listProfiles: CommandAction = async ({ options }, { runtime }) => {
  const configuration = await configurationOf(options, runtime)
  const names = [
    ...new Set([...Object.keys(configuration.user.profiles), ...Object.keys(configuration.project.profiles)]),
  ].sort()
  return {
    kind: 'records',
    records: streamOf(names.map((name) => rowOf(name, configuration))),
    columns,
    headings,
    notes: () => (names.length === 0 ? [none_yet] : []),
  }
}

export const showProfile: CommandAction = async ({ operands, options }, { runtime }) => {
  const configuration = await configurationOf(options, runtime)
  const name = operands[0] ?? configuration.profile_name
  if (name === undefined)
    throw new CalError('configuration', t('no profile is in use'), {
      hint: t('choose one: cal profile list, then cal profile use NAME'),
    })
  return { kind: 'record', record: rowOf(name, configuration), columns }
}

export const useProfile: CommandAction = async ({ operands, options }, session) => {
  const name = operands[0] ?? ''
  profileNamed(name, await configurationOf(options, session.runtime))
  await changeUserFile(session.runtime, (document) => document.set('profile', name))
  await session.note(t('now using profile {name}', { name }))
  return { kind: 'done' }
}

export const removeProfile: CommandAction = async ({ operands, options }, session) => {
  const name = operands[0] ?? ''
  const configuration = await configurationOf(options, session.runtime)
  profileNamed(name, configuration)
  if (!Object.hasOwn(configuration.user.profiles, name))
    throw new CalError(
      'configuration',
      t('profile {name} is defined in {path}', { name, path: String(configuration.project.path) }),
      { hint: t('remove it there') },
    )
  await session.confirm(t('Remove profile {name}?', { name }))
  await changeUserFile(session.runtime, (document) => {
    document.deleteIn(['profiles', name])
    if (document.get('profile') === name) document.delete('profile')
  })
  await session.note(t('removed profile {name}', { name }))
  return { kind: 'done' }
}

/** Errors: `configuration` for an unknown profile. */
function rowOf(name: string, configuration: Configuration): OutcomeItem {
  const { profile, from } = profileNamed(name, configuration)
  const { settings, auth, protected: isProtected, disposable } = profile
  return {
    name,
    in_use: name === configuration.profile_name,
    ...settings,
    auth: auth ? { ...auth } : null,
    protected: isProtected,
    disposable,
    file: configuration[from].path ?? null,
  }
}

type InitRows = typeof init_options & Pick<typeof global_options, 'api_root' | 'profile'>

export const init: CommandAction<InitRows> = async ({ operands, options }, session) => {
  if (operands[0] !== undefined && options.api_root !== undefined && operands[0] !== options.api_root)
    throw notTogether('--api-root', operands[0])
  const address = operands[0] ?? options.api_root ?? (await askAddress(session))
  if (isDatabaseUrl(address)) throw noDatabase(address)
  // The absolute path, because a profile is used from any folder.
  const file = address.startsWith('file:') ? locationOf(fileNameOf(address), session.runtime.cwd) : undefined
  const service = file === undefined ? await discoverRoot(address, session) : undefined
  const api_root = service?.api_root ?? `file:${file}`
  const name = String(
    options.name ??
      options.profile ??
      (operands[0] === undefined && session.settings.interactive
        ? await askText(t('Name of the profile:'), session, { initial: 'default' })
        : 'default'),
  )
  await saveProfile(name, api_root, session)
  if (service?.closed === undefined) await session.note(nextOf(file))
  else await signIn(service.closed, { ...options, api_root, profile: name }, session)
  return { kind: 'done' }
}

/**
 * Saves the profile and makes it the one in use. Of a profile that named another calendar, nothing stays that holds for
 * that one only: how to sign in to another origin, and the right to reset it.
 *
 * Errors: `not_confirmed` if the profile names another calendar.
 */
async function saveProfile(name: string, api_root: string, session: Session): Promise<void> {
  const { user } = await validConfiguration({}, session.runtime)
  const saved = user.profiles[name]
  const before = saved?.settings.api_root
  const isOther = before !== undefined && before !== api_root
  if (isOther) {
    await session.note(t('profile {name} is for {before}; to keep both: --name NAME', { name, before: String(before) }))
    await session.confirm(t('Use profile {name} for {api_root} instead?', { name, api_root }))
  }
  const dropsAuth = isOther && saved?.auth !== undefined && originOf(before) !== originOf(api_root)
  const path = await changeUserFile(session.runtime, (document) => {
    if (isOther) document.deleteIn(['profiles', name, 'disposable'])
    if (dropsAuth) document.deleteIn(['profiles', name, 'auth'])
    document.setIn(['profiles', name, 'api_root'], api_root)
    document.set('profile', name)
  })
  if (dropsAuth) await session.note(t('removed the sign-in of profile {name}, which was for another service', { name }))
  await session.note(t('saved profile {name} for {api_root} in {path}', { name, api_root, path }))
  const { profile } = user.settings
  if (profile !== undefined && profile !== name) await session.note(t('now using profile {name}', { name }))
}

/** The error for a database address: a profile would store its password in a file. */
function noDatabase(address: string): CalError {
  const shown = withoutDatabasePassword(address)
  return usageError(
    t('{shown} is a database, not a website', { shown }),
    sameText('cal config set api_root env:DATABASE_URL'),
  )
}

/** Signs in to a service that doesn't show its interface to anonymous users. */
async function signIn(status: number, options: OptionsOf<InitRows>, session: Session): Promise<void> {
  await session.note(t('the service requires a sign-in ({status})', { status }))
  if (!session.settings.interactive) return session.note(t('next: cal login'))
  const { login } = await import('./login.run.ts')
  await login({ operands: [], after: [], values: {}, given: {}, options }, session)
}

function nextOf(file: string | undefined): Text {
  if (file === undefined) return t('next: cal agenda; to make changes, cal login')
  return existsSync(file) ? t('next: cal agenda') : t('next: cal events create, which creates the file')
}

/** Errors: `configuration` if there is no interface at the address. */
async function discoverRoot(address: string, session: Session): Promise<Discovered> {
  const isFile = database_extension.test(address) && !address.includes('://')
  if (isFile || /^(?!https?:)\w+:\/\//i.test(address)) {
    throw usageError(
      t('"{address}" is not the URL of a website', { address }),
      isFile
        ? didYouMean(commandLine(['init', `file:${address}`]))
        : t('for example: https://example.org, or file:./calendar.db'),
    )
  }
  const url = /^https?:\/\//i.test(address) ? address : `https://${address}`
  const service = await discover(url, (place, request) => askAnonymously(place, request, session))
  if (!service) {
    throw new CalError('configuration', t('no calendar interface found at {url}', { url }), {
      hint: t('specify its full URL: https://example.org/wp-json/tribe/events/v1'),
    })
  }
  await session.note(t('found {api_root}', { api_root: service.api_root }))
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
  const said = t('{host} names an interface at another origin: {origin}', { host: asked.host, origin: found.origin })
  if (!session.settings.interactive)
    throw new CalError('not_confirmed', said, { hint: sameText(`cal init ${shellWord(api_root)}`) })
  await session.note(said)
  await session.confirm(t('Save {origin}?', { origin: found.origin }))
}

/** Errors: `usage` without a terminal. */
async function askAddress(session: Session): Promise<string> {
  if (!session.settings.interactive) {
    throw usageError(
      t('ADDRESS is missing, and there is no terminal to prompt on'),
      t('for example: cal init https://example.org --name prod'),
    )
  }
  return askText(t('URL of the website, or file:./calendar.db:'), session)
}
