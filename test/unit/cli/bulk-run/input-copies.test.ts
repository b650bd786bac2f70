// Copies of pipes.
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { InputCopies } from '../../../../src/cli/bulk-run/inputs.ts'

let copies: InputCopies
beforeEach(() => {
  copies = new InputCopies()
})
afterEach(() => copies.remove())

function* endless() {
  for (;;) yield Buffer.from('y\n'.repeat(1_000))
}

it('copies a pipe up to the limit', async () => {
  const path = await copies.ofStream('-', Readable.from([Buffer.from('abc')]), 3)
  expect(readFileSync(path, 'utf8')).toBe('abc')
})

it('ends a pipe without an end, and says the limit', async () => {
  const limit = 1024 * 1024
  await expect(copies.ofStream('-', Readable.from(endless()), limit)).rejects.toMatchObject({
    code: 'usage',
    message: 'standard input has more than 1 MB',
  })
  await expect(copies.ofStream('/dev/zero', Readable.from(endless()), limit)).rejects.toThrow('/dev/zero has more')
})
