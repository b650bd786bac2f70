// `cal serve reset|snapshot|restore|requests`: control of a calendar that is served from memory.
import type { Command } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'

const state_name = { name: 'NAME', meaning: { en: 'name of the state', de: 'Name des Standes' } } as const

export const serve_control_commands: readonly Command[] = [
  {
    path: ['serve', 'reset'],
    summary: {
      en: 'reset a calendar served from :memory: to its initial state',
      de: 'einen aus :memory: bereitgestellten Kalender auf den Anfangszustand zurücksetzen',
    },
    options: yes_option,
    effect: 'local',
    load: async () => (await import('./control.run.ts')).reset,
  },
  {
    path: ['serve', 'snapshot'],
    summary: {
      en: 'save the current state of a calendar served from :memory:',
      de: 'den aktuellen Stand eines aus :memory: bereitgestellten Kalenders speichern',
    },
    operands: [state_name],
    effect: 'local',
    load: async () => (await import('./control.run.ts')).snapshot,
  },
  {
    path: ['serve', 'restore'],
    summary: {
      en: 'restore a saved state of a calendar served from :memory:',
      de: 'einen gespeicherten Stand eines aus :memory: bereitgestellten Kalenders wiederherstellen',
    },
    operands: [state_name],
    options: yes_option,
    effect: 'local',
    load: async () => (await import('./control.run.ts')).goBack,
  },
  {
    path: ['serve', 'requests'],
    summary: {
      en: 'list the last requests to a calendar served from :memory:',
      de: 'die letzten Anfragen an einen aus :memory: bereitgestellten Kalender auflisten',
    },
    effect: 'local',
    load: async () => (await import('./control.run.ts')).requests,
  },
]
