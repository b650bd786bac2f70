// `cal config`: lists settings with their origins, and changes settings and aliases in the user configuration file.
import { systemPager } from '../../output/terminal.ts'
import { type CredentialSource, credentialSource } from '../../secrets/credentials.ts'
import { localeVariable } from '../../session/settings.ts'
import { existsSync } from 'node:fs'
import { isDatabaseUrl, withoutDatabasePassword } from '../../../base/database-url.ts'
import { CalError, usageError } from '../../../base/errors.ts'
import { type Language, t, type Text, asWarning } from '../../../base/text/language.ts'
import { withoutPasswords } from '../../../base/text/untrusted-text.ts'
import { rootOf } from '../../../client/address/api-root.ts'
import { noEffect } from '../../arguments/ineffective-flags.ts'
import { scanLine } from '../../arguments/command-line.ts'
import { stateDirOf } from '../../bulk-run/run-store.ts'
import { type Aliases, aliasIn, wordsOfAlias } from '../../config/aliases.ts'
import { type Configuration, requireZone, validConfiguration } from '../../config/configuration.ts'
import {
  changeUserFile,
  checkSetting,
  type ConfigFile,
  knownName,
  projectFile,
  userFile,
  userFilePath,
} from '../../config/files.ts'
import { setting_names, type SettingName, settingRow } from '../../types/settings-table.ts'
import type { CommandAction, OptionValues } from '../../types/command.ts'
import { type Outcome, type OutcomeItem, streamOf } from '../../types/outcome.ts'
import type { Runtime, Session } from '../../types/session.ts'
import { commandTyped } from '../commands-for.ts'

export const listSettings: CommandAction = async ({ options }, session) => {
  const configuration = await usableConfiguration(options, session)
  const source = credentialSource(configuration, session.runtime.env)
  if (source.kind === 'login' && source.warning) await session.note(source.warning)
  const rows = [...settingItems(configuration, source, session), ...aliasRows(configuration.user, session.language)]
  return { kind: 'records', records: streamOf(rows), columns: ['name', 'value', 'origin', 'where'], headings }
}

const headings: Readonly<Record<string, Text>> = {
  name: t('name'),
  value: t('value'),
  origin: t('origin'),
  where: t('where'),
  file: t('file'),
  path: t('path'),
  exists: t('exists'),
}

export const getSetting: CommandAction = async ({ operands, options }, session) => {
  const alias = aliasIn(operands[0] ?? '')
  if (alias !== undefined) return getAlias(alias, session)
  const name = knownName(operands[0] ?? '', undefined)
  const found = (await usableConfiguration(options, session)).values[name]
  const { value } = found ?? fallbackValue(name, session)
  if (value !== null) return valueOutcome(value, session)
  throw new CalError('not_found', t('{name} is not set', { name }), {
    hint: t('set it: cal config set {name} VALUE, or {variable}', { name, variable: settingRow(name).variable }),
  })
}

export const setSetting: CommandAction = async ({ operands, options }, session) => {
  refuseProfile(options)
  const [typed = '', text = ''] = operands
  const alias = aliasIn(typed)
  if (alias !== undefined) return setAlias(alias, text, session)
  const name = knownName(typed, undefined)
  const value = checkSetting(name, text, undefined)
  if (name === 'timezone') await requireZone(value, undefined)
  if (name === 'api_root' && !/^(file|env):./.test(String(value)) && !isDatabaseUrl(String(value)))
    rootOf(String(value))
  const path = await changeUserFile(session.runtime, (document) => document.set(name, value))
  const shown = withoutDatabasePassword(String(value))
  await session.note(t('{name} = {shown} in {path}', { name, shown, path }))
  const holds = (await usableConfiguration(options, session)).values[name]
  if (holds && String(holds.value) !== String(value))
    await session.note(t('but {where} overrides it here', { where: holds.origin.where }))
  return { kind: 'done' }
}

