// A line that is read without commander means what commander would have read.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { flagsOf } from '../../../../src/cli/arguments/flags.ts'
import { plainLine } from '../../../../src/cli/arguments/plain-line.ts'
import { splitArguments } from '../../../../src/cli/arguments/split.ts'

const flags = commands.filter(({ path }) => path.join(' ') === 'events list').flatMap(flagsOf)

describe('a line without flags', () => {
  it('is its words, and whether --help is among them', () => {
    expect(plainLine(['12', '-'])).toEqual({ typed: new Map(), operands: ['12', '-'], after: [] })
    expect(plainLine(['12', '--help'])).toEqual({ typed: new Map([['help', true]]), operands: ['12'], after: [] })
  })

  it.each(['--page', '-o', '--', '-5', '--help=yes', '-hV', '--helping'])('is none where %s stands in it', (word) => {
    expect(plainLine(['12', word, '--help'])).toBeUndefined()
  })

  it('is read as commander would', () => {
    const word = fc.oneof(
      fc.constantFrom('--help', '-h', '-', '', '12', 'list', 'a=b', '--page', '--'),
      fc.string({ maxLength: 4 }),
    )
    let plain = 0
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (words) => {
        const read = plainLine(words)
        if (!read) return
        plain += 1
        expect(read).toEqual(splitArguments(words, flags))
      }),
      { numRuns: 300 },
    )
    expect(plain).toBeGreaterThan(100)
  })
})
