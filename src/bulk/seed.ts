// Creates the records of files in a new calendar: the steps of an import, one at a time, without a journal; the first
// error ends it.
import type { Instant } from '../base/dates/zoned-time.ts'
import type { Exchange } from '../base/exchange.ts'
import { CalError } from '../base/errors.ts'
import { eachLanguage, type Text } from '../base/text/language.ts'
import { seededRandom } from '../base/seeded-random.ts'
import type { Clock } from '../client/transport/retry.ts'
import { executionOf } from './execute/execute-plan.ts'
import { KindCounts } from './journal/read-journal.ts'
import { type InputError, type InputLocation, locationText } from './input/entry.ts'
import { Import } from './import.ts'
import { assumptionsOf, inputContext, inputsOf, noRecordsText, scanInput } from './matching/input-scan.ts'
import type { InputSource } from './input/source.ts'
import type { ParsedItem } from './matching/input-table.ts'

export interface SeedOptions {
  readonly sources: readonly InputSource[]
  /** Clock and zone of the calendar, for relative dates such as `tomorrow`. */
  readonly now: Instant
  readonly zone: string
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called once for each unknown field and column. */
  note(text: Text): void
}

/** One write at a time, so that the same files give the same ids. */
const level = { concurrency: 1 }
/** The default of `cal apply` and `cal seed`. */
const random_seed = 1

/**
 * Creates every record of the files; existing records are left unchanged. Returns the numbers of created records.
 * Errors: `usage` for the first record that is invalid or rejected, with its file and line.
 */
export async function seed(exchange: Exchange, options: SeedOptions): Promise<KindCounts<'created'>> {
  const { sources, now, zone, note } = options
  const context = inputContext({ now, zone }, note)
  const { recognize } = await import('./calendar-file/document.ts')
  const { expanderOf } = await import('./calendar-file/expand.ts')
  const expand = expanderOf(recognize, { here: context.here, random: seededRandom(random_seed), note: context.note })
  const { inputs } = inputsOf(sources, { expand }, context)
  const refuse = ({ item, errors }: ParsedItem) => {
    throw invalidRecord(item.location, errors)
  }
  const scan = await scanInput(inputs, refuse, { keeps: true })
  const request = { inputs, scan, on_existing: 'skip', create_missing: true } as const
  if (scan.records === 0) context.note(noRecordsText(inputs.files))
  for (const text of assumptionsOf(request)) context.note(text)
  const plan = new Import(exchange, request, { note: context.note })
  await plan.awaitRecords()
  const { clock, signal } = options
  const counts = new KindCounts<'created'>()
  const execution = executionOf({
    exchange,
    reading: exchange,
    clock,
    signal,
    level,
    failures_max: 1,
    journal: { write: async () => {}, note: () => {} },
    onResult: (result) => {
      if (result.done === 'failed') throw invalidRecord(result.step.entry?.location, result.errors)
      if (result.done === 'created') counts.add(result.done, result.step.kind)
    },
  })
  await plan.execute(execution)
  return counts
}

function invalidRecord(location: InputLocation | undefined, errors: readonly InputError[]): CalError {
  const where = location ? `${locationText(location)}: ` : ''
  const hint = errors.find((error) => error.hint)?.hint
  return new CalError(
    'usage',
    eachLanguage((language) => `${where}${errors.map(({ text }) => text[language]).join('; ')}`),
    hint && { hint },
  )
}
