// Every command, in the order of the help.
import { t } from '../../base/text/language.ts'
import type { Command, Section } from '../types/command.ts'
import { add_command, resourceCommands } from './records/records.ts'
import {
  api_command,
  config_commands,
  doctor_command,
  init_command,
  interface_commands,
  login_commands,
  profile_commands,
} from './config/config.ts'
import {
  apply_command,
  copy_command,
  diff_command,
  export_command,
  history_commands,
  import_command,
  seed_command,
  validate_command,
  wait_command,
} from './bulk/bulk.ts'
import {
  backup_commands,
  demo_command,
  feed_command,
  mcp_command,
  serve_command,
  serve_control_commands,
} from './serve/serve.ts'
import { browse_command, search_command, view_commands } from './views/views.ts'
import { completing_commands } from './help/complete.ts'
import { completion_command, explain_command, help_command, man_command } from './help/help.ts'

export const sections: readonly Section[] = [
  { title: t('Records'), commands: [...resourceCommands(), add_command] },
  {
    title: t('View a calendar'),
    commands: [...view_commands, search_command, browse_command, feed_command, explain_command],
  },
  {
    title: t('Bulk operations'),
    commands: [
      import_command,
      validate_command,
      export_command,
      ...history_commands,
      apply_command,
      diff_command,
      copy_command,
      seed_command,
      wait_command,
    ],
  },
  {
    title: t('Serve your own calendar'),
    commands: [serve_command, ...serve_control_commands, ...backup_commands],
  },
  {
    title: t('Direct API access'),
    commands: [api_command, ...interface_commands, mcp_command],
  },
  {
    title: t('Settings'),
    commands: [init_command, ...login_commands, ...profile_commands, ...config_commands, doctor_command],
  },
  {
    title: t('Help and examples'),
    commands: [demo_command, help_command, completion_command, man_command, ...completing_commands],
  },
]

export const commands: readonly Command[] = sections.flatMap((section) => section.commands)
