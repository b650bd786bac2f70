// `cal config list|get|set|unset|path`: their arguments.
import type { Command, Operand } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

const setting: Operand = {
  name: 'SETTING',
  meaning: text('name of the setting: cal config list shows all', 'Name der Einstellung: cal config list zeigt alle'),
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
]
