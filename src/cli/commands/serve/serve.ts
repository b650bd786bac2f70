// The commands that serve a calendar or keep its file: `serve`, `control`, `feed`, `demo`, `backup`, `restore`, `mcp`.
import { lines, t } from '../../../base/text/language.ts'
import { flag, text, yes_option } from '../../arguments/options.ts'
import { type Command, type Options, operand } from '../../types/command.ts'
import { serve_options } from './serve-flags.ts'

export const serve_command: Command = {
  path: ['serve'],
  summary: t('serve a database file over HTTP'),
  details: lines(
    t(
      'Without users, every caller is an administrator, and only this machine can connect. Other addresses require users.',
    ),
    t(
      'The password of each --user is read from CAL_PASSWORD_LOGIN; if it is not set, a password is generated and shown once.',
    ),
    t('Behind a proxy, set --public-url; headers such as X-Forwarded-For are ignored.'),
  ),
  options: serve_options,
  effect: 'local',
  prints: 'nothing',
  wrapsCommand: true,
  handlesSignals: true,
  examples: [
    ['serve --data calendar.db', t('serve a file to this machine only')],
    ['serve --seed parish.yaml -- npm test', t('run tests against a temporary calendar')],
    ['serve --user ada:administrator --public-url https://cal.example.org', t('serve behind an HTTPS proxy')],
    ['serve --host 0.0.0.0 --user ada:administrator', t('serve to other machines, with a user')],
  ],
  load: async () => (await import('./serve.run.ts')).serve,
}

const state_name = operand('NAME', t('name of the snapshot'))

export const serve_control_commands: readonly Command[] = [
  {
    path: ['serve', 'reset'],
    summary: t('reset a calendar in :memory: to its initial state'),
    options: yes_option,
    effect: 'local',
    load: async () => (await import('./control.run.ts')).reset,
  },
  {
    path: ['serve', 'snapshot'],
    summary: t('take a snapshot of a calendar in :memory:'),
    operands: [state_name],
    effect: 'local',
    load: async () => (await import('./control.run.ts')).snapshot,
  },
  {
    path: ['serve', 'restore'],
    summary: t('restore a snapshot of a calendar in :memory:'),
    operands: [state_name],
    options: yes_option,
    effect: 'local',
    load: async () => (await import('./control.run.ts')).restoreSnapshot,
  },
  {
    path: ['serve', 'requests'],
    summary: t('list recent requests to a calendar in :memory:'),
    effect: 'local',
    load: async () => (await import('./control.run.ts')).requests,
  },
]

export const feed_command: Command = {
  path: ['feed'],
  aliases: ['subscribe'],
  effect: 'reads',
  summary: t('show the address to subscribe to a calendar'),
  details: t(
    'Calendar programs fetch this address regularly. It holds public events only. A terminal also shows a QR code to scan with a phone; in a pipe, only the address is printed.',
  ),
  operands: [
    operand(
      'TARGET',
      t('id, slug or URL of an event, or kind and target: category music (default: the whole calendar)'),
      { optional: true, many: true },
    ),
  ],
  examples: [
    ['feed', t('all public events')],
    ['feed category music', t('the events of a category')],
    ['feed tag open-air -o json', t('both addresses as JSON')],
    ['feed 15', t('one event')],
  ],
  load: async () => (await import('./feed.run.ts')).feed,
}

export const demo_command: Command = {
  path: ['demo'],
  summary: t('create a database file with sample events'),
  operands: [operand('FILE', t('file to create (default: demo.db)'), { optional: true })],
  effect: 'local',
  handlesSignals: true,
  examples: [['demo sample.db', t('create sample.db; then: cal agenda --api-root file:sample.db')]],
  load: async () => (await import('./demo.run.ts')).demo,
}

export const data_option = {
  data: text('FILE', t('database file, postgres://… or env:NAME (default: the one of --api-root, or ./calendar.db)')),
} as const satisfies Options

export const backup_commands: readonly Command[] = [
  {
    path: ['backup'],
    summary: t('back up a calendar, even while it is in use'),
    details: t(
      'The backup is always a database file, even of a calendar in PostgreSQL. cal serve and --api-root file:COPY open it.',
    ),
    operands: [operand('COPY', t('backup file to create'))],
    options: data_option,
    effect: 'local',
    prints: 'nothing',
    examples: [
      ['backup calendar-backup.db', t('back up calendar.db to calendar-backup.db')],
      ['backup calendar-backup.db --data env:DATABASE_URL', t('back up the database whose address is in DATABASE_URL')],
    ],
    load: async () => (await import('./backup.run.ts')).backup,
  },
  {
    path: ['restore'],
    summary: t('restore a calendar from a backup'),
    details: t(
      'The current file is kept as a copy; in PostgreSQL, the current calendar is kept in a separate schema. To move a calendar to PostgreSQL, restore its database file there.',
    ),
    operands: [operand('COPY', t('file created by cal backup'))],
    options: { ...data_option, ...yes_option },
    effect: 'local',
    prints: 'nothing',
    examples: [
      ['restore calendar-backup.db --data calendar.db --yes', t('return to the state of calendar-backup.db')],
      ['restore calendar.db --data env:DATABASE_URL', t('move a calendar to PostgreSQL')],
    ],
    load: async () => (await import('./backup.run.ts')).restore,
  },
]

export const mcp_options = {
  allow_writes: flag(t('also offer the tools that create, update and delete records')),
  import_folder: text('FOLDER', t('let imports read files below this folder (default: no files)')),
} as const satisfies Options

export const mcp_command: Command = {
  path: ['mcp'],
  effect: 'reads',
  prints: 'nothing',
  handlesSignals: true,
  summary: t('give an AI assistant access to the calendar (MCP server)'),
  details: t(
    'Implements the Model Context Protocol over standard input and output. Configure your assistant to run "cal mcp".\nWithout --allow-writes nothing can be changed. Every write is recorded: cal history list shows it, cal history undo reverts it.',
  ),
  options: mcp_options,
  examples: [
    ['mcp --api-root file:./calendar.db', t('read-only access to a local calendar')],
    ['mcp --profile staging --allow-writes', t('read and change the calendar of a profile')],
  ],
  load: async () => (await import('../mcp/mcp.run.ts')).mcp,
}
