// Every setting there is: its name in files, its variable in the environment, what it may hold.
import { keysOf } from '../../base/keys-of.ts'
import type { Text } from '../../base/text/language.ts'
import { format_names } from '../core/choices.ts'

export interface Setting {
  /** The variable of the environment. */
  readonly variable: string
  readonly type: 'text' | 'number' | 'count' | 'rate'
  readonly choices?: readonly string[]
  readonly default?: string | number
  /** May stand in a profile too. */
  readonly profile?: true
  /** The user's alone: a project file, which may be a stranger's, has no say in it. */
  readonly own?: true
  readonly meaning: Text
}

const setting_rows = {
  profile: {
    variable: 'CAL_PROFILE',
    type: 'text',
    meaning: { en: 'profile to use', de: 'Profil, das verwendet wird' },
  },
  api_root: {
    variable: 'CAL_API_ROOT',
    type: 'text',
    profile: true,
    meaning: {
      en: 'address of the interface, or file:./calendar.db',
      de: 'Adresse der Schnittstelle oder file:./calendar.db',
    },
  },
  lang: {
    variable: 'CAL_LANG',
    type: 'text',
    choices: ['en', 'de'],
    profile: true,
    meaning: { en: 'language of texts', de: 'Sprache der Texte' },
  },
  timezone: {
    variable: 'CAL_TZ',
    type: 'text',
    profile: true,
    meaning: { en: 'zone in which words such as tomorrow are read', de: 'Zeitzone, in der Wörter wie morgen gelten' },
  },
  output: {
    variable: 'CAL_OUTPUT',
    type: 'text',
    choices: format_names,
    profile: true,
    meaning: { en: 'format of the data', de: 'Format der Daten' },
  },
  timeout: {
    variable: 'CAL_TIMEOUT',
    type: 'number',
    default: 30,
    profile: true,
    meaning: { en: 'time limit for one request, in seconds', de: 'Zeitgrenze für eine Anfrage, in Sekunden' },
  },
  max_wait: {
    variable: 'CAL_MAX_WAIT',
    type: 'number',
    default: 60,
    profile: true,
    meaning: {
      en: 'longest wait to accept when the server asks to retry later, in seconds',
      de: 'längste Wartezeit, wenn der Server um einen späteren Versuch bittet, in Sekunden',
    },
  },
  rate: {
    variable: 'CAL_RATE',
    type: 'rate',
    profile: true,
    meaning: {
      en: 'requests a second at most: 5, 5/s, 300/m',
      de: 'höchstens so viele Anfragen je Sekunde: 5, 5/s, 300/m',
    },
  },
  concurrency: {
    variable: 'CAL_CONCURRENCY',
    type: 'count',
    profile: true,
    meaning: {
      en: 'number of concurrent requests; adjusts itself if not set',
      de: 'Zahl gleichzeitiger Anfragen; ohne Angabe passt sie sich an',
    },
  },
  pager: {
    variable: 'CAL_PAGER',
    type: 'text',
    own: true,
    meaning: {
      en: 'program that shows long output page by page',
      de: 'Programm, das lange Ausgaben seitenweise zeigt',
    },
  },
  secrets: {
    variable: 'CAL_SECRETS',
    type: 'text',
    choices: ['keyring', 'file'],
    default: 'keyring',
    own: true,
    meaning: { en: 'where login keeps secrets', de: 'wo login Geheimnisse ablegt' },
  },
  state_dir: {
    variable: 'CAL_STATE_DIR',
    type: 'text',
    own: true,
    meaning: { en: 'folder for history and caches', de: 'Ordner für Verlauf und Zwischenspeicher' },
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
