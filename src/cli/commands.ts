// Every command there is, in the order help shows them.
import type { Command } from './command.ts'
import { interface_commands } from './commands/interface.ts'
import { serve_commands } from './commands/serve.ts'
import { resource_commands } from './commands/resources.ts'

export const commands: readonly Command[] = [...resource_commands, ...interface_commands, ...serve_commands]
