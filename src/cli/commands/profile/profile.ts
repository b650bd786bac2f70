// `cal profile list|use|show|remove` and `cal init`: their arguments, flags and examples.
import { yes_option } from '../../arguments/options.ts'
import type { Command, Operand, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

const profile: Operand = { name: 'PROFILE', meaning: text('name of the profile', 'Name des Profils') }

export const profile_commands: readonly Command[] = [
  {
    path: ['profile', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: text('list profiles', 'Profile auflisten'),
    load: async () => (await import('./profile.run.ts')).listProfiles,
  },
  {
    path: ['profile', 'use'],
    effect: 'local',
    prints: 'nothing',
    summary: text('make a profile the default', 'Profil als Standard festlegen'),
    operands: [profile],
    load: async () => (await import('./profile.run.ts')).useProfile,
  },
  {
    path: ['profile', 'show'],
    effect: 'local',
    summary: text('show a profile', 'Profil anzeigen'),
    operands: [{ ...profile, optional: true }],
    load: async () => (await import('./profile.run.ts')).showProfile,
  },
  {
    path: ['profile', 'remove'],
    aliases: ['rm'],
    effect: 'local',
    prints: 'nothing',
    summary: text('remove a profile', 'Profil entfernen'),
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
    meaning: text('name of the profile', 'Name des Profils'),
  },
} as const satisfies Options

export const init_command: Command = {
  path: ['init'],
  effect: 'local',
  prints: 'nothing',
  summary: text(
    'connect to a calendar service and save it as a profile',
    'Kalenderdienst finden und als Profil speichern',
  ),
  details: text(
    'The URL of the website is enough; cal finds the interface itself.',
    'Die URL der Website genügt; cal findet die Schnittstelle selbst.',
  ),
  operands: [
    {
      name: 'ADDRESS',
      optional: true,
      meaning: text(
        'URL of a website or of its interface, or file:./calendar.db',
        'URL einer Website oder ihrer Schnittstelle, oder file:./calendar.db',
      ),
    },
  ],
  options: init_options,
  examples: [
    {
      line: 'init https://example.org --name prod',
      meaning: text(
        'save the calendar of a website as profile prod',
        'den Kalender einer Website als Profil prod speichern',
      ),
    },
  ],
  load: async () => (await import('./init.run.ts')).init,
}
