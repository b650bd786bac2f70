// Configuration files: their paths and contents. Only data formats are read, so reading one never runs code.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { Document } from 'yaml'
import { CalError, errorCode, usageError } from '../../base/errors.ts'
import { jsonSyntaxError, readError, writeError, yamlSyntaxError } from '../../base/files/file-errors.ts'
import { linkStat, makeFolders, statOf } from '../../base/files/file-system.ts'
import { isObject, type Json, parsedJson, repeatedName } from '../../base/json.ts'
import { didYouMean, nearestOf } from '../../base/text/closest.ts'
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import { flagOf } from '../../spec/resources.ts'
import type { Runtime } from '../types/session.ts'
import { type Aliases, aliasesOf } from './aliases.ts'
import type { Profile } from './profile.ts'
import {
  isSettingName,
  project_files,
  setting_forms,
  setting_names,
  type SettingName,
  settingRow,
  type SettingValues,
} from '../types/settings-table.ts'

/** The content of one file; empty if it doesn't exist. */
export interface ConfigFile {
  /** undefined if none was found. */
  readonly path: string | undefined
  readonly settings: SettingValues
  readonly profiles: Readonly<Record<string, Profile>>
  /** Only from the user configuration file: a cloned folder must not change what a command does. */
  readonly aliases: Aliases
  /** Errors of the invalid parts, which are left out. */
  readonly problems: readonly CalError[]
  /** Project files of other users, nearest first. */
  readonly ignored?: readonly string[]
}

const no_file: ConfigFile = { path: undefined, settings: {}, profiles: {}, aliases: {}, problems: [] }

/** The result of `read`; undefined if it fails, with its error among the problems. */
export function attempt<T>(problems: CalError[], read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    problems.push(error)
    return undefined
  }
}

/** `CAL_CONFIG`, or `cal/config.yaml` in the user's folder for configuration. */
export function userFilePath(runtime: Pick<Runtime, 'env' | 'home' | 'platform'>): string {
  return runtime.env.CAL_CONFIG || join(userFolder('config', runtime), 'config.yaml')
}

/** The nearest project file, from the working folder upwards. */
export async function projectFile(runtime: Pick<Runtime, 'cwd' | 'uid'>): Promise<ConfigFile> {
  const { uid } = runtime
  const problems: CalError[] = []
  const ignored: string[] = []
  const current = attempt(problems, () => runtime.cwd)
  for (const folder of current === undefined ? [] : upwards(current)) {
    const held = project_files.filter((place) => mayHold(join(folder, place)))
    const places = held.filter((place) => isOwn(join(folder, place), uid))
    // A file of another user, such as /tmp/.calrc, could send what is written here to another calendar.
    ignored.push(...held.filter((place) => !places.includes(place)).map((place) => join(folder, place)))
    const [first] = places
    if (first === undefined) continue
    const file = await readFile(join(folder, first), async () => {
      const found = await (await explorer(places)).search(folder)
      return found && found.isEmpty !== true ? { path: found.filepath, content: found.config } : undefined
    })
    if (file) return { ...withoutOwn(file), ignored }
  }
  return { ...no_file, ignored, problems }
}

/**
 * Without settings that a project file must not have: they could start programs, contain secrets, or replace the
 * history that undo uses.
 */
function withoutOwn(file: ConfigFile): ConfigFile {
  const aliases = Object.keys(file.aliases).map((name) => `alias.${name}`)
  const own = setting_names.filter((name) => settingRow(name).user_only && file.settings[name] !== undefined)
  return {
    ...file,
    aliases: {},
    settings: Object.fromEntries(Object.entries(file.settings).filter(([name]) => !own.some((one) => one === name))),
    problems: [...file.problems, ...[...aliases.slice(0, 1), ...own].map((name) => notForProjects(name, file))],
  }
}

function notForProjects(own: string, file: ConfigFile): CalError {
  const variable = isSettingName(own) ? settingRow(own).variable : undefined
  return unusable(
    file.path ?? '',
    t('{own} is not allowed in project files', { own }),
    undefined,
    variable
      ? t('set it for this user: cal config set {own} VALUE, {variable} for one run', { own, variable })
      : t('set it for this user: cal config set {own} VALUE', { own }),
  )
}

/** Whether the file, and a link to it, belongs to this user; on systems without user ids, always. */
function isOwn(path: string, uid: number | undefined): boolean {
  return uid === undefined || [statOf(path), linkStat(path)].every((found) => Number(found?.uid) === uid)
}

