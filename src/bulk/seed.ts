// Filling a calendar that has just been opened: the same steps as an import, in order, without a journal, and all or
// nothing.
import type { Instant } from '../base/dates/zoned-time.ts'
import type { Exchange } from '../base/exchange.ts'
import { CalError } from '../base/errors.ts'
import type { Text } from '../base/text/language.ts'
import type { DateContext } from '../base/dates/date-parser.ts'
import { seededRandom } from '../base/seeded-random.ts'
import type { Plural } from '../spec/model.ts'
import type { Clock } from '../client/transport/retry.ts'
import { isCalendarFile } from './calendar-file/recognize.ts'
import { FailureBudget } from './execute/execute-plan.ts'
import type { PlanResult } from './plan/plan.ts'
import { type InputError, type InputItem, type InputLocation, locationText, locatedText } from './input/entry.ts'
import { itemsOf, type ReadOptions } from './input/formats/formats.ts'
import { executeImport, type ImportExecution } from './import.ts'
import { completed, startSnapshot } from './snapshot.ts'
import { ignoredColumnTexts } from './input/headers/sheet-header.ts'
import { Throttle } from './execute/throttle.ts'
import type { Inputs } from './matching/parsed-input.ts'
import type { InputSource } from './input/source.ts'
import { scanInput } from './matching/input-scan.ts'

export interface SeedOptions {
  readonly sources: readonly InputSource[]
  /** The calendar's clock and zone: what `tomorrow` in a file means. */
  readonly now: Instant
  readonly zone: string
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Told of each field and column that means nothing, once. */
  note(text: Text): void
}

/** One at a time: the same files give the same ids. */
const concurrency = 1
/** The default of `cal apply` and `cal seed`. */
const random_seed = 1

/**
 * Creates every record of the files; what is there already stays as it is.
 * Fails: `usage` for the first record that is wrong or refused, by its file and line.
 */
export async function seed(exchange: Exchange, seeding: SeedOptions): Promise<void> {
  const inputs = inputsOf(seeding)
  const scan = await scanInput(inputs, ({ item, errors }) => {
    throw wrong(item.location, errors)
  })
  const snapshot = startSnapshot(exchange, { inputs, scan, note: seeding.note })
  await completed(snapshot)
  const { clock, signal } = seeding
  const known_id_max = new Map<Plural, number>()
  const execution: ImportExecution = {
    exchange,
    clock,
    signal,
    concurrency,
    throttle: new Throttle({ concurrency, clock }),
    journal: { write: async () => {}, note: () => {} },
    known_id_max: (kind) => known_id_max.get(kind) ?? 0,
    setKnownIdMax: async (kind, id) => void known_id_max.set(kind, id),
    failures: new FailureBudget(1),
    onResult: requireDone,
    state: undefined,
  }
  await executeImport({ inputs, scan, on_existing: 'skip', create_missing: true }, snapshot, execution)
}

function inputsOf({ sources, now, zone, note }: SeedOptions): Inputs {
  const here: DateContext = { now, zone }
  const said = new Set<string>()
  const once = (text: Text) => {
    if (said.has(text.en)) return
    said.add(text.en)
    note(text)
  }
  const reading: ReadOptions = {
    kinds: {},
    map: {},
    order: 'mdy',
    now,
    warn: ({ location, text }) => once(locatedText(location, text)),
    leftOut: (columns) => ignoredColumnTexts(columns).forEach(once),
    note: once,
  }
  return {
    files: sources.map(({ name }) => name),
    items: () => itemsOfSeeds(sources, reading, here),
    match: undefined,
    rules: {
      here,
      order: 'mdy',
      partial: false,
      without: new Set(),
      unknown: (kind, field) =>
        once({
          en: `left out: ${kind} have no field "${field}"`,
          de: `ausgelassen: ${kind} haben kein Feld „${field}“`,
        }),
    },
  }
}

/** Calendar files are expanded, others read as they are; choices are the same each time. */
async function* itemsOfSeeds(
  sources: readonly InputSource[],
  reading: ReadOptions,
  here: DateContext,
): AsyncIterable<InputItem> {
  const random = seededRandom(random_seed)
  for (const source of sources) {
    if (!(await isCalendarFile(source))) {
      yield* itemsOf(source, reading)
      continue
    }
    const [{ documentOf }, { expandCalendar }] = await Promise.all([
      import('./calendar-file/document.ts'),
      import('./calendar-file/expand.ts'),
    ])
    yield* expandCalendar({ document: await documentOf(source), random, here })
  }
}

function requireDone(result: PlanResult): void {
  if (result.done === 'failed') throw wrong(result.step.entry?.location, result.errors)
}

function wrong(location: InputLocation | undefined, errors: readonly InputError[]): CalError {
  const where = location ? `${locationText(location)}: ` : ''
  const hint = errors.find((error) => error.hint)?.hint
  return new CalError(
    'usage',
    {
      en: `${where}${errors.map(({ text }) => text.en).join('; ')}`,
      de: `${where}${errors.map(({ text }) => text.de).join('; ')}`,
    },
    hint && { hint },
  )
}
