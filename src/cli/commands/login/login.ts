// `cal login` and `cal logout`: their flags and examples.
import { auth_kinds } from '../../config/profile.ts'
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

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

export const login_commands: readonly Command[] = [
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
]
