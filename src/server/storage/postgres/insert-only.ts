// A store for transactions that run next to each other: it reads, and inserts what has unique keys of its own.
import type { Store } from '../store.ts'
import { MustRunAloneError } from './transactions.ts'

/** What could depend on records that another transaction inserts at the same time, or would change some, is refused. */
export function insertOnly(store: Store): Store {
  return {
    ...store,
    event: { ...store.event, replace: alone },
    venue: { ...store.venue, replace: alone },
    organizer: { ...store.organizer, replace: alone },
    // One place for each name, in quirks mode.
    placeNamed: alone,
    terms: { ...store.terms, insert: alone, replace: alone, remove: alone },
    users: { ...store.users, put: alone, removeOthers: alone },
    unlink: alone,
  }
}

function alone(): Promise<never> {
  return Promise.reject(new MustRunAloneError('this write can not run next to others'))
}
