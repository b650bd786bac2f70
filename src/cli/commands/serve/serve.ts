// `cal serve`: its help and examples.
import type { Command } from '../../core/command.ts'
import { serve_options } from './serve-flags.ts'

export const serve_command: Command = {
  path: ['serve'],
  summary: { en: 'serve a database file over HTTP', de: 'Datenbankdatei über HTTP bereitstellen' },
  details: {
    en:
      'Without users, every caller is an administrator, and only this machine can connect. Other addresses ' +
      'require users.\n' +
      'The password of each --user is read from CAL_PASSWORD_LOGIN; if it is not set, a password is generated ' +
      'and shown once.\n' +
      'Behind a proxy, set --public-url; headers such as X-Forwarded-For are ignored.',
    de:
      'Ohne Benutzer haben alle Anfragen Administratorrechte, und der Dienst ist nur von diesem Rechner ' +
      'erreichbar. Andere Adressen setzen Benutzer voraus.\n' +
      'Das Passwort zu --user wird aus CAL_PASSWORD_LOGIN gelesen; fehlt die Variable, wird ein Passwort erzeugt ' +
      'und einmal angezeigt.\n' +
      'Hinter einem Proxy ist --public-url anzugeben; Header wie X-Forwarded-For werden ignoriert.',
  },
  options: serve_options,
  effect: 'local',
  prints: 'nothing',
  wrapsCommand: true,
  handlesSignals: true,
  examples: [
    {
      line: 'serve --data calendar.db',
      meaning: { en: 'serve a file to this machine only', de: 'eine Datei nur für diesen Rechner bereitstellen' },
    },
    {
      line: 'serve --seed parish.yaml -- npm test',
      meaning: { en: 'run tests against a temporary calendar', de: 'Tests mit einem temporären Kalender ausführen' },
    },
    {
      line: 'serve --user ada:administrator --public-url https://cal.example.org',
      meaning: { en: 'serve behind an HTTPS proxy', de: 'hinter einem HTTPS-Proxy bereitstellen' },
    },
    {
      line: 'serve --host 0.0.0.0 --user ada:administrator',
      meaning: {
        en: 'serve to other machines, with a user',
        de: 'für andere Rechner bereitstellen, mit einem Benutzer',
      },
    },
  ],
  load: async () => (await import('./serve.run.ts')).serve,
}
