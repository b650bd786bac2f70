// `cal doctor`.
import type { Command } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const doctor_command: Command = {
  path: ['doctor'],
  effect: 'local',
  summary: text(
    'check configuration, connection and permissions',
    'Konfiguration, Verbindung und Berechtigungen prüfen',
  ),
  load: async () => (await import('./doctor.run.ts')).doctor,
}