export const unsetSetting: CommandAction = async ({ operands, options }, session) => {
  refuseProfile(options)
  const alias = aliasIn(operands[0] ?? '')
  if (alias !== undefined) return unsetAlias(alias, session)
  const name = knownName(operands[0] ?? '', undefined)
  const path = await changeUserFile(session.runtime, (document) => {
    document.delete(name)
  })
  await session.note(t('{name} is no longer set in {path}', { name, path }))
  return { kind: 'done' }
}

/** Errors: `usage`, because what is set here is for all calendars. */
function refuseProfile({ profile }: OptionValues): void {
  if (profile === undefined) return
  const hint = t('edit the file of the profile, which cal profile list names')
  throw noEffect('--profile', t('on the settings of all calendars'), hint)
}

/** The plain value, or the value in the requested format. */
function valueOutcome(value: string | number | boolean, { format }: Session): Outcome {
  return format === undefined ? { kind: 'text', text: `${value}\n` } : { kind: 'value', value }
}

export const showPaths: CommandAction = async (_, { runtime }) => {
  const [user, project] = [await userFile(runtime), await projectFile(runtime)]
  const rows: OutcomeItem[] = [
    { file: 'user', path: userFilePath(runtime), exists: user.path !== undefined && existsSync(user.path) },
    ...(project.path === undefined ? [] : [{ file: 'project', path: project.path, exists: true }]),
  ]
  return { kind: 'records', records: streamOf(rows), columns: ['file', 'path', 'exists'], headings }
}

/** The valid part of the configuration, with warnings for invalid parts: these commands show and repair them. */
async function usableConfiguration(options: OptionValues, { runtime, note }: Session): Promise<Configuration> {
  const configuration = await validConfiguration(options, runtime)
  for (const { text } of configuration.problems) await note(asWarning(text))
  return configuration
}

async function setAlias(name: string, line: string, session: Session): Promise<Outcome> {
  await requireFree(name, session)
  const before = await aliasesOfUser(session)
  await requireCommand(name, { ...before, [name]: line }, session)
  const path = await changeUserFile(session.runtime, (document) => document.setIn(['alias', name], line))
  await session.note(t('cal {name} now runs cal {line} (in {path})', { name, line, path }))
  return { kind: 'done' }
}

async function getAlias(name: string, session: Session): Promise<Outcome> {
  const { [name]: line } = await aliasesOfUser(session)
  if (line !== undefined) return valueOutcome(line, session)
  throw new CalError('not_found', t('alias "{name}" not found', { name }), {
    hint: t("create it: cal config set alias.{name} 'events list'", { name }),
  })
}

async function unsetAlias(name: string, { runtime, note }: Session): Promise<Outcome> {
  const path = await changeUserFile(runtime, (document) => {
    if (document.hasIn(['alias', name])) document.deleteIn(['alias', name])
    if (Object.keys(document.toJS()?.alias ?? {}).length === 0) document.delete('alias')
  })
  await note(t('alias.{name} is no longer set in {path}', { name, path }))
  return { kind: 'done' }
}

/** The aliases as rows of `cal config list`. */
function aliasRows({ path, aliases }: ConfigFile, language: Language): readonly OutcomeItem[] {
  const meaning: Text = t('alias for a command line')
  return Object.entries(aliases).map(([name, line]) => ({
    name: `alias.${name}`,
    value: line,
    origin: 'user',
    where: path ?? null,
    variable: null,
    meaning: meaning[language],
  }))
}

async function aliasesOfUser({ runtime }: Session): Promise<Aliases> {
  return (await userFile(runtime)).aliases
}

/** Errors: `usage` for the name of a command, and for a name that is not valid. */
async function requireFree(name: string, { runtime }: Session): Promise<void> {
  if (!/^\p{L}[\p{L}\p{N}_-]*$/u.test(name))
    throw usageError(
      t('"{name}" is not a valid alias name', { name }),
      t('use a letter followed by letters, digits, - or _'),
    )
  const { commands } = await import('../commands.ts')
  const { first_word } = scanLine([name])
  if (
    !commands.some(({ path, aliases = [] }) => path[0] === first_word || (path.length === 1 && aliases.includes(name)))
  )
    return
  throw usageError(
    t('"{name}" is a command of {program}', { name, program: runtime.program }),
    t('choose another name for the alias'),
  )
}

