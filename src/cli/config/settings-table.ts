// All settings: name in files, environment variable, type.
import { keysOf } from '../../base/collections.ts'
import type { Text } from '../../base/text/language.ts'
import { format_names } from '../core/choices.ts'

export interface Setting {
  /** The variable of the environment. */
  readonly variable: string
  readonly type: 'text' | 'number' | 'count' | 'rate'
  readonly choices?: readonly string[]
  readonly default?: string | number
  /** Allowed in profiles as well. */
  readonly profile?: true
  /** Only in the user's file: a project file may come from others. */
  readonly own?: true
  readonly meaning: Text
}

const setting_rows = {
  profile: {
    variable: 'CAL_PROFILE',
    type: 'text',
    meaning: { en: 'profile to use', de: 'zu verwendendes Profil' },
  },
  api_root: {
    variable: 'CAL_API_ROOT',
    type: 'text',
    profile: true,
    meaning: {
      en: 'service URL, file:./calendar.db or postgres://…',
      de: 'URL des Dienstes, file:./calendar.db, postgres://…',
    },
  },
  lang: {
    variable: 'CAL_LANG',
    type: 'text',
    choices: ['en', 'de'],
    profile: true,
    meaning: { en: 'language of help and messages', de: 'Sprache von Hilfe und Meldungen' },
  },
  timezone: {
    variable: 'CAL_TZ',
    type: 'text',
    profile: true,
    meaning: { en: 'time zone of words such as tomorrow', de: 'Zeitzone für Angaben wie „morgen“' },
  },
  output: {
    variable: 'CAL_OUTPUT',
    type: 'text',
    choices: format_names,
    profile: true,
    meaning: { en: 'output format', de: 'Ausgabeformat' },
  },
  timeout: {
    variable: 'CAL_TIMEOUT',
    type: 'number',
    default: 30,
    profile: true,
    meaning: { en: 'time limit per request, in seconds', de: 'Zeitlimit je Anfrage, in Sekunden' },
  },
  max_wait: {
    variable: 'CAL_MAX_WAIT',
    type: 'number',
    default: 60,
    profile: true,
    meaning: {
      en: 'longest wait that a server may ask for before a retry, in seconds',
      de: 'maximale Wartezeit, wenn der Server einen späteren Versuch verlangt, in Sekunden',
    },
  },
  rate: {
    variable: 'CAL_RATE',
    type: 'rate',
    profile: true,
    meaning: {
      en: 'maximum request rate: 5/s, 300/m',
      de: 'maximale Anfragerate: 5/s, 300/m',
    },
  },
  concurrency: {
    variable: 'CAL_CONCURRENCY',
    type: 'count',
    profile: true,
    meaning: {
      en: 'number of concurrent requests; adjusted automatically if not set',
      de: 'Anzahl gleichzeitiger Anfragen; ohne Angabe automatisch',
    },
  },
  pager: {
    variable: 'CAL_PAGER',
    type: 'text',
    own: true,
    meaning: {
      en: 'pager for long output',
      de: 'Pager für lange Ausgaben',
    },
  },
  secrets: {
    variable: 'CAL_SECRETS',
    type: 'text',
    choices: ['keyring', 'file'],
    default: 'keyring',
    own: true,
    meaning: { en: 'where login saves credentials', de: 'wo login Zugangsdaten speichert' },
  },
  state_dir: {
    variable: 'CAL_STATE_DIR',
    type: 'text',
    own: true,
    meaning: { en: 'folder for history and caches', de: 'Ordner für Verlauf und Cache' },
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof setting_rows
export type SettingValues = Readonly<Partial<Record<SettingName, string | number>>>

export const setting_names = keysOf(setting_rows)

export function settingRow(name: SettingName): Setting {
  return setting_rows[name]
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(setting_rows, name)
}
