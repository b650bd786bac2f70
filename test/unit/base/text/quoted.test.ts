import { expect, test } from 'vitest'
import { withShortQuotes } from '../../../../src/base/text/quoted.ts'

test.each([
  [`start: "${'x'.repeat(300)}" is not a date`, `start: "${'x'.repeat(200)}…" is not a date`],
  [`„${'😀'.repeat(201)}“ und "kurz"`, `„${'😀'.repeat(200)}…“ und "kurz"`],
  [`"a" ${'or '.repeat(90)}"b"`, `"a" ${'or '.repeat(90)}"b"`],
  [`"${'x'.repeat(200)}" is not a date`, `"${'x'.repeat(200)}" is not a date`],
])('cuts the long values of a message %#', (message, shown) => {
  expect(withShortQuotes(message)).toBe(shown)
})
