// `cal profile list|show|use|remove`: the profiles in configuration files.
import { CalError } from '../../../base/errors.ts'
import { closest, didYouMean } from '../../../base/text/closest.ts'
import type { Text } from '../../../base/text/language.ts'
import { type Configuration, configurationOf } from '../../config/configuration.ts'
import { changeUserFile } from '../../config/write.ts'
import type { CommandAction } from '../../core/command.ts'
import { type OutcomeItem, streamOf } from '../../core/outcome.ts'

const columns = ['name', 'in_use', 'api_root', 'lang', 'auth', 'protected', 'file']

const headings: Readonly<Record<string, Text>> = {
  name: { en: 'name', de: 'Name' },
  in_use: { en: 'in use', de: 'verwendet' },
  api_root: { en: 'api root', de: 'Adresse' },
  lang: { en: 'lang', de: 'Sprache' },
  auth: { en: 'auth', de: 'Anmeldung' },
  protected: { en: 'protected', de: 'geschützt' },
  file: { en: 'file', de: 'Datei' },
}

const none_yet: Text = {
  en: 'no profiles yet; to create one: cal init',
  de: 'noch keine Profile: cal init legt eines an',
}

export const listProfiles: CommandAction = async ({ options }, { runtime }) => {
  const configuration = await configurationOf(options, runtime)
  const names = namesOf(configuration)
  return {
    kind: 'records',
    records: streamOf(names.map((name) => rowOf(name, configuration))),
    columns,
    headings,
    note: () => (names.length === 0 ? none_yet : undefined),
  }
}

export const showProfile: CommandAction = async ({ operands, options }, { runtime }) => {
  const configuration = await configurationOf(options, runtime)
  const name = operands[0] ?? configuration.profile_name
  if (name === undefined)
    throw new CalError(
      'configuration',
      { en: 'no profile is in use', de: 'es wird kein Profil verwendet' },
      {
        hint: {
          en: 'choose one: cal profile list, then cal profile use NAME',
          de: 'cal profile list, dann cal profile use NAME',
        },
      },
    )
  requireKnown(name, configuration)
  return { kind: 'record', record: rowOf(name, configuration), columns }
}

export const useProfile: CommandAction = async ({ operands, options }, session) => {
  const name = operands[0] ?? ''
  requireKnown(name, await configurationOf(options, session.runtime))
  await changeUserFile(session.runtime, (document) => document.set('profile', name))
  await session.note({ en: `now using profile ${name}`, de: `Profil ${name} wird jetzt verwendet` })
  return { kind: 'done' }
}

export const removeProfile: CommandAction = async ({ operands, options }, session) => {
  const name = operands[0] ?? ''
  const configuration = await configurationOf(options, session.runtime)
  requireKnown(name, configuration)
  if (!Object.hasOwn(configuration.user.profiles, name))
    throw new CalError(
      'configuration',
      {
        en: `profile ${name} is defined in ${configuration.project.path}`,
        de: `Profil ${name} ist definiert in ${configuration.project.path}`,
      },
      { hint: { en: 'remove it there', de: 'es dort entfernen' } },
    )
  await session.confirm({ en: `Remove profile ${name}?`, de: `Profil ${name} entfernen?` })
  await changeUserFile(session.runtime, (document) => {
    document.deleteIn(['profiles', name])
    if (document.get('profile') === name) document.delete('profile')
  })
  await session.note({ en: `removed profile ${name}`, de: `Profil ${name} entfernt` })
  return { kind: 'done' }
}

function namesOf({ project, user }: Configuration): readonly string[] {
  return [...new Set([...Object.keys(user.profiles), ...Object.keys(project.profiles)])].sort()
}

function rowOf(name: string, { project, user, profile_name }: Configuration): OutcomeItem {
  const file = Object.hasOwn(project.profiles, name) ? project : user
  const profile = file.profiles[name]
  if (profile === undefined) throw new Error(`no profile ${name}`)
  const { settings, auth, protected: isProtected, disposable } = profile
  return {
    name,
    in_use: name === profile_name,
    ...settings,
    auth: auth ? { ...auth } : null,
    protected: isProtected,
    disposable,
    file: file.path ?? null,
  }
}

/** Errors: `configuration` for an unknown profile. */
function requireKnown(name: string, configuration: Configuration): void {
  const names = namesOf(configuration)
  if (names.includes(name)) return
  const near = closest(name, names)
  throw new CalError(
    'configuration',
    { en: `unknown profile "${name}"`, de: `unbekanntes Profil „${name}“` },
    {
      hint:
        near === undefined
          ? {
              en: 'list profiles: cal profile list; create one: cal init',
              de: 'cal profile list zeigt alle, cal init legt eines an',
            }
          : didYouMean(near),
    },
  )
}