/** Errors: `usage` if the command line refers to the alias itself, or names no command. */
async function requireCommand(name: string, aliases: Aliases, { runtime }: Session): Promise<void> {
  const argv = wordsOfArgument(name, aliases)
  const { command } = await commandTyped(scanLine(argv), runtime)
  if (command) return
  throw usageError(
    t('"{argv}" is not a command', { argv: argv.join(' ') }),
    t("for example: cal config set alias.{name} 'events list'", { name }),
  )
}

/** The words of an alias. Errors: `usage`, because the alias is an argument here, not part of a file. */
function wordsOfArgument(name: string, aliases: Aliases): readonly string[] {
  try {
    return wordsOfAlias(name, aliases) ?? []
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    throw usageError(error.text)
  }
}

interface EffectiveValue {
  readonly value: string | number | null
  /** `flag`, `environment`, `project`, `user`, `profile`, `default`; null if it is not set. */
  readonly origin: string | null
  /** The flag, the variable, the file or the profile. */
  readonly where: string | null
}

const unset: EffectiveValue = { value: null, origin: null, where: null }

function settingItems(
  configuration: Configuration,
  source: CredentialSource,
  session: Session,
): readonly OutcomeItem[] {
  const settings = setting_names.map((name) => {
    const { variable, description } = settingRow(name)
    return { name, ...effectiveValue(name, configuration, session), variable, meaning: description[session.language] }
  })
  const credentials = {
    name: 'credentials',
    ...credentialsValue(configuration, session.runtime.env, source),
    variable: 'CAL_TOKEN',
    meaning: credentials_meaning[session.language],
  }
  return [...settings, credentials]
}

const credentials_meaning: Text = t('authentication, unless saved by cal login')

function effectiveValue(name: SettingName, { values }: Configuration, session: Session): EffectiveValue {
  const found = values[name]
  if (found === undefined) return fallbackValue(name, session)
  const { kind, where } = found.origin
  const value = name === 'api_root' ? withoutPasswords(String(found.value)) : found.value
  const [, profile] = /^profile (.*)$/.exec(where) ?? []
  return profile === undefined ? { value, origin: kind, where } : { value, origin: 'profile', where: profile }
}

/** The value of a setting that is not configured: from the system, or a default. */
function fallbackValue(name: SettingName, session: Session): EffectiveValue {
  const { runtime, language } = session
  const byDefault = (value: string, where = ''): EffectiveValue => ({ value, origin: 'default', where })
  switch (name) {
    case 'lang': {
      const variable = localeVariable(runtime.env, 'LC_MESSAGES')
      return variable === undefined ? byDefault(language) : { value: language, origin: 'environment', where: variable }
    }
    case 'timezone':
      return byDefault(runtime.timezone, t('this machine')[language])
    case 'output':
      return byDefault('table')
    case 'state_dir':
      return byDefault(stateDirOf(session))
    case 'pager': {
      const pager = systemPager(runtime.env)
      return pager ? { value: pager, origin: 'environment', where: 'PAGER' } : unset
    }
    default:
      return unset
  }
}

/** What a run would send, without a login, which would have to be looked up. */
function credentialsValue(configuration: Configuration, { CAL_USER }: Runtime['env'], source: CredentialSource) {
  if (source.kind === 'environment') {
    const value = CAL_USER ? `basic ${CAL_USER} ${masked}` : `bearer ${masked}`
    return { value, origin: 'environment', where: source.variable }
  }
  if (source.kind === 'none' || source.auth === undefined) return unset
  const { kind, user, secret } = source.auth
  const value = [kind, user, masked].filter((part) => part !== undefined).join(' ')
  return { value, origin: 'profile', where: `${configuration.profile_name ?? ''}${secret ? ` (${secret})` : ''}` }
}

const masked = '••••••'