/** Whether a regular file may contain settings; a package.json is checked without loading cosmiconfig. */
function mayHold(path: string): boolean {
  if (!existsSync(path) || !statOf(path)?.isFile()) return false
  if (!path.endsWith('package.json')) return true
  const text = readFileSync(path, 'utf8')
  const data = /"cal"\s*:/.test(text) ? parsedJson(text) : {}
  // Invalid JSON is reported by cosmiconfig.
  return !isObject(data) || 'cal' in data
}

/** Sets search places and loaders explicitly, because the defaults of cosmiconfig run code. */
async function explorer(searchPlaces: string[]) {
  const { cosmiconfig } = (await import('cosmiconfig')).default
  return cosmiconfig('cal', {
    searchPlaces,
    searchStrategy: 'none',
    packageProp: 'cal',
    cache: false,
    loaders: { '.json': parseConfig, '.yaml': parseConfig, noExt: parseConfig },
  })
}

export async function userFile(runtime: Pick<Runtime, 'env' | 'home' | 'platform'>): Promise<ConfigFile> {
  const path = userFilePath(runtime)
  const file = await readFile(path, async () => {
    const text = readIfExists(path)
    return text === undefined ? undefined : { path, content: await parseConfig(path, text) }
  })
  return file ?? no_file
}

/** The text of a file; undefined if it doesn't exist. */
export function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return undefined
    throw readError(path, cause, 'configuration')
  }
}

function upwards(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}

/** The content of a file as data. Errors: `configuration` if it is neither JSON nor YAML. */
async function parseConfig(path: string, text: string): Promise<unknown> {
  const { yamlValue } = await import('../../base/files/yaml.ts')
  try {
    return path.endsWith('.json') ? parsedOnce(path, text) : yamlValue(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) throw unusable(path, prefixed(t('not JSON'), jsonSyntaxError(text, cause)), cause)
    throw unusable(path, prefixed(t('not YAML'), yamlSyntaxError(cause, { placed: true })), cause)
  }
}

/** Errors: `configuration` for a setting that occurs twice. */
function parsedOnce(path: string, text: string): Json {
  const value = JSON.parse(text)
  const name = repeatedName(text)
  if (name !== undefined)
    throw unusable(path, t('"{name}" occurs twice', { name }), undefined, t('remove one of the two values'))
  return value
}

function prefixed(head: Text, text: Text): Text {
  return eachLanguage((language) => `${head[language]}: ${text[language]}`)
}

/** The configuration that `read` finds; undefined if there is none. If it fails, that of the path has its error. */
async function readFile(
  path: string,
  read: () => Promise<{ readonly path: string; readonly content: unknown } | undefined>,
): Promise<ConfigFile | undefined> {
  try {
    const found = await read()
    return found && (await fileWith(found.path, found.content ?? {}))
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    return { ...no_file, path, problems: [error] }
  }
}

/** Errors: `configuration` if the content is not a mapping. */
async function fileWith(path: string, content: unknown): Promise<ConfigFile> {
  if (!isObject(content)) throw unusable(path, t('not a list of settings'))
  const problems: CalError[] = []
  const { profiles, alias, ...given } = content
  const settings = Object.entries(given).map(([typed, value]) =>
    attempt(problems, () => {
      const name = knownName(typed, path)
      return [name, checkSetting(name, value, path)] as const
    }),
  )
  return {
    path,
    settings: Object.fromEntries(settings.filter((setting) => setting !== undefined)),
    profiles: await profilesOf(profiles, path, problems),
    aliases: attempt(problems, () => aliasesOf(alias, (reason) => unusable(path, reason))) ?? {},
    problems,
  }
}

/** Names of settings in other programs. */
const other_settings: Readonly<Record<string, string>> = {
  ...{ url: 'api_root', server: 'api_root', host: 'api_root', endpoint: 'api_root', calendar: 'api_root' },
  ...{ language: 'lang', locale: 'lang', tz: 'timezone', zone: 'timezone', format: 'output' },
}

/**
 * Errors, with the closest name, for an unknown setting: `configuration` if `where` is a file, `usage` if it is
 * undefined.
 */
