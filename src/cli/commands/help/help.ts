// The commands `help`, `explain`, `__man` and `completion`: their arguments and examples.
import { t } from '../../../base/text/language.ts'
import { topic_names } from '../../types/outcome.ts'
import { flag } from '../../arguments/options.ts'
import type { Command, Options } from '../../types/command.ts'

export const help_options = {
  all: flag(t('list every flag of the command')),
} as const satisfies Options

export const help_command: Command = {
  path: ['help'],
  summary: t('show help for a command or topic'),
  operands: [
    {
      name: 'WORD',
      optional: true,
      many: true,
      description: t('command, or topic: {topic_names}', { topic_names: topic_names.join(', ') }),
    },
  ],
  options: help_options,
  effect: 'local',
  prints: 'nothing',
  examples: [
    ['help events list', t('help for a command')],
    ['help dates', t('help on a topic')],
  ],
  load: async () => (await import('./help.run.ts')).help,
}

export const man_command: Command = {
  path: ['__man'],
  hidden: true,
  summary: t('write the manual pages'),
  operands: [{ name: 'FOLDER', optional: true, description: t('target folder') }],
  effect: 'local',
  load: async () => (await import('./man.run.ts')).writeManual,
}

export const explain_command: Command = {
  path: ['explain'],
  summary: t('describe the fields and filters of a kind of record'),
  operands: [
    {
      name: 'KIND[.FIELD]',
      description: t(
        'event, venue, organizer, category or tag, also with a field: venue.city; apply for calendar files',
      ),
    },
  ],
  effect: 'local',
  examples: [['explain event.start_date', t('what a field accepts, and its flag')]],
  load: async () => (await import('./explain.run.ts')).explain,
}

export const completion_command: Command = {
  path: ['completion'],
  summary: t('print a completion script for your shell'),
  operands: [
    {
      name: 'SHELL',
      choices: ['bash', 'zsh', 'fish', 'powershell'],
      description: t('bash, zsh, fish or powershell'),
    },
  ],
  effect: 'local',
  prints: 'nothing',
  examples: [
    ['completion bash > ~/.local/share/bash-completion/completions/cal', t('bash')],
    ['completion zsh > ~/.zfunc/_cal', t('zsh, with ~/.zfunc in fpath')],
    ['completion fish > ~/.config/fish/completions/cal.fish', t('fish')],
    ['completion powershell > ~/cal.ps1', t('PowerShell; add ". ~/cal.ps1" to $PROFILE')],
  ],
  load: async () => (await import('./completion.run.ts')).completion,
}
