// `cal config list|get|set|unset|path`: their arguments.
import type { Command, Operand } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

const setting: Operand = {
  name: 'SETTING',
  meaning: text('name from cal config list, or alias.NAME', 'Name aus cal config list oder alias.NAME'),
}

export const config_commands: readonly Command[] = [
  {
    path: ['config', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: text('show all settings and where they are set', 'alle Einstellungen und ihre Herkunft anzeigen'),
    load: async () => (await import('./config.run.ts')).listSettings,
  },
  {
    path: ['config', 'get'],
    effect: 'local',
    summary: text('show the value of a setting', 'Wert einer Einstellung anzeigen'),
    operands: [setting],
    load: async () => (await import('./config.run.ts')).getSetting,
  },
  {
    path: ['config', 'set'],
    effect: 'local',
    prints: 'nothing',
    summary: text('change a setting in the user configuration file', 'Einstellung in der eigenen Datei ändern'),
    details: text(
      'alias.NAME defines an alias: cal NAME runs its command line and appends further arguments. Aliases are ' +
        'read only from your own file, never from a project file, and cannot replace a command.',
      'alias.NAME legt einen Alias an: cal NAME führt seine Befehlszeile aus und hängt weitere Argumente an. ' +
        'Aliasse werden nur aus der eigenen Datei gelesen, nie aus einer Projektdatei, und können keinen Befehl ' +
        'ersetzen.',
    ),
    operands: [setting, { name: 'VALUE', meaning: text('new value', 'neuer Wert') }],
    examples: [
      {
        line: 'config set timezone Europe/Berlin',
        meaning: text('set the time zone of words such as tomorrow', 'die Zeitzone für Angaben wie „morgen“ festlegen'),
      },
      {
        line: "config set alias.gigs 'events list --categories music'",
        meaning: text('define the alias cal gigs', 'den Alias cal gigs anlegen'),
      },
    ],
    load: async () => (await import('./config.run.ts')).setSetting,
  },
  {
    path: ['config', 'unset'],
    effect: 'local',
    prints: 'nothing',
    summary: text('remove a setting from the user configuration file', 'Einstellung aus der eigenen Datei entfernen'),
    operands: [setting],
    load: async () => (await import('./config.run.ts')).unsetSetting,
  },
  {
    path: ['config', 'path'],
    effect: 'local',
    summary: text('show the paths of the configuration files', 'Pfade der Konfigurationsdateien anzeigen'),
    load: async () => (await import('./config.run.ts')).showPaths,
  },
]
