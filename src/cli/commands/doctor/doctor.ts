// `cal doctor`: its flags and examples.
import { t } from '../../../base/text/language.ts'
import type { Command, Options } from '../../core/command.ts'

export const doctor_options = {
  data: {
    type: 'string',
    value: 'FILE',
    meaning: t('database file, postgres://… or env:NAME'),
  },
} as const satisfies Options

export const doctor_command: Command = {
  path: ['doctor'],
  effect: 'local',
  summary: t('check configuration, connection and permissions'),
  details: t(
    'With --data, checks a database file or a PostgreSQL server instead: version, size, integrity, settings, permissions.',
  ),
  options: doctor_options,
  examples: [
    {
      line: 'doctor --data env:DATABASE_URL',
      meaning: t('check the database whose address is in DATABASE_URL'),
    },
  ],
  load: async () => (await import('./doctor.run.ts')).doctor,
}
