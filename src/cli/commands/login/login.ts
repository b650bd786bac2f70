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
    summary: text('save credentials for a calendar service', 'Zugangsdaten für einen Kalenderdienst speichern'),
    details: text(
      'They are saved for this origin only: in the system keyring, or in a file that only you can read.',
      'Sie gelten nur für diese Herkunft und liegen im Schlüsselbund des Systems oder in einer Datei, die nur Sie lesen können.',
    ),
    options: sign_in_options,
    examples: [
      {
        line: 'login --user anna --stdin < secret.txt',
        meaning: text('sign in without a prompt', 'ohne Rückfrage anmelden'),
      },
    ],
    load: async () => (await import('../login/login.run.ts')).login,
  },
  {
    path: ['logout'],
    effect: 'local',
    summary: text(
      'delete the saved credentials of a calendar service',
      'gespeicherte Zugangsdaten eines Kalenderdienstes löschen',
    ),
    load: async () => (await import('../login/login.run.ts')).logout,
  },
]
