import { expect, it } from 'vitest'
import { storedOptions } from '../../../../src/cli/arguments/options.ts'
import { import_options } from '../../../../src/cli/commands/bulk/bulk.ts'

it('reads stored options with allowed values, and ignores those without a row or of another type', () => {
  const stored = { create_missing: true, stop_on_error: 3, without: ['cost'], on_existing: 'update', match: 'slug' }
  expect(storedOptions(import_options, stored)).toEqual(stored)
  const others = { color: 'never', create_missing: 'yes', stop_on_error: '3', without: 'cost', on_existing: 'replace' }
  expect(storedOptions(import_options, others)).toEqual({})
})
