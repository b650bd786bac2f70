// Conventions of command-line programs: --quiet, CLICOLOR_FORCE, misspelled variables.
import { expect, it } from 'vitest'
import { misspelledVariables } from '../../../../src/cli/help/topics.ts'
import { mayColor } from '../../../../src/cli/output/terminal.ts'

it('CLICOLOR_FORCE turns colors on, unless NO_COLOR is set', () => {
  expect(mayColor(undefined, { CLICOLOR_FORCE: '1' }, { isTerminal: false })).toBe(true)
  expect(mayColor(undefined, { CLICOLOR_FORCE: '0' }, { isTerminal: false })).toBe(false)
  expect(mayColor(undefined, { CLICOLOR_FORCE: '1', NO_COLOR: '1' }, { isTerminal: true })).toBe(false)
})

it('a misspelled variable is reported, others are not', () => {
  expect(
    misspelledVariables({ CAL_API_ROT: 'x', CAL_TOKEN: 'x', CAL_PASSWORD_ADA: 'x', CAL_TEST_CHROMIUM: 'x' }),
  ).toEqual([
    {
      en: 'warning: unknown environment variable CAL_API_ROT; did you mean CAL_API_ROOT?',
      de: 'Warnung: unbekannte Umgebungsvariable CAL_API_ROT; meinten Sie CAL_API_ROOT?',
      isWarning: true,
    },
  ])
})
