// `cal wait`: its arguments, flags and examples.
import { t } from '../../../base/text/language.ts'
import { resources } from '../../../spec/resources.ts'
import type { Command, Options } from '../../types/command.ts'

export const wait_options = {
  where: {
    type: 'string',
    value: 'FILTER=VALUE',
    many: 'repeated',
    description: t('count only records that match these filters of list'),
  },
  count: {
    type: 'integer',
    value: 'N',
    default: 1,
    description: t('wait until at least N records match'),
  },
  gone: {
    type: 'boolean',
    only: 'on',
    excludes: ['count'],
    description: t('wait until no record matches'),
  },
  timeout: {
    type: 'string',
    form: 'duration',
    value: 'DURATION',
    default: '60s',
    description: t('time limit of the whole wait: 90, 90s, 5m, 1h30m'),
  },
  interval: {
    type: 'string',
    form: 'duration',
    value: 'DURATION',
    default: '2s',
    description: t('pause between two checks'),
  },
} as const satisfies Options

export const wait_command: Command = {
  path: ['wait'],
  effect: 'reads',
  summary: t('wait until records exist or no longer exist'),
  details: t(
    'Counts events of any date and records of every status that you can see. Also waits for a service that cannot be reached yet.\nExits with 12 if the time limit is reached, or with the code of the last error if the last check failed. The limit of a single request is CAL_TIMEOUT (30 seconds).',
  ),
  operands: [
    {
      name: 'KIND',
      choices: Object.keys(resources),
      description: t('events, venues, organizers, categories or tags'),
    },
  ],
  options: wait_options,
  examples: [
    {
      line: 'wait events --where search=jazz --count 3 --timeout 5m',
      description: t('until three events mention jazz'),
    },
    {
      line: 'wait events --where status=draft --gone',
      description: t('until there are no drafts'),
    },
  ],
  load: async () => (await import('./wait.run.ts')).waitForRecords,
}
