// `cal profile list|use|show|remove`: their arguments and flags.
import type { Command, Operand } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'
import { text } from '../shared-flags.ts'

const profile: Operand = { name: 'PROFILE', meaning: text('name of the profile', 'Name des Profils') }

export const profile_commands: readonly Command[] = [
  {
    path: ['profile', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: text('list profiles', 'Profile auflisten'),
    load: async () => (await import('../profile/profile.run.ts')).listProfiles,
  },
  {
    path: ['profile', 'use'],
    effect: 'local',
    prints: 'nothing',
    summary: text('make a profile the default', 'Profil als Standard festlegen'),
    operands: [profile],
    load: async () => (await import('../profile/profile.run.ts')).useProfile,
  },
  {
    path: ['profile', 'show'],
    effect: 'local',
    summary: text('show a profile', 'Profil anzeigen'),
    operands: [{ ...profile, optional: true }],
    load: async () => (await import('../profile/profile.run.ts')).showProfile,
  },
  {
    path: ['profile', 'remove'],
    aliases: ['rm'],
    effect: 'local',
    prints: 'nothing',
    summary: text('remove a profile', 'Profil entfernen'),
    operands: [profile],
    options: yes_option,
    load: async () => (await import('../profile/profile.run.ts')).removeProfile,
  },
]
