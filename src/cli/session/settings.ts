// Determines the settings of a run.
import { CalError } from '../../base/errors.ts'
import { isDatabaseUrl } from '../../base/database-url.ts'
import { type Language, languageOf } from '../../base/text/language.ts'
import type { GlobalOptions } from '../arguments/options.ts'
import type { Configuration } from '../config/configuration.ts'
import { rateOf, type SettingName } from '../types/settings-table.ts'
import type { RunSettings, Runtime } from '../types/session.ts'
import { calendarRootOf, isSameCalendar } from '../../client/address/api-root.ts'
import { calendarAddressOf } from './calendar-address.ts'

/** Errors: `configuration` if credentials are referenced but missing. */
export async function runSettingsOf(
  options: GlobalOptions,
  runtime: Runtime,
  configuration: Configuration,
): Promise<RunSettings> {
  const { findCredentials } = await import('../secrets/credentials.ts')
  const { credentials, warning } = await findCredentials(configuration, runtime, async () =>
    (await import('../secrets/vault.ts')).openVaultOf(configuration, runtime),
  )
  return {
    ...settingsWithoutCredentials(options, runtime, configuration),
    credentials,
    warning,
    protected_by: protectingProfile(configuration, runtime),
  }
}

/** The settings of commands that don't access a calendar. */
export function settingsWithoutCredentials(
  options: GlobalOptions,
  { env, stdin, stderr }: Runtime,
  configuration: Configuration,
): RunSettings {
  const text = (name: SettingName) => textSetting(configuration.values[name]?.value)
  const address = text('api_root')
  const concurrency = configuration.values.concurrency?.value
  return {
    api_root: undefined,
    database: undefined,
    ...(address !== undefined && calendarAddressOf(address, env)),
    ...(isProjectDatabase(configuration) && { database: undefined }),
    credentials: { kind: 'none' },
    timeout_ms: Number(configuration.values.timeout?.value) * 1000,
    wait_ms_max: Number(configuration.values.max_wait?.value) * 1000,
    insecure_http: options.insecure_http === true,
    // A getter, because completion doesn't need to know whether there is a terminal.
    get interactive() {
      return stdin.isTerminal && stderr.isTerminal && !env.CI && !env.CAL_NO_INPUT && options.input !== false
    },
    language_segment: ['flag', 'project', 'user'].includes(configuration.values.lang?.origin.kind ?? '')
      ? languageOf(text('lang'))
      : undefined,
    show_request: options.show_request === true,
    debug: options.debug === true || Boolean(env.CAL_DEBUG),
    timezone: text('timezone'),
    pager: text('pager'),
    rate: rateOf(text('rate')),
    concurrency: typeof concurrency === 'number' ? concurrency : undefined,
    state_dir: text('state_dir'),
    profile_name: configuration.profile_name,
    protected_by: undefined,
    disposable: isDisposable(configuration),
    warning: undefined,
  }
}

/** The profile in use, or any profile of the user for the same calendar: another address is no way around it. */
function protectingProfile(
  { profile, profile_name, values, user }: Configuration,
  { cwd, env }: Runtime,
): string | undefined {
  if (profile?.protected) return profile_name
  const calendarOf = (given: SettingValue) => {
    const { api_root, database = api_root } = calendarAddressOf(String(given ?? ''), env)
    return { root: calendarRootOf(database, cwd), id: undefined }
  }
  const isUsed = (api_root: SettingValue): boolean => {
    try {
      return isSameCalendar(calendarOf(api_root), calendarOf(values.api_root?.value))
    } catch (error) {
      // The calendar of another profile need not be valid, and its own commands say so.
      if (error instanceof CalError) return false
      throw error
    }
  }
  return Object.keys(user.profiles).find(
    (name) => user.profiles[name]?.protected && isUsed(user.profiles[name].settings.api_root),
  )
}

/** A project file that names a database could make the user send the password in `PGPASSWORD` to any server. */
function isProjectDatabase({ values: { api_root } }: Configuration): boolean {
  return api_root?.origin.kind === 'project' && isDatabaseUrl(String(api_root.value))
}

/** A profile applies to the calendar it names, not to one named by a flag or the environment. */
function isDisposable({ profile, values }: Configuration): boolean {
  return profile === undefined || profile.disposable || profile.settings.api_root !== values.api_root?.value
}

type SettingValue = string | number | undefined

/** `--lang`, then `CAL_LANG`, then the configuration, then the locale. */
export function languageOfRun(lang: SettingValue, env: Runtime['env'], configured?: SettingValue): Language {
  const candidates = [
    textSetting(lang),
    textSetting(env.CAL_LANG),
    textSetting(configured),
    env[localeVariable(env, 'LC_MESSAGES') ?? ''],
  ]
  return candidates.map(languageOf).find((language) => language !== undefined) ?? 'en'
}

/** The variable with the locale of messages, or of dates and times; undefined if none is set. */
export function localeVariable(env: Runtime['env'], category: 'LC_MESSAGES' | 'LC_TIME'): string | undefined {
  return ['LC_ALL', category, 'LANG'].find((name) => env[name])
}

/** An empty variable counts as not set. */
function textSetting(value: SettingValue): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
