// Command lines with synonyms, and the commands they mean.
import { describe, expect, it } from 'vitest'
import { scanLine } from '../../../../src/cli/arguments/command-line.ts'
import { commandTyped } from '../../../../src/cli/commands/commands-for.ts'
import { shellWords } from '../../../support/shell-words.ts'
import { runtimeOf } from '../../../support/runtime.ts'

async function meant(line: string): Promise<string> {
  const argv = shellWords(line)
  const { path, rest } = await commandTyped(scanLine(argv), runtimeOf(argv, {}, { out: [], err: [] }))
  return [path.join(' '), ...rest].join(' | ')
}

describe('a command line with synonyms', () => {
  it.each([
    ['list', 'events list'],
    ['ls --limit 3', 'events list | --limit | 3'],
    ['list venues --all', 'venues list | --all'],
    ['show event 5', 'events get | 5'],
    ['get 5 -o json', 'events get | 5 | -o | json'],
    ['--lang de get 5', 'events get | --lang | de | 5'],
    ['create tag --name x', 'tags create | --name | x'],
    ['delete category 3', 'categories delete | 3'],
    ['events help', 'help | events'],
    ['venue find town hall --limit 3', 'venues list | --search | town hall | --limit | 3'],
    ['events search', 'events list'],
    ['venues open 4', 'venues get | 4 | --web'],
    ['undo --dry-run', 'history undo | --dry-run'],
    ['version', ' | --version'],
    ['-v', ' | --version'],
    ['friday', 'agenda | friday'],
    ['next week', 'week | next | week'],
    ['next month --search x', 'month | next | month | --search | x'],
    ['märz', 'month | märz'],
    ['next year', 'month | next | year'],
    ['get events', 'events list'],
    ['events --limit 3', 'events list | --limit | 3'],
    ['venues --all', 'venues list | --all'],
    ['show venues --all', 'venues list | --all'],
    ['suche jazz --lang de', 'search | jazz | --lang | de'],
    ['termine suchen jazz --lang de', 'events list | --search | jazz | --lang | de'],
    ['events next week', 'week | next | week'],
    ['events today', 'agenda | today'],
    ['termine im dezember --lang de', 'month | im | dezember | --lang | de'],
    ['get events -o wide', 'events list | -o | wide'],
    ['liste orte --lang de', 'venues list | --lang | de'],
    ['termine löschen 15 --lang de', 'events delete | 15 | --lang | de'],
    ['neu event --title x --lang de', 'events create | --title | x | --lang | de'],
    ['hilfe veranstaltungen --lang de', 'help | events | --lang | de'],
  ])('%s', async (line, expected) => expect(await meant(line)).toBe(expected))
})
