// Every command there is, in the order help shows them.
import type { Command } from './command.ts'
import { interface_commands } from './commands/interface.ts'

export const commands: readonly Command[] = [...interface_commands]
