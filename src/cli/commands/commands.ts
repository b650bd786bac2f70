// Every command, in the order of the help.
import { t } from '../../base/text/language.ts'
import type { Command, Section } from '../core/command.ts'
import { add_command } from './add/add.ts'
import { api_command, interface_commands } from './api/api.ts'
import { apply_command, diff_command } from './apply/apply.ts'
import { backup_commands } from './backup/backup.ts'
import { browse_command } from './browse/browse.ts'
import { completing_commands } from './completion/complete.ts'
import { completion_command } from './completion/completion.ts'
import { config_commands } from './config/config.ts'
import { copy_command } from './copy/copy.ts'
import { demo_command } from './demo/demo.ts'
import { doctor_command } from './doctor/doctor.ts'
import { export_command } from './export/export.ts'
import { feed_command } from './feed/feed.ts'
import { explain_command, help_command, man_command } from './help/help.ts'
import { history_commands } from './history/history.ts'
import { import_command, validate_command } from './import/import.ts'
import { login_commands } from './login/login.ts'
import { mcp_command } from './mcp/mcp.ts'
import { init_command, profile_commands } from './profile/profile.ts'
import { resourceCommands } from './records/records.ts'
import { search_command } from './search/search.ts'
import { seed_command } from './seed/seed.ts'
import { serve_control_commands } from './serve/control.ts'
import { serve_command } from './serve/serve.ts'
import { view_commands } from './views/views.ts'
import { wait_command } from './wait/wait.ts'

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
