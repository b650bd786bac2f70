// The commands that show a calendar by days.
import type { Command } from '../../core/command.ts'
import { agenda_command } from './agenda.ts'
import { day_commands } from './days.ts'
import { month_command } from './month.ts'
import { week_command } from './week.ts'

export const view_commands: readonly Command[] = [...day_commands, agenda_command, month_command, week_command]
