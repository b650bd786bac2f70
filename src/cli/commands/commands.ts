// Every command there is, in the order help shows them.
import type { Text } from '../../base/text/language.ts'
import type { Command } from '../core/command.ts'
import { bulk_commands } from './import/import.ts'
import { completing_commands } from './completion/complete.ts'
import { configuration_commands } from './config/config.ts'
import { interface_commands } from './api/api.ts'
import { local_commands } from './demo/demo.ts'
import { resource_commands } from './records/records.ts'
import { serve_commands } from './serve/serve.ts'
import { view_commands } from './views/agenda.ts'

export interface Section {
  readonly title: Text
  readonly commands: readonly Command[]
}

export const sections: readonly Section[] = [
  { title: { en: 'Records', de: 'Einträge' }, commands: resource_commands },
  { title: { en: 'Looking at a calendar', de: 'Einen Kalender ansehen' }, commands: view_commands },
  { title: { en: 'Many records at once', de: 'Viele Einträge auf einmal' }, commands: bulk_commands },
  { title: { en: 'A calendar of your own', de: 'Ein eigener Kalender' }, commands: serve_commands },
  { title: { en: 'The interface as it is', de: 'Die Schnittstelle, wie sie ist' }, commands: interface_commands },
  { title: { en: 'Settings', de: 'Einstellungen' }, commands: configuration_commands },
  {
    title: { en: 'Getting to know cal', de: 'cal kennenlernen' },
    commands: [...local_commands, ...completing_commands],
  },
]

export const commands: readonly Command[] = sections.flatMap((section) => section.commands)
