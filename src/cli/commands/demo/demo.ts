// The commands that need no calendar: help, and a sample to play with.
import { topic_names } from '../../arguments/choices.ts'
import type { Command } from '../../core/command.ts'

export const local_commands: readonly Command[] = [
  {
    path: ['demo'],
    summary: {
      en: 'make a calendar file with a sample calendar',
      de: 'eine Kalenderdatei mit einem Beispielkalender anlegen',
    },
    operands: [
      {
        name: 'FILE',
        optional: true,
        meaning: { en: 'the file, demo.db where none is given', de: 'die Datei, ohne Angabe demo.db' },
      },
    ],
    effect: 'local',
    handlesSignals: true,
    load: async () => (await import('./demo.run.ts')).demo,
  },
  {
    path: ['help'],
    summary: { en: 'show help for a command or a topic', de: 'Hilfe zu einem Befehl oder Thema zeigen' },
    operands: [
      {
        name: 'WORD',
        optional: true,
        many: true,
        meaning: {
          en: `the command, or a topic: ${topic_names.join(', ')}`,
          de: `der Befehl oder ein Thema: ${topic_names.join(', ')}`,
        },
      },
    ],
    effect: 'local',
    load: async () => (await import('../help/help.run.ts')).help,
  },
  {
    path: ['completion'],
    summary: { en: 'write the completion script of a shell', de: 'das Vervollständigungsskript einer Shell ausgeben' },
    operands: [
      {
        name: 'SHELL',
        choices: ['bash', 'zsh', 'fish', 'powershell'],
        meaning: { en: 'bash, zsh, fish or powershell', de: 'bash, zsh, fish oder powershell' },
      },
    ],
    effect: 'local',
    examples: [
      {
        line: 'completion bash > ~/.local/share/bash-completion/completions/cal',
        meaning: { en: 'for every new shell', de: 'für jede neue Shell' },
      },
    ],
    load: async () => (await import('../completion/completion.run.ts')).completion,
  },
  {
    path: ['__man'],
    hidden: true,
    summary: { en: 'write the manual pages', de: 'die Handbuchseiten schreiben' },
    operands: [{ name: 'FOLDER', optional: true, meaning: { en: 'where to', de: 'wohin' } }],
    effect: 'local',
    load: async () => (await import('../help/man.run.ts')).writeManual,
  },
]