export function knownName(name: string, where: string | undefined): SettingName {
  if (isSettingName(name)) return name
  const other = Object.hasOwn(other_settings, name) ? other_settings[name] : undefined
  const hint = other === undefined ? nearestOf(name, setting_names) : didYouMean(other)
  const text = t('unknown setting "{name}"', { name })
  throw where === undefined ? usageError(text, hint) : unusable(where, text, undefined, hint)
}

async function profilesOf(content: unknown, path: string, problems: CalError[]): Promise<ConfigFile['profiles']> {
  if (content === undefined || content === null) return {}
  if (!isObject(content)) problems.push(unusable(path, t('profiles must map names to profiles')))
  const { parseProfile } = await import('./profile-schema.ts')
  const profiles = Object.entries(isObject(content) ? content : {}).map(([name, value]) =>
    attempt(problems, () => {
      const fail = (text: Text) => unusable(path, t('profile {name}: {text}', { name, text }))
      return [name, parseProfile(value, fail)] as const
    }),
  )
  return Object.fromEntries(profiles.filter((profile) => profile !== undefined))
}

/**
 * Errors, for a value that the setting doesn't allow: `configuration` if `where` is a file or a variable, `usage` if it
 * is the flag or undefined.
 */
export function checkSetting(name: SettingName, value: unknown, where: string | undefined): string | number {
  const { type, choices = [] } = settingRow(name)
  const { parse, needs } = setting_forms[type]
  const known = parse(value)
  if (known !== undefined && (choices.length === 0 || choices.includes(String(known)))) return known
  const text = choices.length > 0 ? t('one of {choices}', { choices: choices.join(', ') }) : needs
  const isFlag = where === flagOf(name)
  const called = isFlag ? where : name
  const words = t('{called} needs {text}, not {value}', { called, text, value: quoted(value) })
  throw where === undefined || isFlag ? usageError(words) : unusable(where, words)
}

export function unusable(where: string, text: Text, cause?: unknown, hint?: Text): CalError {
  return new CalError('configuration', t('{where} cannot be used: {text}', { where, text }), { cause, hint })
}

/**
 * For each use: the variable of the XDG specification, that of Windows with the folder inside it, and the
 * folder below the home directory. On macOS, command-line programs such as git and gh use those of XDG too.
 */
const places = {
  config: ['XDG_CONFIG_HOME', 'APPDATA', 'cal', '.config'],
  state: ['XDG_STATE_HOME', 'LOCALAPPDATA', 'cal/state', '.local/state'],
  cache: ['XDG_CACHE_HOME', 'LOCALAPPDATA', 'cal/cache', '.cache'],
} as const

/** The folder of `cal` for this use; relative paths in the variables are ignored, as the XDG specification demands. */
export function userFolder(
  use: keyof typeof places,
  { env, home, platform }: Pick<Runtime, 'env' | 'home' | 'platform'>,
): string {
  const [xdg, windows, inside, below] = places[use]
  const [folder, folder_of_windows] = [env[xdg], env[windows]]
  if (folder !== undefined && isAbsolute(folder)) return join(folder, 'cal')
  return platform === 'win32' && folder_of_windows ? join(folder_of_windows, inside) : join(home, below, 'cal')
}

/** Returns the path of the file. Errors: `configuration` if it cannot be parsed. */
export async function changeUserFile(
  runtime: Pick<Runtime, 'env' | 'home' | 'platform'>,
  change: (document: Document) => void,
): Promise<string> {
  const path = userFilePath(runtime)
  const text = readIfExists(path)
  // Invalid settings are allowed, so that a value that makes other commands fail can be changed.
  if (text !== undefined) await parseConfig(path, text)
  const { parseDocument } = (await import('yaml')).default
  const document: Document = parseDocument(text ?? '')
  document.contents ??= document.createNode({})
  change(document)
  if (text === undefined && Object.keys(document.toJS()).length === 0) return path
  await writePrivately(
    path,
    path.endsWith('.json') ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString(),
  )
  return path
}

/**
 * Replaces the file atomically; only its owner can read it, from the first byte.
 *
 * Errors: `configuration` if it cannot be written.
 */
export async function writePrivately(path: string, text: string): Promise<void> {
  try {
    makeFolders(dirname(path), 0o700)
    const { replaceFile } = await import('../../base/files/atomic-file.ts')
    await replaceFile(path, (file) => file.writeFile(text), 0o600)
  } catch (cause) {
    throw writeError(path, cause, 'configuration')
  }
}
