// The configuration of this run, and the origin of each setting: flag > environment > project file > user file >
// default.
import { CalError, usageError } from '../../base/errors.ts'
import { closest, didYouMean } from '../../base/text/closest.ts'
import { t, type Text, warningText } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { flagOf } from '../../spec/resources.ts'
import type { OptionValues } from '../types/command.ts'
import type { Runtime } from '../types/session.ts'
import { attempt, checkSetting, type ConfigFile, projectFile, unusable, userFile } from './files.ts'
import type { Profile } from './profile.ts'
import {
  isSettingName,
  setting_names,
  type SettingName,
  settingRow,
  type SettingValues,
} from '../types/settings-table.ts'

/** Errors: `configuration` for an invalid file or an unknown profile. */
export async function configurationOf(options: OptionValues, runtime: Runtime): Promise<Configuration> {
  const configuration = await validConfiguration(options, runtime)
  const [problem] = configuration.problems
  if (problem) throw problem
  return configuration
}

/** The valid part of the configuration, for commands that show or repair it, or need none. */
export async function validConfiguration(options: OptionValues, runtime: Runtime): Promise<Configuration> {
  const [project, user] = await Promise.all([projectFile(runtime), userFile(runtime)])
  const configuration = resolveConfiguration({ flags: settingFlags(options), env: runtime.env, project, user })
  const { timezone } = configuration.values
  if (timezone === undefined) return configuration
  try {
    await requireZone(timezone.value, timezone.origin.where)
    return configuration
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    return { ...configuration, problems: [...configuration.problems, error] }
  }
}

/**
 * Errors: `configuration` for an unknown zone from `where`, `usage` if `where` is undefined. Time zones are loaded on
 * demand, since most runs have no such setting.
 */
export async function requireZone(zone: unknown, where: string | undefined): Promise<void> {
  const { isOneZone, zoneHint } = await import('../../base/dates/zoned-time.ts')
  if (isOneZone(String(zone))) return
  const words = t('timezone needs a zone such as Europe/Berlin or UTC+2, not {zone}', { zone: quoted(zone) })
  const hint = zoneHint(String(zone))
  throw where === undefined ? usageError(words, hint) : unusable(where, words, undefined, hint)
}

function settingFlags(options: OptionValues): SettingValues {
  const settings = Object.entries(options).flatMap(([name, value]) =>
    isSettingName(name) && (typeof value === 'string' || typeof value === 'number') ? [[name, value] as const] : [],
  )
  return Object.fromEntries(settings)
}

type OriginKind = 'flag' | 'environment' | 'project' | 'user' | 'default'

interface Resolved {
  readonly value: string | number
  /** `where`: the flag, the variable or the file, and the profile if it came from one. */
  readonly origin: { readonly kind: OriginKind; readonly where: string }
}

export interface Configuration {
  readonly values: Readonly<Partial<Record<SettingName, Resolved>>>
  readonly profile_name: string | undefined
  readonly profile: Profile | undefined
  /** The file that defines the profile. */
  readonly profile_from: 'project' | 'user' | undefined
  readonly project: ConfigFile
  readonly user: ConfigFile
  /** Errors of the invalid parts, which are left out. */
  readonly problems: readonly CalError[]
}

interface Sources {
  /** Settings that were given as flags. */
  readonly flags: SettingValues
  readonly env: Runtime['env']
  readonly project: ConfigFile
  readonly user: ConfigFile
}

interface Layer {
  readonly kind: OriginKind
  readonly where: (name: SettingName) => string
  readonly settings: SettingValues
}

/** The settings of a profile rank directly below the source that selects it. */
export function resolveConfiguration(sources: Sources): Configuration {
  const { project, user } = sources
  const problems = [...project.problems, ...user.problems]
  const layers = layersOf(sources)
  const chosen = layers.find(({ settings }) => settings.profile !== undefined)
  const profile_name = chosen && String(chosen.settings.profile)
  const found = profile_name === undefined ? undefined : attempt(problems, () => profileNamed(profile_name, sources))
  const ranked = layers.flatMap((layer) =>
    layer === chosen && found && profile_name ? [layer, profileLayer(profile_name, found, sources)] : [layer],
  )
  return {
    values: firstValues(ranked, problems),
    profile_name,
    profile: found?.profile,
    profile_from: found?.from,
    project,
    user,
    problems,
  }
}

function firstValues(layers: readonly Layer[], problems: CalError[]): Configuration['values'] {
  const values: Partial<Record<SettingName, Resolved>> = {}
  for (const name of setting_names) {
    for (const layer of layers) {
      if (layer.settings[name] === undefined) continue
      const value = attempt(problems, () => checkSetting(name, layer.settings[name], layer.where(name)))
      if (value === undefined) continue
      values[name] = { value, origin: { kind: layer.kind, where: layer.where(name) } }
      break
    }
  }
  return values
}

function layersOf({ flags, env, project, user }: Sources): readonly Layer[] {
  return [
    { kind: 'flag', where: flagOf, settings: flags },
    {
      kind: 'environment',
      where: (name) => settingRow(name).variable,
      settings: picked((name) => env[settingRow(name).variable] || undefined),
    },
    { kind: 'project', where: () => project.path ?? '', settings: project.settings },
    { kind: 'user', where: () => user.path ?? '', settings: user.settings },
    { kind: 'default', where: () => '', settings: picked((name) => settingRow(name).default) },
  ]
}

function picked(find: (name: SettingName) => string | number | undefined): SettingValues {
  return Object.fromEntries(
    setting_names.flatMap((name) => {
      const value = find(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

interface Found {
  readonly profile: Profile
  readonly from: 'project' | 'user'
}

/**
 * The profile of a name. The user's own comes first: a cloned folder must not change where its name leads, nor whether
 * it is protected.
 *
 * Errors: `configuration` if no file has it.
 */
export function profileNamed(name: string, { project, user }: Pick<Sources, 'project' | 'user'>): Found {
  for (const [from, file] of [
    ['user', user],
    ['project', project],
  ] as const) {
    const profile = Object.hasOwn(file.profiles, name) ? file.profiles[name] : undefined
    if (profile) return { profile, from }
  }
  const near = closest(name, [...Object.keys(project.profiles), ...Object.keys(user.profiles)])
  const hint = near === undefined ? t('list profiles: cal profile list; create one: cal init') : didYouMean(near)
  throw new CalError('configuration', t('unknown profile "{name}"', { name }), { hint })
}

/** Settings of a profile have the origin of the file that defines it, regardless of where it was selected. */
function profileLayer(name: string, { profile, from }: Found, sources: Sources): Layer {
  return { kind: from, where: () => `profile ${name} (${sources[from].path})`, settings: profile.settings }
}

/** Warnings about project files and profiles that don't count. */
export function ignoredTexts({ project, profile_name = '', profile_from }: Configuration): readonly Text[] {
  const isShadowed = profile_from === 'user' && Object.hasOwn(project.profiles, profile_name)
  return [
    ...(project.ignored ?? []).map((path) =>
      warningText('{path} is ignored, because it belongs to another user; to use it, copy it to a folder of your own', {
        path,
      }),
    ),
    ...(isShadowed
      ? [
          warningText('profile {name} in {path} is ignored, because your own configuration has one of this name', {
            name: profile_name,
            path: project.path ?? '',
          }),
        ]
      : []),
  ]
}
