// Taking a run back: what it created is deleted, what it changed or deleted is restored, unless somebody changed it since.
import { isTerm, plurals_by_need } from '../spec/resources.ts'
import type { Consume } from './consume.ts'
import type { Step } from './plan.ts'
import { runNames } from './runs.ts'
import { type Back, stepBack, type Undoing } from './step-back.ts'
import { givenBack, reviveTerms, Revived } from './undo-terms.ts'
import { type RunWrite, writesOf } from './writes.ts'

/**
 * The steps back. Begun again after it broke off, it finds what is restored already and leaves it so.
 * What others refer to is there again first; then everything else in the opposite order, the last written first.
 */
export async function undo(undoing: Undoing, consume: Consume): Promise<void> {
  const written = await doneBy(undoing.state_dir, undoing.run)
  const deleted = written.filter(({ begin }) => begin.action === 'delete').map(({ begin }) => begin)
  let n = 0
  const is_open = written.some(({ begin, end }) => begin.action === 'create' && !end)
  const back: Back = { ...undoing, revived: new Revived(), others: is_open ? await createdElsewhere(undoing) : new Set(), next: () => n++ }
  await reviveTerms(deleted, back, consume)
  await consume(stepsBack(written.filter(isDeletedPlace), back), () => {})
  await consume(stepsBack(written.filter((one) => !isDeletedPlace(one) && !isDeletedTerm(one)), back), () => {})
  await consume(givenBack(deleted, back), () => {})
}

function isDeletedPlace({ begin: { action, kind } }: RunWrite): boolean {
  return action === 'delete' && (kind === 'venues' || kind === 'organizers')
}

function isDeletedTerm({ begin: { action, kind } }: RunWrite): boolean {
  return action === 'delete' && isTerm(kind)
}

async function* stepsBack(written: readonly RunWrite[], back: Back): AsyncIterable<Step> {
  for (const kind of [...plurals_by_need].reverse()) {
    for (const one of written.filter(({ begin }) => begin.kind === kind).reverse()) {
      const step = await stepBack(one, back)
      if (step) yield step
    }
  }
}

/** `venues 12` of each record that another run created: the same file imported anew makes what this one left open. */
async function createdElsewhere({ state_dir, run }: Undoing): Promise<ReadonlySet<string>> {
  const created = new Set<string>()
  for (const other of runNames(state_dir).filter((name) => name !== run)) {
    for (const { begin: { action, kind }, end } of await doneBy(state_dir, other)) if (action === 'create' && end) created.add(`${kind} ${end.id}`)
  }
  return created
}

/** What failed was never there. */
async function doneBy(state_dir: string, run: string): Promise<readonly RunWrite[]> {
  const done: RunWrite[] = []
  for await (const write of writesOf(state_dir, run)) if (write.end?.failed === undefined) done.push(write)
  return done
}
