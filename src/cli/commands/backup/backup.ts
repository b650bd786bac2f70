// `cal backup` and `cal restore`: their arguments and flags.
import { t } from '../../../base/text/language.ts'
import type { Command, Options } from '../../core/command.ts'
import { yes_option } from '../../arguments/options.ts'

export const data_option = {
  data: {
    type: 'string',
    value: 'FILE',
    default: './calendar.db',
    meaning: t('database file, postgres://… or env:NAME'),
  },
} as const satisfies Options

export const backup_commands: readonly Command[] = [
  {
    path: ['backup'],
    summary: t('back up a calendar, even while it is in use'),
    details: t(
      'The backup is always a database file, even of a calendar in PostgreSQL. cal serve and --api-root file:COPY open it.',
    ),
    operands: [{ name: 'COPY', meaning: t('backup file to create') }],
    options: data_option,
    effect: 'local',
    prints: 'nothing',
    examples: [
      {
        line: 'backup monday.db --data calendar.db',
        meaning: t('back up calendar.db to monday.db'),
      },
      {
        line: 'backup monday.db --data env:DATABASE_URL',
        meaning: t('back up the database whose address is in DATABASE_URL'),
      },
    ],
    load: async () => (await import('../backup/backup.run.ts')).backup,
  },
  {
    path: ['restore'],
    summary: t('restore a calendar from a backup'),
    details: t(
      'The current file is kept as a copy; in PostgreSQL, the current calendar is kept in a separate schema. To move a calendar to PostgreSQL, restore its database file there.',
    ),
    operands: [{ name: 'COPY', meaning: t('file created by cal backup') }],
    options: { ...data_option, ...yes_option },
    effect: 'local',
    prints: 'nothing',
    examples: [
      {
        line: 'restore monday.db --data calendar.db --yes',
        meaning: t('return to the state of monday.db'),
      },
      {
        line: 'restore calendar.db --data env:DATABASE_URL',
        meaning: t('move a calendar to PostgreSQL'),
      },
    ],
    load: async () => (await import('../backup/backup.run.ts')).restore,
  },
]
