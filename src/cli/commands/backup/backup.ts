// `cal backup` and `cal restore`: their arguments and flags.
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'

export const data_option = {
  data: {
    type: 'string',
    value: 'FILE',
    default: './calendar.db',
    meaning: { en: 'database file', de: 'Datenbankdatei' },
  },
} as const satisfies Options

export const backup_commands: readonly Command[] = [
  {
    path: ['backup'],
    summary: {
      en: 'back up a database file, even while it is in use',
      de: 'Datenbankdatei sichern, auch im laufenden Betrieb',
    },
    operands: [{ name: 'COPY', meaning: { en: 'backup file to create', de: 'anzulegende Sicherungsdatei' } }],
    options: data_option,
    effect: 'local',
    examples: [
      {
        line: 'backup monday.db --data calendar.db',
        meaning: { en: 'back up calendar.db to monday.db', de: 'calendar.db in monday.db sichern' },
      },
    ],
    load: async () => (await import('../backup/backup.run.ts')).backup,
  },
  {
    path: ['restore'],
    summary: {
      en: 'restore a database file from a backup',
      de: 'Datenbankdatei aus einer Sicherung wiederherstellen',
    },
    details: {
      en: 'The current file is kept as a copy.',
      de: 'Die bisherige Datei bleibt als Kopie erhalten.',
    },
    operands: [
      { name: 'COPY', meaning: { en: 'file created by cal backup', de: 'Datei, die cal backup angelegt hat' } },
    ],
    options: { ...data_option, ...yes_option },
    effect: 'local',
    examples: [
      {
        line: 'restore monday.db --data calendar.db --yes',
        meaning: { en: 'return to the state of monday.db', de: 'zum Stand von monday.db zurückkehren' },
      },
    ],
    load: async () => (await import('../backup/backup.run.ts')).restore,
  },
]
