// Filling a calendar that has just been opened: the same steps as an import, in order, without a journal, and all or nothing.
import type { Instant } from '../base/dates/zoned-time.ts'
import type { Exchange } from '../base/exchange.ts'
import { Failure } from '../base/errors.ts'
import type { Text } from '../base/text/language.ts'
import type { Here } from '../base/dates/date-parser.ts'
import { chanceFrom } from '../base/seeded-random.ts'
import type { Clockwork } from '../client/transport/retry.ts'
import { expanded } from './calendar-file/expand.ts'
import { calendarIn } from './calendar-file/recognize.ts'
import { Allowance, type Carrying, type Result } from './execute/execute-plan.ts'
import { type Flaw, type Item, type Place, placeText, placedText } from './input/entry.ts'
import { itemsOf, type Reading } from './input/formats/formats.ts'
import { carryOutPlan, readBefore } from './import.ts'
import { leftOutTexts } from './input/headers/ignored-columns.ts'
import { Pace } from './execute/throttle.ts'
import type { Inputs } from './matching/readings.ts'
import type { Source } from './input/source.ts'
import { surveyOf } from './matching/input-scan.ts'

export interface Seeding {
  readonly sources: readonly Source[]
  /** The calendar's clock and zone: what `tomorrow` in a file means. */
  readonly now: Instant
  readonly zone: string
  readonly clockwork: Clockwork
  readonly signal: AbortSignal
  /** Told of each field and column that means nothing, once. */
  note(text: Text): void
}

/** One at a time: the same files give the same ids. */
const concurrency = 1
/** The one that `cal apply` and `cal seed` take where none is said. */
const chance_seed = 1

/**
 * Creates every record of the files; what is there already stays as it is.
 * Fails: `usage` for the first record that is wrong or refused, by its file and line.
 */
export async function seed(exchange: Exchange, seeding: Seeding): Promise<void> {
  const inputs = inputsOf(seeding)
  const survey = await surveyOf(inputs, ({ item, flaws }) => { throw wrong(item.place, flaws) })
  const before = await readBefore(exchange, { inputs, survey, note: seeding.note })
  const { clockwork, signal } = seeding
  const carrying: Carrying = {
    exchange, clockwork, signal, concurrency, pace: new Pace({ concurrency, clockwork }),
    journal: { write: async () => {}, note: () => {} },
    known_id_max: (kind) => before.known_id_max[kind] ?? 0, allowance: new Allowance(1), told: requireDone,
  }
  await carryOutPlan({ inputs, survey, on_existing: 'skip', create_missing: true }, before, { ...carrying, state: undefined })
}

function inputsOf({ sources, now, zone, note }: Seeding): Inputs {
  const here: Here = { now, zone }
  const said = new Set<string>()
  const once = (text: Text) => {
    if (said.has(text.en)) return
    said.add(text.en)
    note(text)
  }
  const reading: Reading = {
    kinds: {}, map: {}, order: 'mdy', now, warn: ({ place, text }) => once(placedText(place, text)),
    leftOut: (columns) => leftOutTexts(columns).forEach(once), note: once,
  }
  return {
    files: sources.map(({ name }) => name), items: () => itemsOfSeeds(sources, reading, here), match: undefined,
    rules: {
      here, order: 'mdy', partial: false, without: new Set(),
      unknown: (kind, field) => once({ en: `left out: ${kind} have no field "${field}"`, de: `ausgelassen: ${kind} haben kein Feld „${field}“` }),
    },
  }
}

/** Calendar files are expanded, others read as they are; choices are the same each time. */
async function* itemsOfSeeds(sources: readonly Source[], reading: Reading, here: Here): AsyncIterable<Item> {
  const chance = chanceFrom(chance_seed)
  for (const source of sources) {
    const document = await calendarIn(source)
    yield* document ? expanded({ document, chance, here }) : itemsOf(source, reading)
  }
}

function requireDone(result: Result): void {
  if (result.done === 'failed') throw wrong(result.step.entry?.place, result.flaws)
}

function wrong(place: Place | undefined, flaws: readonly Flaw[]): Failure {
  const where = place ? `${placeText(place)}: ` : ''
  const hint = flaws.find((flaw) => flaw.hint)?.hint
  return new Failure('usage', { en: `${where}${flaws.map(({ text }) => text.en).join('; ')}`, de: `${where}${flaws.map(({ text }) => text.de).join('; ')}` }, hint && { hint })
}
