// `cal config list|get|set|unset|path`: their arguments.
import { t } from '../../../base/text/language.ts'
import type { Command, Operand } from '../../core/command.ts'

const setting: Operand = {
  name: 'SETTING',
  meaning: t('name from cal config list, or alias.NAME'),
}

export const config_commands: readonly Command[] = [
  {
    path: ['config', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: t('show all settings and where they are set'),
    load: async () => (await import('./config.run.ts')).listSettings,
  },
  {
    path: ['config', 'get'],
    effect: 'local',
    summary: t('show the value of a setting'),
    operands: [setting],
    load: async () => (await import('./config.run.ts')).getSetting,
  },
  {
    path: ['config', 'set'],
    effect: 'local',
    prints: 'nothing',
    summary: t('change a setting in the user configuration file'),
    details: t(
      'alias.NAME defines an alias: cal NAME runs its command line and appends further arguments. Aliases are read only from your own file, never from a project file, and cannot replace a command.',
    ),
    operands: [setting, { name: 'VALUE', meaning: t('new value') }],
    examples: [
      {
        line: 'config set timezone Europe/Berlin',
        meaning: t('set the time zone of words such as tomorrow'),
      },
      {
        line: "config set alias.gigs 'events list --categories music'",
        meaning: t('define the alias cal gigs'),
      },
    ],
    load: async () => (await import('./config.run.ts')).setSetting,
  },
  {
    path: ['config', 'unset'],
    effect: 'local',
    prints: 'nothing',
    summary: t('remove a setting from the user configuration file'),
    operands: [setting],
    load: async () => (await import('./config.run.ts')).unsetSetting,
  },
  {
    path: ['config', 'path'],
    effect: 'local',
    summary: t('show the paths of the configuration files'),
    load: async () => (await import('./config.run.ts')).showPaths,
  },
]
