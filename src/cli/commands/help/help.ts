// The commands `help`, `explain`, `completion` and `__man`: their arguments and examples.
import { t } from '../../../base/text/language.ts'
import { topic_names } from '../../types/outcome.ts'
import { flag } from '../../arguments/options.ts'
import { type Command, type Options, operand } from '../../types/command.ts'

export const help_options = {
  all: flag(t('list every flag of the command')),
} as const satisfies Options

export const help_command: Command = {
  path: ['help'],
  summary: t('show help for a command or topic'),
  operands: [
    operand('WORD', t('command, or topic: {topic_names}', { topic_names: topic_names.join(', ') }), {
      optional: true,
      many: true,
    }),
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
  operands: [operand('FOLDER', t('target folder'), { optional: true })],
  effect: 'local',
  load: async () => (await import('./man.run.ts')).writeManual,
}

export const explain_command: Command = {
  path: ['explain'],
  summary: t('describe the fields and filters of a kind of record'),
  operands: [
    operand(
      'KIND[.FIELD]',
      t('event, venue, organizer, category or tag, also with a field: venue.city; apply for calendar files'),
    ),
  ],
  effect: 'local',
  examples: [['explain event.start_date', t('what a field accepts, and its flag')]],
  load: async () => (await import('./explain.run.ts')).explain,
}

export const completion_command: Command = {
  path: ['completion'],
  summary: t('print a completion script for your shell'),
  operands: [operand('SHELL', t('bash, zsh, fish or powershell'), { choices: ['bash', 'zsh', 'fish', 'powershell'] })],
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
