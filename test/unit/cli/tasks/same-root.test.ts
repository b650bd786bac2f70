// Where a run wrote is named as it is to be typed.
import { expect, it } from 'vitest'
import { requireSameRoot } from '../../../../src/cli/tasks/same-root.ts'

it('quotes a path that a shell would take for two words', () => {
  const head = { run: 'r', command: 'import', api_root: 'file:/my calendars/c.db', started: '2026-11-21 10:00:00', inputs: [], options: {} } as const
  const hint = { en: "add --api-root 'file:/my calendars/c.db'", de: "--api-root 'file:/my calendars/c.db' ergänzen" }
  expect(() => requireSameRoot(head, 'file:/c.db')).toThrow(expect.objectContaining({ code: 'usage', hint }))
})
