// Exit codes, environment variables and configuration files, for topics and manual pages.
import { keysOf } from '../../base/collections.ts'
import { type ErrorCode, exit_codes } from '../../base/errors.ts'
import { closest } from '../../base/text/closest.ts'
import { t, type Text } from '../../base/text/language.ts'
import { settingRow, setting_names } from '../config/settings-table.ts'

const meanings: Readonly<Record<ErrorCode, Text>> = {
  bug: t('a bug in cal'),
  usage: t('invalid flag, value or file; or input is missing and cannot be prompted for'),
  not_allowed: t('not signed in, or not permitted'),
  not_found: t('not found, or deleted'),
  refused: t('data rejected by the server'),
  some_failed: t('some records failed'),
  unreachable: t('service unreachable: host name, connection, TLS or timeout'),
  server_failed: t('server error or rate limit, after retries'),
  not_confirmed: t('not confirmed'),
  differences: t('differences found (--exit-code)'),
  configuration: t('invalid configuration or profile'),
  timed_out: t('time limit of cal wait reached'),
  disk: t('disk full or failing'),
  interrupted: t('interrupted'),
  terminated: t('terminated'),
}

/** Every exit code of the program, in ascending order. */
export function exitCodeRows(): readonly { readonly code: number; readonly meaning: Text }[] {
  const failures = keysOf(exit_codes).map((name) => ({ code: exit_codes[name], meaning: meanings[name] }))
  const done = t('success, even if nothing was found')
  return [{ code: 0, meaning: done }, ...failures]
}

/** Every environment variable that cal reads, settings first. */
export function environmentRows(): readonly { readonly name: string; readonly meaning: Text }[] {
  return [
    ...setting_names.map((name) => ({ name: settingRow(name).variable, meaning: settingRow(name).meaning })),
    ...Object.entries(other_variables).map(([name, meaning]) => ({ name, meaning })),
  ]
}

/** A warning for each variable that looks like a misspelled one of cal: `CAL_API_ROT`. */
export function misspelledVariables(env: Readonly<Record<string, string | undefined>>): readonly Text[] {
  const known = environmentRows().map(({ name }) => name)
  return Object.keys(env)
    .filter((name) => name.startsWith('CAL_') && !known.includes(name))
    .flatMap((name) => {
      const near = closest(
        name.slice(4),
        known.flatMap((one) => (one.startsWith('CAL_') ? [one.slice(4)] : [])),
      )
      if (near === undefined || /^(PASSWORD|TEST)_/.test(name.slice(4))) return []
      return [t('warning: unknown environment variable {name}; did you mean CAL_{near}?', { name, near })]
    })
}

const other_variables: Readonly<Record<string, Text>> = {
  CAL_USER: t('user name'),
  CAL_TOKEN: t('bearer token; with CAL_USER, an application password'),
  CAL_TOKEN_FILE: t('file that contains the token'),
  CAL_CONFIG: t('path of the user configuration file'),
  CAL_NO_INPUT: t('do not prompt for input; CI has the same effect'),
  CAL_DEBUG: t('print requests and responses'),
  BROWSER: t('program that cal browse starts'),
  'NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE': t('turn colors off or on'),
  'HTTPS_PROXY, NO_PROXY': t('proxy, and hosts that bypass it'),
}

/** In the order of the search. */
export const project_files: readonly string[] = [
  '.calrc',
  '.calrc.json',
  '.calrc.yaml',
  '.config/calrc.json',
  '.config/calrc.yaml',
  'cal.config.json',
  'cal.config.yaml',
  'package.json (cal)',
]

/** The configuration and state files of the program. */
export const own_files: Readonly<Record<string, Text>> = {
  '~/.config/cal/config.yaml': t('user configuration and profiles'),
  '~/.config/cal/credentials.json': t('credentials, if there is no system keyring'),
  '.calrc, cal.config.yaml, …': t('project configuration, in this folder or a parent folder'),
  '~/.local/state/cal/': t('history of runs, needed for undo and resume'),
  '~/.cache/cal/': t('cache for shell completion'),
}
