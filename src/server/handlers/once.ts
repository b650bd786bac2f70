// What one answer reads of a store, read once.
import type { Store } from '../domain/store.ts'

/**
 * The same store for one answer that shows many records: ten events of one hall name it ten times.
 * Reading venues, organizers and terms anew for each was two fifths of a list's time in a profile.
 */
export function readingOnce(store: Store): Store {
  const { venue, organizer, terms } = store
  return {
    ...store,
    venue: { ...venue, get: once((id) => venue.get(id)) },
    organizer: { ...organizer, get: once((id) => organizer.get(id)) },
    terms: { ...terms, get: once((id) => terms.get(id)), count: once((id) => terms.count(id)) },
  }
}

function once<T>(read: (id: number) => T): (id: number) => T {
  const known = new Map<number, T>()
  return (id) => {
    const found = known.get(id)
    if (found !== undefined) return found
    const value = read(id)
    known.set(id, value)
    return value
  }
}
