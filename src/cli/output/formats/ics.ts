// iCalendar: events as a calendar that other programs read, and `cal import` too.
import type { Json } from '../../../base/json.ts'
import { CalError } from '../../../base/errors.ts'
import type { OutcomeItem } from '../../core/outcome.ts'
import type { Printer } from './formats.ts'
import { terminalTextOf } from '../show-on-terminal.ts'

/** Fails with `usage` for records that have no dates. */
export const printIcs: Printer = async function* (records, { page }) {
  const inSight = terminalTextOf(page)
  const { icsOf, isWall } = await import('../../../bulk/export/ics-write.ts')
  // The head waits for the first event: of other records nothing is printed.
  let waiting = ''
  for await (const text of icsOf([{ kind: 'events', records: eventsOf(records, isWall) }], {
    alone: true,
    stable: false,
    onLoss: () => {},
  })) {
    if (waiting !== '') yield inSight(waiting)
    waiting = text
  }
  yield inSight(waiting)
}

async function* eventsOf(
  records: AsyncIterable<OutcomeItem>,
  isWall: (value: Json | undefined) => boolean,
): AsyncIterable<OutcomeItem> {
  for await (const record of records) {
    if (!isWall(record.start_date) || !isWall(record.end_date)) throw noEvent
    yield record
  }
}

const noEvent = new CalError(
  'usage',
  {
    en: '-o ics needs events, but this record is not an event',
    de: '-o ics kann nur Termine ausgeben, dieser Eintrag ist keiner',
  },
  { hint: { en: 'use -o json', de: '-o json verwenden' } },
)
