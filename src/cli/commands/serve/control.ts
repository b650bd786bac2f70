// `cal serve reset|snapshot|restore|requests`: their arguments and flags.
import type { Command } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'

const state_name = { name: 'NAME', meaning: { en: 'name of the snapshot', de: 'Name des Snapshots' } } as const

export const serve_control_commands: readonly Command[] = [
  {
    path: ['serve', 'reset'],
    summary: {
      en: 'reset a calendar in :memory: to its initial state',
      de: 'Kalender in :memory: auf den Anfangszustand zurücksetzen',
    },
    options: yes_option,
    effect: 'local',
    load: async () => (await import('./control.run.ts')).reset,
  },
  {
    path: ['serve', 'snapshot'],
    summary: {
      en: 'take a snapshot of a calendar in :memory:',
      de: 'Snapshot eines Kalenders in :memory: anlegen',
    },
    operands: [state_name],
    effect: 'local',
    load: async () => (await import('./control.run.ts')).snapshot,
  },
  {
    path: ['serve', 'restore'],
    summary: {
      en: 'restore a snapshot of a calendar in :memory:',
      de: 'Snapshot eines Kalenders in :memory: wiederherstellen',
    },
    operands: [state_name],
    options: yes_option,
    effect: 'local',
    load: async () => (await import('./control.run.ts')).restoreSnapshot,
  },
  {
    path: ['serve', 'requests'],
    summary: {
      en: 'list recent requests to a calendar in :memory:',
      de: 'letzte Anfragen an einen Kalender in :memory: auflisten',
    },
    effect: 'local',
    load: async () => (await import('./control.run.ts')).requests,
  },
]
