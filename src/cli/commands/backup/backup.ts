// `cal backup` and `cal restore`: their arguments and flags.
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'

export const data_option = {
  data: {
    type: 'string',
    value: 'FILE',
    default: './calendar.db',
    meaning: { en: 'the database file', de: 'die Datenbankdatei' },
  },
} as const satisfies Options

export const backup_commands: readonly Command[] = [
  {
    path: ['backup'],
    summary: {
      en: 'copy a database file, also while it is served',
      de: 'eine Datenbankdatei kopieren, auch während sie bereitgestellt wird',
    },
    operands: [{ name: 'COPY', meaning: { en: 'the new file', de: 'die neue Datei' } }],
    options: data_option,
    effect: 'local',
    examples: [
      {
        line: 'backup monday.db --data calendar.db',
        meaning: { en: 'copy the current content of calendar.db', de: 'den aktuellen Inhalt von calendar.db kopieren' },
      },
    ],
    load: async () => (await import('../backup/backup.run.ts')).backup,
  },
  {
    path: ['restore'],
    summary: {
      en: 'replace a database file with a copy; the current file is backed up first',
      de: 'eine Datenbankdatei durch eine Kopie ersetzen; die aktuelle wird vorher gesichert',
    },
    operands: [{ name: 'COPY', meaning: { en: 'a file that cal backup made', de: 'eine Datei von cal backup' } }],
    options: { ...data_option, ...yes_option },
    effect: 'local',
    load: async () => (await import('../backup/backup.run.ts')).restore,
  },
]
