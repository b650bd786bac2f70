// `cal config list|get|set|unset|path`: their arguments.
import type { Command, Operand } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

const setting: Operand = {
  name: 'SETTING',
  meaning: text(
    'name of a setting (cal config list shows all), or alias.NAME',
    'Name einer Einstellung (cal config list zeigt alle), oder alias.NAME',
  ),
}

export const config_commands: readonly Command[] = [
  {
    path: ['config', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: text('show every setting and its source', 'alle Einstellungen und ihre Herkunft zeigen'),
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
    details: text(
      'alias.NAME gives a command line a name of your own: cal NAME runs it, and what you type after NAME is added. Aliases are read from your own file only, never from a project file, and cannot replace a command.',
      'alias.NAME gibt einer Befehlszeile einen eigenen Namen: cal NAME führt sie aus, und was nach NAME steht, wird angehängt. Aliasse gelten nur aus der eigenen Datei, nie aus einer Projektdatei, und können keinen Befehl ersetzen.',
    ),
    operands: [setting, { name: 'VALUE', meaning: text('its value', 'ihr Wert') }],
    examples: [
      {
        line: 'config set timezone Europe/Berlin',
        meaning: text(
          'the zone in which words such as tomorrow are read',
          'die Zeitzone, in der Wörter wie morgen gelten',
        ),
      },
      {
        line: "config set alias.gigs 'events list --categories music'",
        meaning: text('then: cal gigs --limit 3', 'danach: cal gigs --limit 3'),
      },
    ],
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
]
