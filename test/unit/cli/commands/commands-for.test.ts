// A word loads every command that begins with it, whatever else is left out.
import { describe, expect, it } from 'vitest'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { commandsFor } from '../../../../src/cli/commands/commands-for.ts'

const words = [...new Set(commands.map(({ path: [word = ''] }) => word))]

describe('commandsFor', () => {
  it.each(words)('%s gives every command that begins with it', async (word) => {
    const begins = ({ path }: (typeof commands)[number]) => path[0] === word
    expect((await commandsFor(word)).filter(begins)).toEqual(commands.filter(begins))
  })

  it('gives all where the word is none or unknown, so that the nearest can be named', async () => {
    expect(await commandsFor('evnts')).toEqual(commands)
    expect(await commandsFor(undefined)).toEqual(commands)
  })

  it('loads no other rows for the words people type most', async () => {
    const groups = async (word: string) => [...new Set((await commandsFor(word)).map(({ path }) => path[0]))]
    expect(await groups('events')).toEqual(['events', 'venues', 'organizers', 'categories', 'tags'])
    expect(await groups('__complete')).toEqual(['__complete'])
  })
})
