// `cal serve`: its help and examples.
import { lines, t } from '../../../base/text/language.ts'
import type { Command } from '../../core/command.ts'
import { serve_options } from './serve-flags.ts'

export const serve_command: Command = {
  path: ['serve'],
  summary: t('serve a database file over HTTP'),
  details: lines(
    t(
      'Without users, every caller is an administrator, and only this machine can connect. Other addresses require users.',
    ),
    t(
      'The password of each --user is read from CAL_PASSWORD_LOGIN; if it is not set, a password is generated and shown once.',
    ),
    t('Behind a proxy, set --public-url; headers such as X-Forwarded-For are ignored.'),
  ),
  options: serve_options,
  effect: 'local',
  prints: 'nothing',
  wrapsCommand: true,
  handlesSignals: true,
  examples: [
    {
      line: 'serve --data calendar.db',
      meaning: t('serve a file to this machine only'),
    },
    {
      line: 'serve --seed parish.yaml -- npm test',
      meaning: t('run tests against a temporary calendar'),
    },
    {
      line: 'serve --user ada:administrator --public-url https://cal.example.org',
      meaning: t('serve behind an HTTPS proxy'),
    },
    {
      line: 'serve --host 0.0.0.0 --user ada:administrator',
      meaning: t('serve to other machines, with a user'),
    },
  ],
  load: async () => (await import('./serve.run.ts')).serve,
}
