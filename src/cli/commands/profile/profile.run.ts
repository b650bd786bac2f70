// `cal profile list|show|use|remove`: the profiles in configuration files.
import { CalError } from '../../../base/errors.ts'
import { closest, didYouMean } from '../../../base/text/closest.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { type Configuration, configurationOf } from '../../config/configuration.ts'
import { changeUserFile } from '../../config/write.ts'
import type { CommandAction } from '../../core/command.ts'
import { type OutcomeItem, streamOf } from '../../core/outcome.ts'

const columns = ['name', 'in_use', 'api_root', 'lang', 'auth', 'protected', 'file']

const headings: Readonly<Record<string, Text>> = {
  name: t('name'),
  in_use: t('in use'),
  api_root: t('api root'),
  lang: t('lang'),
  auth: t('auth'),
  protected: t('protected'),
  file: t('file'),
}

const none_yet: Text = t('no profiles yet; to create one: cal init')

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
    throw new CalError('configuration', t('no profile is in use'), {
      hint: t('choose one: cal profile list, then cal profile use NAME'),
    })
  requireKnown(name, configuration)
  return { kind: 'record', record: rowOf(name, configuration), columns }
}

export const useProfile: CommandAction = async ({ operands, options }, session) => {
  const name = operands[0] ?? ''
  requireKnown(name, await configurationOf(options, session.runtime))
  await changeUserFile(session.runtime, (document) => document.set('profile', name))
  await session.note(t('now using profile {name}', { name }))
  return { kind: 'done' }
}

export const removeProfile: CommandAction = async ({ operands, options }, session) => {
  const name = operands[0] ?? ''
  const configuration = await configurationOf(options, session.runtime)
  requireKnown(name, configuration)
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
  throw new CalError('configuration', t('unknown profile "{name}"', { name }), {
    hint: near === undefined ? t('list profiles: cal profile list; create one: cal init') : didYouMean(near),
  })
}
