// `cal profile list|use|show|remove` and `cal init`: their arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import { yes_option } from '../../arguments/options.ts'
import type { Command, Operand, Options } from '../../core/command.ts'

const profile: Operand = { name: 'PROFILE', meaning: t('name of the profile') }

export const profile_commands: readonly Command[] = [
  {
    path: ['profile', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: t('list profiles'),
    load: async () => (await import('./profile.run.ts')).listProfiles,
  },
  {
    path: ['profile', 'use'],
    effect: 'local',
    prints: 'nothing',
    summary: t('make a profile the default'),
    operands: [profile],
    load: async () => (await import('./profile.run.ts')).useProfile,
  },
  {
    path: ['profile', 'show'],
    effect: 'local',
    summary: t('show a profile'),
    operands: [{ ...profile, optional: true }],
    load: async () => (await import('./profile.run.ts')).showProfile,
  },
  {
    path: ['profile', 'remove'],
    aliases: ['rm'],
    effect: 'local',
    prints: 'nothing',
    summary: t('remove a profile'),
    operands: [profile],
    options: yes_option,
    load: async () => (await import('./profile.run.ts')).removeProfile,
  },
]

export const init_options = {
  name: {
    type: 'string',
    value: 'PROFILE',
    default: 'default',
    meaning: t('name of the profile'),
  },
} as const satisfies Options

export const init_command: Command = {
  path: ['init'],
  effect: 'local',
  prints: 'nothing',
  summary: t('connect to a calendar service and save it as a profile'),
  details: t('The URL of the website is enough; cal finds the interface itself.'),
  operands: [
    {
      name: 'ADDRESS',
      optional: true,
      meaning: t('URL of a website or of its interface, or file:./calendar.db'),
    },
  ],
  options: init_options,
  examples: [
    {
      line: 'init https://example.org --name prod',
      meaning: t('save the calendar of a website as profile prod'),
    },
  ],
  load: async () => (await import('./init.run.ts')).init,
}
