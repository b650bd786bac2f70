// `cal doctor`: its flags and examples.
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const doctor_options = {
  data: {
    type: 'string',
    value: 'FILE',
    meaning: text('database file, postgres://… or env:NAME', 'Datenbankdatei, postgres://… oder env:NAME'),
  },
} as const satisfies Options

export const doctor_command: Command = {
  path: ['doctor'],
  effect: 'local',
  summary: text(
    'check configuration, connection and permissions',
    'Konfiguration, Verbindung und Berechtigungen prüfen',
  ),
  details: text(
    'With --data, checks a database file or a PostgreSQL server instead: version, size, integrity, settings, permissions.',
    'Mit --data wird die Datei oder der Server eines Kalenders geprüft: Version, Größe, Integrität, Einstellungen, Rechte.',
  ),
  options: doctor_options,
  examples: [
    {
      line: 'doctor --data env:DATABASE_URL',
      meaning: text(
        'check the database whose address is in DATABASE_URL',
        'die Datenbank prüfen, deren Adresse in DATABASE_URL steht',
      ),
    },
  ],
  load: async () => (await import('./doctor.run.ts')).doctor,
}
