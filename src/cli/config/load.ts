// The configuration of this run, read from flags, environment and files.
import { CalError } from '../../base/errors.ts'
import { quoted } from '../../base/text/quoted.ts'
import type { OptionValues } from '../core/command.ts'
import type { Runtime } from '../core/runtime.ts'
import { no_file, projectFile, type ConfigNotices, unusable, usableLater, userFile } from './files.ts'
import { type Configuration, resolveConfiguration } from './resolve.ts'
import { isSettingName, type SettingValues } from './settings-table.ts'

/**
 * Errors: `configuration` for a file that can't be used and for an unknown profile, unless `onFlaw` is given.
 */
export async function configurationOf(
  options: OptionValues,
  runtime: Runtime,
  onFlaw?: ConfigNotices,
): Promise<Configuration> {
  const [project, user] = await Promise.all([projectFile(runtime, onFlaw), userFile(runtime, onFlaw)])
  const configuration = resolveConfiguration({ flags: settingFlags(options), env: runtime.env, project, user }, onFlaw)
  const { timezone } = configuration.values
  if (timezone) await usableLater(() => requireZone(timezone.value, timezone.origin.where), undefined, onFlaw)
  return configuration
}

/**
 * Errors: `configuration` for a value from `where`, `usage` for an argument. A separate function, because most starts
 * need no time zones.
 */
export async function requireZone(zone: unknown, where: string | undefined): Promise<void> {
  const { isZone } = await import('../../base/dates/zoned-time.ts')
  if (isZone(String(zone))) return
  const words = {
    en: `timezone needs a zone such as Europe/Berlin or UTC+2, not ${quoted(zone).en}`,
    de: `timezone erwartet eine Zeitzone wie Europe/Berlin oder UTC+2, nicht ${quoted(zone).de}`,
  }
  throw where === undefined ? new CalError('usage', words) : unusable(where, words)
}

/** The same for commands that don't need a configuration: invalid parts are ignored. */
export async function configurationIfUsable(options: OptionValues, runtime: Runtime): Promise<Configuration> {
  try {
    return await configurationOf(options, runtime)
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    return resolveConfiguration({ flags: {}, env: {}, project: no_file, user: no_file })
  }
}

function settingFlags(options: OptionValues): SettingValues {
  const settings = Object.entries(options).flatMap(([name, value]) =>
    isSettingName(name) && (typeof value === 'string' || typeof value === 'number') ? [[name, value] as const] : [],
  )
  return Object.fromEntries(settings)
}
