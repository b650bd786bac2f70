// `cal login` and `cal logout`: their flags and examples.
import { t } from '../../../base/text/language.ts'
import { login_kinds } from '../../config/profile.ts'
import type { Command, Options } from '../../core/command.ts'

export const sign_in_options = {
  kind: {
    type: 'string',
    value: 'KIND',
    choices: login_kinds,
    default: 'basic',
    meaning: t('kind of credentials: application password, bearer token or custom header'),
  },
  user: { type: 'string', value: 'NAME', meaning: t('user name, with basic') },
  header_name: {
    type: 'string',
    value: 'NAME',
    meaning: t('name of the header, with header'),
  },
  stdin: {
    type: 'boolean',
    only: 'on',
    meaning: t('read the password or token from standard input'),
  },
} as const satisfies Options

export const login_commands: readonly Command[] = [
  {
    path: ['login'],
    effect: 'local',
    prints: 'nothing',
    summary: t('save credentials for a calendar service'),
    details: t(
      'Credentials are saved in the system keyring, or in a file that only you can read. They are sent only to the origin they were saved for.',
    ),
    options: sign_in_options,
    examples: [
      {
        line: 'login --user anna --stdin < secret.txt',
        meaning: t('read the password from a file'),
      },
    ],
    load: async () => (await import('../login/login.run.ts')).login,
  },
  {
    path: ['logout'],
    effect: 'local',
    prints: 'nothing',
    summary: t('delete the saved credentials of a calendar service'),
    load: async () => (await import('../login/login.run.ts')).logout,
  },
]
