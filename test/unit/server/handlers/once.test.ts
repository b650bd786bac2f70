// An answer that names the same records again and again.
import { expect, it } from 'vitest'
import { readingOnce } from '../../../../src/server/handlers/once.ts'
import { newStore, venue } from '../store/records.ts'

it('reads what many records name once for an answer, and anew for the next', () => {
  const { store } = newStore()
  const id = store.venue.insert(venue({ title: 'Town hall' }))
  let reads = 0
  const counting = { ...store, venue: { ...store.venue, get: (wanted: number) => { reads += 1; return store.venue.get(wanted) } } }
  const first = readingOnce(counting)
  expect([first.venue.get(id)?.title, first.venue.get(id)?.title, reads]).toEqual(['Town hall', 'Town hall', 1])
  store.venue.replace({ ...venue({ title: 'Old town hall' }), id })
  expect(readingOnce(counting).venue.get(id)?.title).toBe('Old town hall')
})
