// A word loads the definitions of every command that starts with it.
import { describe, expect, it } from 'vitest'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { commandsFor } from '../../../../src/cli/commands/commands-for.ts'

const words = [...new Set(commands.map(({ path: [word = ''] }) => word))]

describe('commandsFor', () => {
  it.each(words)('%s loads every command that starts with it', async (word) => {
    const begins = ({ path }: (typeof commands)[number]) => path[0] === word
    expect((await commandsFor(word)).filter(begins)).toEqual(commands.filter(begins))
  })

  it('loads all commands without a word or for an unknown one, so that the closest can be suggested', async () => {
    expect(await commandsFor('evnts')).toEqual(commands)
    expect(await commandsFor(undefined)).toEqual(commands)
  })

  it('loads nothing else for the most frequent words', async () => {
    const groups = async (word: string) => [...new Set((await commandsFor(word)).map(({ path }) => path[0]))]
    expect(await groups('events')).toEqual(['events', 'venues', 'organizers', 'categories', 'tags'])
    expect(await groups('__complete')).toEqual(['__complete'])
  })
})
