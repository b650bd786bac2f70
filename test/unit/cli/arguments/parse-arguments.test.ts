// Parsing a command line: typed values, and all its errors at once.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import { findCommand, scanLine } from '../../../../src/cli/arguments/command-line.ts'
import { flagsOf } from '../../../../src/cli/arguments/flags.ts'
import { parseArguments, splitArguments, splitPlainLine } from '../../../../src/cli/arguments/parse-arguments.ts'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { type Command, exampleLine } from '../../../../src/cli/types/command.ts'
import { shellWords } from '../../../support/shell-words.ts'

function command(path: string): Command {
  const found = commands.find((candidate) => candidate.path.join(' ') === path)
  if (!found) throw new Error(`no command ${path}`)
  return found
}

async function refused(path: string, ...words: string[]): Promise<CalError> {
  try {
    await parseArguments(command(path), words)
  } catch (error) {
    if (error instanceof CalError) return error
    throw error
  }
  throw new Error('it was read')
}

describe('documented flags', () => {
  it('are read in their documented types, without values for flags that are not given', async () => {
    const { values } = await parseArguments(command('events list'), [
      '--starts-after',
      '2027-01-01',
      '--venue',
      '3,4',
      '--no-featured',
      '--per-page=5',
      '--geoloc-lat',
      '-12.5',
    ])
    expect(values).toEqual({
      starts_after: '2027-01-01',
      venue: [3, 4],
      featured: false,
      per_page: 5,
      geoloc_lat: -12.5,
    })
  })

  it('have three states if they are boolean', async () => {
    const featured = async (...words: string[]) => (await parseArguments(command('events list'), words)).values.featured
    expect([await featured('--featured'), await featured('--no-featured'), await featured()]).toEqual([
      true,
      false,
      undefined,
    ])
  })

  it('may be repeated or contain commas if they are lists, and consume no operand', async () => {
    const { values, operands } = await parseArguments(command('events update'), [
      '--tags',
      'jazz,Blues',
      '--tags',
      '7',
      '12',
    ])
    expect(values).toEqual({ tags: ['jazz', 'Blues', 7] })
    expect(operands).toEqual(['12'])
  })

  it('have a second name if a field has the name of its kind', async () => {
    expect((await parseArguments(command('venues create'), ['--name', 'Hall'])).values).toEqual({ venue: 'Hall' })
  })

  it('may have a value that starts with a dash', async () => {
    expect((await parseArguments(command('events create'), ['--description', '- one'])).values).toEqual({
      description: '- one',
    })
  })
})

describe('a flag with an optional value', () => {
  const release = async (...words: string[]) => (await parseArguments(command('serve'), words)).options.quirks

  it('means the first release without a value, and the given one with it', async () => {
    expect([
      await release('--quirks'),
      await release('--quirks=6.9.1'),
      await release('--quirks=6.17'),
      await release(),
    ]).toEqual(['6.9.1', '6.9.1', '6.17', undefined])
  })

  it('takes neither the next flag nor an argument after -- as its value', async () => {
    const { options, after } = await parseArguments(command('serve'), ['--quirks', '--port', '0', '--', '6.17'])
    expect([options.quirks, options.port, after]).toEqual(['6.9.1', 0, ['6.17']])
  })

  it.each(['6.18', '6', '', 'yes'])('rejects the release "%s" and lists the known ones', async (typed) => {
    expect((await refused('serve', `--quirks=${typed}`)).text.en).toBe(
      `--quirks needs one of 6.9.1, 6.17, not "${typed}"`,
    )
  })
})

describe('a usage error', () => {
  it('lists all errors at once, in our own wording', async () => {
    const failure = await refused('events list', '--per-page', 'x', '--include', 'a,b', '-o', 'jsn', '--limit', '-3')
    expect(failure.code).toBe('usage')
    expect(failure.text.en.split('\n')).toEqual([
      '--per-page needs a whole number, not "x"',
      '--include needs whole numbers, separated by commas, not "a,b"',
      '--limit needs a whole number, 0 or greater, not "-3"',
      expect.stringMatching(/^--output needs one of table, json, .*, not "jsn"$/),
    ])
    expect(failure.text.de.split('\n')[0]).toBe('--per-page erwartet eine ganze Zahl, nicht „x“')
    expect(failure.hint?.en).toBe('did you mean --output json?')
  })
})

describe('every command', () => {
  it('has no own flag with the name of a documented one', () => {
    const doubled = commands.flatMap(({ path, parameters = {}, options = {}, synonyms = {} }) =>
      [...Object.keys(options), ...Object.keys(synonyms)]
        .filter((name) => name in parameters)
        .map((name) => `${path.join(' ')} --${name}`),
    )
    expect(doubled).toEqual([])
  })

  it('has examples that can be parsed', async () => {
    for (const { examples = [] } of commands) {
      for (const line of examples.flatMap(([example]) => Object.values(exampleLine(example)))) {
        const { command: named, rest } = findCommand(commands, scanLine(shellWords(line.slice('cal '.length))))
        expect(named && (await parseArguments(named, rest)), line).toBeDefined()
      }
    }
  })

  it('can be loaded', async () => {
    for (const { path, load } of commands) expect(await load(), path.join(' ')).toBeTypeOf('function')
  })
})

const flags = commands.filter(({ path }) => path.join(' ') === 'events list').flatMap(flagsOf)

describe('a line without flags', () => {
  it('is parsed as operands and --help', () => {
    expect(splitPlainLine(['12', '-'])).toEqual({ typed: new Map(), operands: ['12', '-'], after: [] })
    expect(splitPlainLine(['12', '--help'])).toEqual({ typed: new Map([['help', true]]), operands: ['12'], after: [] })
    expect(splitPlainLine(['12', '--', '--help'])).toEqual({ typed: new Map(), operands: ['12'], after: ['--help'] })
  })

  it.each(['--page', '-o', '-5', '--help=yes', '-hV', '--helping'])('does not contain %s', (word) => {
    expect(splitPlainLine(['12', word, '--help'])).toBeUndefined()
  })

  it('is parsed as commander does', async () => {
    const word = fc.oneof(
      fc.constantFrom('--help', '-h', '-', '', '12', 'list', 'a=b', '--page', '--'),
      fc.string({ maxLength: 4 }),
    )
    let plain = 0
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 5 }), async (words) => {
        const read = splitPlainLine(words)
        if (!read) return
        plain += 1
        expect(read).toEqual(await splitArguments(words, flags, []))
      }),
      { numRuns: 300 },
    )
    expect(plain).toBeGreaterThan(100)
  })
})
