// `-o ics`: events as an iCalendar file.
import { CalError } from '../../../base/errors.ts'
import { t } from '../../../base/text/language.ts'
import type { OutcomeItem } from '../../types/outcome.ts'
import type { Printer } from './formats.ts'
import { terminalTextOf } from '../terminal.ts'

/** Errors: `usage` for records that are not events. */
export const printIcs: Printer = async function* (records, { page }) {
  const escaped = terminalTextOf(page)
  const { icsOf } = await import('../../../bulk/export/ics-write.ts')
  // The header is written with the first event, so that nothing is printed for other records.
  let waiting = ''
  for await (const text of icsOf([{ kind: 'events', records: eventsOf(records) }], {
    onLoss: () => {},
  })) {
    if (waiting !== '') yield escaped(waiting)
    waiting = text
  }
  yield escaped(waiting)
}

/** Checks that records are events. */
async function* eventsOf(records: AsyncIterable<OutcomeItem>): AsyncIterable<OutcomeItem> {
  for await (const record of records) {
    if (!('start_date' in record && 'end_date' in record)) throw noEvent
    yield record
  }
}

const noEvent = new CalError('usage', t('-o ics needs events, but this record is not an event'), {
  hint: t('use -o json'),
})
