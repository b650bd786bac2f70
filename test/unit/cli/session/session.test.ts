import { expect, it } from 'vitest'
import type { StatusLine } from '../../../../src/cli/types/session.ts'
import { waitsFor } from '../../../../src/cli/session/session.ts'

const get = (path: string, query = '') => ({ method: 'GET', path, query, headers: {} })

it('a wait ends with the response or the error', async () => {
  const shown: string[] = []
  const status: StatusLine = {
    isAvailable: true,
    show: (text) => {
      shown.push(text(80))
      return { update: () => {}, end: () => void shown.push('end') }
    },
    clear: () => {},
    hold: () => () => {},
    off: () => {},
  }
  const waits = waitsFor('https://calendar.example/wp-json/tribe/events/v1', { status, cwd: '/' }, 'en')
  const answer = { status: 200, headers: {}, body: '{}' }
  await waits.described(async () => {
    shown.push('sent')
    return answer
  })(get('/events'))
  await expect(waits.described(() => Promise.reject(new Error('lost')))(get('/tags'))).rejects.toThrow('lost')
  expect(shown).toEqual(['Waiting for calendar.example …', 'sent', 'end', 'Waiting for calendar.example …', 'end'])
})
