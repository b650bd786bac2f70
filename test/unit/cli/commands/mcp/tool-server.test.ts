// The calendar is open while a call is under way, and closed after the last one.
import { expect, it } from 'vitest'
import { openWhileUsed } from '../../../../../src/cli/commands/mcp/mcp.run.ts'
import type { OpenApi } from '../../../../../src/client/open.ts'

function counted(fails = false) {
  const events: string[] = []
  const open = async (): Promise<OpenApi> => {
    events.push('open')
    if (fails) throw new Error('no calendar')
    return {
      api_root: 'file:x.db',
      calendar: { root: 'file:/x.db', id: 'x' },
      exchange: () => Promise.reject(new Error('not asked')),
      direct: () => Promise.reject(new Error('not asked')),
      zone: async () => undefined,
      new_zone: undefined,
      visitors: undefined,
      close: async () => void events.push('close'),
    }
  }
  return { events, use: openWhileUsed(open) }
}

it('opens once for calls at the same time, and closes after the last', async () => {
  const { events, use } = counted()
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const slow = use(async (open) => {
    await open()
    await finished
  })
  await use((open) => open())
  expect(events).toEqual(['open'])
  finish()
  await slow
  expect(events).toEqual(['open', 'close'])
  await use((open) => open())
  expect(events).toEqual(['open', 'close', 'open', 'close'])
})

it('does not open the calendar for a call that does not need it', async () => {
  const { events, use } = counted()
  expect(await use(async () => 5)).toBe(5)
  expect(events).toEqual([])
})

it('closes after a call that failed, and tries again after a calendar that could not be opened', async () => {
  const { events, use } = counted()
  const failing = use(async (open) => {
    await open()
    throw new Error('refused')
  })
  await expect(failing).rejects.toThrow('refused')
  expect(events).toEqual(['open', 'close'])
  const missing = counted(true)
  await expect(missing.use((open) => open())).rejects.toThrow('no calendar')
  await expect(missing.use((open) => open())).rejects.toThrow('no calendar')
  expect(missing.events).toEqual(['open', 'open'])
})
