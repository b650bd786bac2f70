// All settings: name, environment variable, type, meaning; and the parsers of their types.
import { keysOf } from '../../base/collections.ts'
import { languages, t, type Text } from '../../base/text/language.ts'
import { format_names } from './outcome.ts'

interface Setting {
  /** The environment variable. */
  readonly variable: string
  readonly type: 'text' | 'number' | 'count' | 'rate'
  readonly choices?: readonly string[]
  readonly default?: string | number
  /** Allowed in profiles as well. */
  readonly profile?: true
  /** Not allowed in project files, which may come from other people. */
  readonly user_only?: true
  readonly description: Text
}

function setting<T extends Setting['type'], const R extends Omit<Setting, 'variable' | 'type' | 'description'>>(
  variable: string,
  type: T,
  description: Text,
  rest: R,
) {
  return { variable, type, description, ...rest }
}

/** `options.ts` has the flags that set some of them for one run. */
export const setting_rows = {
  profile: setting('CAL_PROFILE', 'text', t('profile to use'), {}),
  api_root: setting('CAL_API_ROOT', 'text', t('service URL, file:./calendar.db or postgres://…'), { profile: true }),
  lang: setting('CAL_LANG', 'text', t('language of help and messages'), { choices: languages, profile: true }),
  timezone: setting('CAL_TZ', 'text', t('time zone of words such as tomorrow'), { profile: true }),
  output: setting('CAL_OUTPUT', 'text', t('output format'), { choices: format_names, profile: true }),
  timeout: setting('CAL_TIMEOUT', 'number', t('time limit per request, in seconds'), { default: 30, profile: true }),
  max_wait: setting(
    'CAL_MAX_WAIT',
    'number',
    t('maximum time to wait when a server asks for it (Retry-After), in seconds'),
    { default: 60, profile: true },
  ),
  rate: setting('CAL_RATE', 'rate', t('maximum request rate: 5/s, 300/m'), { profile: true }),
  concurrency: setting(
    'CAL_CONCURRENCY',
    'count',
    t('number of concurrent requests; adjusted automatically if not set'),
    { profile: true },
  ),
  pager: setting('CAL_PAGER', 'text', t('pager for long output'), { user_only: true }),
  secrets: setting('CAL_SECRETS', 'text', t('where login saves credentials'), {
    choices: ['keyring', 'file'],
    default: 'keyring',
    user_only: true,
  }),
  state_dir: setting('CAL_STATE_DIR', 'text', t('folder for history and caches'), { user_only: true }),
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof setting_rows
export type SettingValues = Readonly<Partial<Record<SettingName, string | number>>>

export const setting_names = keysOf(setting_rows)

export function settingRow(name: SettingName): Setting {
  return setting_rows[name]
}

export function isSettingVariable(name: string): boolean {
  return Object.values<Setting>(setting_rows).some(({ variable }) => variable === name)
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(setting_rows, name)
}

interface Form {
  /** The parsed value; undefined if it is invalid. */
  readonly parse: (value: unknown) => string | number | undefined
  /** The end of a sentence: `timeout needs a positive number`. */
  readonly needs: Text
}

export const setting_forms: Readonly<Record<Setting['type'], Form>> = {
  text: { parse: parseString, needs: t('text') },
  number: { parse: parsePositive, needs: t('a positive number') },
  count: {
    parse: (value) => (Number.isSafeInteger(parsePositive(value)) ? parsePositive(value) : undefined),
    needs: t('a positive whole number'),
  },
  rate: {
    parse: (value) => (rateOf(parseString(value)) === undefined ? undefined : parseString(value)),
    needs: t('a rate such as 5/s'),
  },
}

/** Requests per second of `5`, `5/s`, `300/m` or `300/min`. */
export function rateOf(text: string | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(?:\/(s|sec|m|min|h))?$/.exec(text ?? '')
  if (!match || Number(match[1]) === 0) return undefined
  const per = { s: 1, m: 60, h: 3600 }[(match[2] ?? 's').slice(0, 1)] ?? 1
  return Number(match[1]) / per
}

function parseString(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text !== '' ? text : undefined
}

function parsePositive(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? number : undefined
}

/** The files of a project, in the order of the search. */
export const project_files: readonly string[] = [
  'package.json',
  '.calrc',
  '.calrc.json',
  '.calrc.yaml',
  '.config/calrc.json',
  '.config/calrc.yaml',
  'cal.config.json',
  'cal.config.yaml',
]
