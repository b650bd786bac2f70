// The commands that say how cal is set, and who it signs in as.
import { auth_kinds } from '../../config/profile.ts'
import type { Command, Operand, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { text } from '../shared-flags.ts'

const setting: Operand = {
  name: 'SETTING',
  meaning: text('name of the setting: cal config list shows all', 'Name der Einstellung: cal config list zeigt alle'),
}
const profile: Operand = { name: 'PROFILE', meaning: text('name of the profile', 'Name des Profils') }

const sign_in_options = {
  kind: {
    type: 'string',
    value: 'KIND',
    choices: auth_kinds.filter((kind) => kind !== 'none'),
    default: 'basic',
    meaning: text(
      'how to sign in: an application password, a bearer token, a header',
      'wie angemeldet wird: Anwendungspasswort, Bearer-Token, eigene Kopfzeile',
    ),
  },
  user: { type: 'string', value: 'NAME', meaning: text('user name, for basic', 'Benutzername, für basic') },
  header_name: {
    type: 'string',
    value: 'NAME',
    meaning: text('name of the header, for header', 'Name der Kopfzeile, für header'),
  },
  stdin: {
    type: 'boolean',
    only: 'on',
    meaning: text('read the secret from standard input', 'das Geheimnis von der Standardeingabe lesen'),
  },
} as const satisfies Options

export const configuration_commands: readonly Command[] = [
  {
    path: ['init'],
    effect: 'local',
    summary: text(
      'find a calendar service and save it as a profile',
      'einen Kalenderdienst finden und als Profil speichern',
    ),
    details: text(
      'The address of a site is enough: its interface is found by the headers and the index it shows.',
      'Die Adresse einer Website genügt: Die Schnittstelle findet sich über Kopfzeilen und Verzeichnis.',
    ),
    operands: [
      {
        name: 'ADDRESS',
        optional: true,
        meaning: text(
          'address of a site, of the interface, or file:./calendar.db',
          'Adresse einer Website, der Schnittstelle oder file:./calendar.db',
        ),
      },
    ],
    options: {
      name: {
        type: 'string',
        value: 'PROFILE',
        default: 'default',
        meaning: text('name of the profile', 'Name des Profils'),
      },
    },
    examples: [
      {
        line: 'init https://example.org --name prod',
        meaning: text(
          'finds the interface and saves it as prod',
          'findet die Schnittstelle und speichert sie als prod',
        ),
      },
    ],
    load: async () => (await import('../profile/init.run.ts')).init,
  },
  {
    path: ['login'],
    effect: 'local',
    summary: text('keep a secret for a calendar service', 'das Geheimnis für einen Kalenderdienst ablegen'),
    details: text(
      'It is kept for this origin alone: in the system’s keyring, or in a file only its owner reads.',
      'Es gilt nur für diese Herkunft: im Schlüsselbund des Systems oder in einer Datei, die nur ihr Eigentümer lesen kann.',
    ),
    options: sign_in_options,
    examples: [
      { line: 'login --user anna --stdin < secret.txt', meaning: text('without a question', 'ohne Rückfrage') },
    ],
    load: async () => (await import('../login/login.run.ts')).login,
  },
  {
    path: ['logout'],
    effect: 'local',
    summary: text(
      'forget the secret kept for a calendar service',
      'das abgelegte Geheimnis für einen Kalenderdienst löschen',
    ),
    load: async () => (await import('../login/login.run.ts')).logout,
  },
  {
    path: ['profile', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: text('list profiles', 'Profile auflisten'),
    load: async () => (await import('../profile/profile.run.ts')).listProfiles,
  },
  {
    path: ['profile', 'use'],
    effect: 'local',
    summary: text('use a profile from now on', 'ein Profil ab jetzt verwenden'),
    operands: [profile],
    load: async () => (await import('../profile/profile.run.ts')).useProfile,
  },
  {
    path: ['profile', 'show'],
    effect: 'local',
    summary: text('show a profile', 'ein Profil zeigen'),
    operands: [{ ...profile, optional: true }],
    load: async () => (await import('../profile/profile.run.ts')).showProfile,
  },
  {
    path: ['profile', 'remove'],
    aliases: ['rm'],
    effect: 'local',
    summary: text('remove a profile', 'ein Profil entfernen'),
    operands: [profile],
    options: yes_option,
    load: async () => (await import('../profile/profile.run.ts')).removeProfile,
  },
  {
    path: ['config', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: text('show every setting and where it comes from', 'alle Einstellungen und ihre Herkunft zeigen'),
    load: async () => (await import('./config.run.ts')).listSettings,
  },
  {
    path: ['config', 'get'],
    effect: 'local',
    summary: text('show the value of a setting', 'den Wert einer Einstellung zeigen'),
    operands: [setting],
    load: async () => (await import('./config.run.ts')).getSetting,
  },
  {
    path: ['config', 'set'],
    effect: 'local',
    summary: text('set a setting in the user’s file', 'eine Einstellung in der eigenen Datei setzen'),
    operands: [setting, { name: 'VALUE', meaning: text('its value', 'ihr Wert') }],
    load: async () => (await import('./config.run.ts')).setSetting,
  },
  {
    path: ['config', 'unset'],
    effect: 'local',
    summary: text('remove a setting from the user’s file', 'eine Einstellung aus der eigenen Datei nehmen'),
    operands: [setting],
    load: async () => (await import('./config.run.ts')).unsetSetting,
  },
  {
    path: ['config', 'path'],
    effect: 'local',
    summary: text('show which files are read', 'zeigen, welche Dateien gelesen werden'),
    load: async () => (await import('./config.run.ts')).showPaths,
  },
  {
    path: ['doctor'],
    effect: 'local',
    summary: text('check configuration, connection and rights', 'Konfiguration, Verbindung und Rechte prüfen'),
    load: async () => (await import('../doctor/doctor.run.ts')).doctor,
  },
]
