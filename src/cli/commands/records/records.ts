// The commands of each of the five kinds of records.
import type { Resource } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { Command } from '../../core/command.ts'
import { createCommand } from './create.ts'
import { deleteCommand } from './delete.ts'
import { getCommand } from './get.ts'
import { listCommand } from './list.ts'
import { copy_command } from './planned/copy.ts'
import { editCommand } from './planned/edit.ts'
import { restoreCommand } from './planned/restore.ts'
import { tree_command } from './tree.ts'
import { updateCommand } from './update.ts'

export function resourceCommands(): readonly Command[] {
  return Object.values(resources).flatMap(commandsOf)
}

export function commandsOf(resource: Resource): readonly Command[] {
  const { plural } = resource
  return [
    listCommand(resource),
    getCommand(resource),
    createCommand(resource),
    updateCommand(resource),
    editCommand(resource),
    deleteCommand(resource),
    ...(resource.family === 'post' ? [restoreCommand(resource)] : []),
    ...(plural === 'events' ? [copy_command] : []),
    ...(plural === 'categories' ? [tree_command] : []),
  ].map((command) => ({ ...command, resource: plural, path: [plural, ...command.path] }))
}
