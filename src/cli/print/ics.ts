// iCalendar: events as a calendar that other programs read, and `cal import` too.
import { isDay } from '../../base/days.ts'
import { Failure } from '../../base/failure.ts'
import type { Item } from '../outcome.ts'
import type { Printer } from './page.ts'

/** Fails with `usage` for records that have no dates. */
export const printIcs: Printer = async function* (records) {
  const { icsOf } = await import('../../bulk/formats/ics-write.ts')
  // The head waits for the first event: of other records nothing is printed.
  let waiting = ''
  for await (const text of icsOf([{ kind: 'events', records: eventsOf(records) }], { alone: true, stable: false, lost: () => {} })) {
    if (waiting !== '') yield waiting
    waiting = text
  }
  yield waiting
}

async function* eventsOf(records: AsyncIterable<Item>): AsyncIterable<Item> {
  for await (const record of records) {
    if (!isWall(record.start_date) || !isWall(record.end_date)) throw noEvent
    yield record
  }
}

const noEvent = new Failure('usage', { en: '-o ics shows events, and this is none', de: '-o ics zeigt Termine, und dies ist keiner' }, { hint: { en: '-o json shows anything', de: '-o json zeigt alles' } })

function isWall(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(value) && isDay(value.slice(0, 10))
}
