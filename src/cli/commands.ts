// Every command there is, in the order help shows them.
import type { Command } from './command.ts'
import { bulk_commands } from './commands/bulk.ts'
import { configuration_commands } from './commands/configuration.ts'
import { interface_commands } from './commands/interface.ts'
import { local_commands } from './commands/local.ts'
import { resource_commands } from './commands/resources.ts'
import { serve_commands } from './commands/serve.ts'
import { view_commands } from './commands/views.ts'

export const commands: readonly Command[] = [
  ...resource_commands,
  ...view_commands,
  ...bulk_commands,
  ...serve_commands,
  ...interface_commands,
  ...configuration_commands,
  ...local_commands,
]
