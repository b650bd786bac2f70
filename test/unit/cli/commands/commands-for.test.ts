// A word loads the definitions of every command that starts with it.
import { describe, expect, it } from 'vitest'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { commandsFor } from '../../../../src/cli/commands/commands-for.ts'

const words = [...new Set(commands.map(({ path: [word = ''] }) => word))]

describe('commandsFor', () => {
  it.each(words)('%s loads every command that starts with it', async (word) => {
    const begins = ({ path }: (typeof commands)[number]) => path[0] === word
    // Functions are made anew.
    const data = (found: typeof commands) => found.filter(begins).map((command) => JSON.stringify(command))
    expect(data(await commandsFor(word))).toEqual(data(commands))
  })

  it('loads all commands for an unknown word, so that the closest can be suggested, and none without a word', async () => {
    expect(await commandsFor('evnts')).toEqual(commands)
    expect(await commandsFor(undefined)).toEqual([])
  })
})
