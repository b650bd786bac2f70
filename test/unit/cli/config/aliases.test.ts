// Splitting a command line into arguments.
import { expect, it } from 'vitest'
import { shellWords } from '../../../../src/cli/config/aliases.ts'

it.each([
  ['events list --limit 3', ['events', 'list', '--limit', '3']],
  ['  list   --venue "City Hall"  ', ['list', '--venue', 'City Hall']],
  ['add \'it\'\'s\' "a \\"b\\" \\n"', ['add', 'its', 'a "b" \\n']],
  ['list --search=a\\ b"c d"e', ['list', '--search=a bc de']],
  ['list ""', ['list', '']],
  ['', []],
  ['list "open', undefined],
  ["list 'open", undefined],
  ['list open\\', undefined],
])('%s', (text, words) => expect(shellWords(text)).toEqual(words))
