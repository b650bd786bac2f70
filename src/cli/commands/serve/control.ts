// `cal serve reset|snapshot|restore|requests`: their arguments and flags.
import { t } from '../../../base/text/language.ts'
import type { Command } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'

const state_name = { name: 'NAME', meaning: t('name of the snapshot') } as const

export const serve_control_commands: readonly Command[] = [
  {
    path: ['serve', 'reset'],
    summary: t('reset a calendar in :memory: to its initial state'),
    options: yes_option,
    effect: 'local',
    load: async () => (await import('./control.run.ts')).reset,
  },
  {
    path: ['serve', 'snapshot'],
    summary: t('take a snapshot of a calendar in :memory:'),
    operands: [state_name],
    effect: 'local',
    load: async () => (await import('./control.run.ts')).snapshot,
  },
  {
    path: ['serve', 'restore'],
    summary: t('restore a snapshot of a calendar in :memory:'),
    operands: [state_name],
    options: yes_option,
    effect: 'local',
    load: async () => (await import('./control.run.ts')).restoreSnapshot,
  },
  {
    path: ['serve', 'requests'],
    summary: t('list recent requests to a calendar in :memory:'),
    effect: 'local',
    load: async () => (await import('./control.run.ts')).requests,
  },
]
