// `cal login` and `cal logout`: their flags and examples.
import { login_kinds } from '../../config/profile.ts'
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const sign_in_options = {
  kind: {
    type: 'string',
    value: 'KIND',
    choices: login_kinds,
    default: 'basic',
    meaning: text(
      'kind of credentials: application password, bearer token or custom header',
      'Anwendungspasswort, Bearer-Token oder eigener Header',
    ),
  },
  user: { type: 'string', value: 'NAME', meaning: text('user name, with basic', 'Benutzername, bei basic') },
  header_name: {
    type: 'string',
    value: 'NAME',
    meaning: text('name of the header, with header', 'Name des Headers, bei header'),
  },
  stdin: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'read the password or token from standard input',
      'Passwort oder Token von der Standardeingabe lesen',
    ),
  },
} as const satisfies Options

export const login_commands: readonly Command[] = [
  {
    path: ['login'],
    effect: 'local',
    prints: 'nothing',
    summary: text('save credentials for a calendar service', 'Zugangsdaten für einen Kalenderdienst speichern'),
    details: text(
      'Credentials are saved in the system keyring, or in a file that only you can read. They are sent only to ' +
        'the origin they were saved for.',
      'Zugangsdaten werden im Schlüsselbund des Systems oder in einer Datei gespeichert, die nur für das eigene ' +
        'Konto lesbar ist. Gesendet werden sie nur an die Origin, für die sie gespeichert wurden.',
    ),
    options: sign_in_options,
    examples: [
      {
        line: 'login --user anna --stdin < secret.txt',
        meaning: text('read the password from a file', 'das Passwort aus einer Datei lesen'),
      },
    ],
    load: async () => (await import('../login/login.run.ts')).login,
  },
  {
    path: ['logout'],
    effect: 'local',
    prints: 'nothing',
    summary: text(
      'delete the saved credentials of a calendar service',
      'gespeicherte Zugangsdaten eines Kalenderdienstes löschen',
    ),
    load: async () => (await import('../login/login.run.ts')).logout,
  },
]
