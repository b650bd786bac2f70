// `cal backup` and `cal restore`: their arguments and flags.
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'

export const data_option = {
  data: {
    type: 'string',
    value: 'FILE',
    default: './calendar.db',
    meaning: { en: 'database file, postgres://… or env:NAME', de: 'Datenbankdatei, postgres://… oder env:NAME' },
  },
} as const satisfies Options

export const backup_commands: readonly Command[] = [
  {
    path: ['backup'],
    summary: {
      en: 'back up a calendar, even while it is in use',
      de: 'Kalender sichern, auch im laufenden Betrieb',
    },
    details: {
      en: 'The backup is always a database file, even of a calendar in PostgreSQL. cal serve and --api-root file:COPY open it.',
      de: 'Die Sicherung ist eine Datenbankdatei, auch bei einem Kalender in PostgreSQL: cal serve und --api-root file:KOPIE öffnen sie.',
    },
    operands: [{ name: 'COPY', meaning: { en: 'backup file to create', de: 'anzulegende Sicherungsdatei' } }],
    options: data_option,
    effect: 'local',
    prints: 'nothing',
    examples: [
      {
        line: 'backup monday.db --data calendar.db',
        meaning: { en: 'back up calendar.db to monday.db', de: 'die Datei calendar.db in monday.db sichern' },
      },
      {
        line: 'backup monday.db --data env:DATABASE_URL',
        meaning: {
          en: 'back up the database whose address is in DATABASE_URL',
          de: 'die Datenbank sichern, deren Adresse in DATABASE_URL steht',
        },
      },
    ],
    load: async () => (await import('../backup/backup.run.ts')).backup,
  },
  {
    path: ['restore'],
    summary: {
      en: 'restore a calendar from a backup',
      de: 'Kalender aus einer Sicherung wiederherstellen',
    },
    details: {
      en:
        'The current file is kept as a copy; in PostgreSQL, the current calendar is kept in a separate schema. To ' +
        'move a calendar to PostgreSQL, restore its database file there.',
      de:
        'Die bisherige Datei bleibt als Kopie erhalten, der bisherige Kalender in PostgreSQL in einem eigenen ' +
        'Schema. Um einen Kalender nach PostgreSQL zu übertragen, seine Datenbankdatei dort wiederherstellen.',
    },
    operands: [
      { name: 'COPY', meaning: { en: 'file created by cal backup', de: 'Datei, die cal backup angelegt hat' } },
    ],
    options: { ...data_option, ...yes_option },
    effect: 'local',
    prints: 'nothing',
    examples: [
      {
        line: 'restore monday.db --data calendar.db --yes',
        meaning: { en: 'return to the state of monday.db', de: 'zum Stand von monday.db zurückkehren' },
      },
      {
        line: 'restore calendar.db --data env:DATABASE_URL',
        meaning: { en: 'move a calendar to PostgreSQL', de: 'einen Kalender nach PostgreSQL übertragen' },
      },
    ],
    load: async () => (await import('../backup/backup.run.ts')).restore,
  },
]
