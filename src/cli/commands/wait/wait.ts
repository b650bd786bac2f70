// `cal wait`: its arguments, flags and examples.
import { resources } from '../../../spec/resources.ts'
import type { Command, Options } from '../../core/command.ts'
import { text } from '../shared-flags.ts'

export const wait_options = {
  where: {
    type: 'string',
    value: 'FILTER=VALUE',
    many: 'repeated',
    meaning: text(
      'count only records that match these filters of list',
      'nur Einträge zählen, auf die diese Filter von list zutreffen',
    ),
  },
  count: {
    type: 'integer',
    value: 'N',
    default: 1,
    meaning: text('wait until at least N records match', 'warten, bis mindestens N Einträge zutreffen'),
  },
  gone: {
    type: 'boolean',
    only: 'on',
    meaning: text('wait until no record matches', 'warten, bis kein Eintrag mehr zutrifft'),
  },
  timeout: {
    type: 'string',
    value: 'DURATION',
    default: '60s',
    meaning: text('time limit of the whole wait: 90, 90s, 5m, 1h30m', 'Zeitlimit insgesamt: 90, 90s, 5m, 1h30m'),
  },
  interval: {
    type: 'string',
    value: 'DURATION',
    default: '2s',
    meaning: text('pause between two checks', 'Pause zwischen zwei Prüfungen'),
  },
} as const satisfies Options

export const wait_command: Command = {
  path: ['wait'],
  effect: 'reads',
  summary: text('wait until records exist, or are gone', 'warten, bis Einträge vorhanden oder gelöscht sind'),
  details: text(
    'Counts events of any date and records of every status that you can see. Also waits for a service that cannot be reached yet.\n' +
      'Exits with 12 if the time limit is reached, or with the code of the last error if the last check failed. ' +
      'The limit of a single request is CAL_TIMEOUT (30 seconds).',
    'Zählt Termine mit beliebigem Datum und Einträge mit jedem sichtbaren Status. Ist der Dienst noch nicht ' +
      'erreichbar, wartet cal auch darauf.\n' +
      'Der Rückgabewert ist 12, wenn das Zeitlimit erreicht ist, oder der des letzten Fehlers, wenn die letzte ' +
      'Prüfung fehlschlug. Für einzelne Anfragen gilt CAL_TIMEOUT (Standard: 30 Sekunden).',
  ),
  operands: [
    {
      name: 'KIND',
      choices: Object.keys(resources),
      meaning: text(
        'events, venues, organizers, categories or tags',
        'events, venues, organizers, categories oder tags',
      ),
    },
  ],
  options: wait_options,
  examples: [
    {
      line: 'wait events --where search=jazz --count 3 --timeout 5m',
      meaning: text('until three events mention jazz', 'bis in drei Terminen Jazz vorkommt'),
    },
    {
      line: 'wait events --where status=draft --gone',
      meaning: text('until there are no drafts', 'bis es keine Entwürfe mehr gibt'),
    },
  ],
  load: async () => (await import('./wait.run.ts')).waitForRecords,
}
