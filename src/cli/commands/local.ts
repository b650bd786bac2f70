// The commands that need no calendar: help, and a sample to play with.
import type { Command } from '../command.ts'

export const local_commands: readonly Command[] = [
  {
    path: ['demo'],
    summary: { en: 'make a calendar file with a sample calendar', de: 'eine Kalenderdatei mit einem Beispielkalender anlegen' },
    operands: [{ name: 'FILE', optional: true, meaning: { en: 'the file, demo.db where none is given', de: 'die Datei, ohne Angabe demo.db' } }],
    effect: 'local',
    load: async () => (await import('../verbs/demo.ts')).demo,
  },
  {
    path: ['help'],
    summary: { en: 'show help for a command', de: 'Hilfe zu einem Befehl zeigen' },
    operands: [{ name: 'WORD', optional: true, many: true, meaning: { en: 'the command', de: 'der Befehl' } }],
    effect: 'local',
    load: async () => (await import('../verbs/help.ts')).help,
  },
]
