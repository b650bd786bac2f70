// Taking a run back: what it created is deleted, what it changed or deleted is restored, unless somebody changed it since.
import { plurals_by_need } from '../spec/resources.ts'
import type { Consume } from './consume.ts'
import { isTerm } from './dependents.ts'
import { type Begin, type End, isBegin, isEnd } from './journal.ts'
import type { Step } from './plan.ts'
import { journalLines, runNames } from './runs.ts'
import { type Back, stepBack, type Undoing, type Written } from './step-back.ts'
import { givenBack, reviveTerms, Revived } from './undo-terms.ts'

/**
 * The steps back. Begun again after it broke off, it finds what is restored already and leaves it so.
 * What others refer to is there again first; then everything else in the opposite order, the last written first.
 */
export async function undo(undoing: Undoing, consume: Consume): Promise<void> {
  const written = await writesOf(undoing)
  const deleted = written.filter(({ begin }) => begin.action === 'delete').map(({ begin }) => begin)
  let n = 0
  const is_open = written.some(({ begin, end }) => begin.action === 'create' && !end)
  const back: Back = { ...undoing, revived: new Revived(), others: is_open ? await createdElsewhere(undoing) : new Set(), next: () => n++ }
  await reviveTerms(deleted, back, consume)
  await consume(stepsBack(written.filter(isDeletedPlace), back), () => {})
  await consume(stepsBack(written.filter((one) => !isDeletedPlace(one) && !isDeletedTerm(one)), back), () => {})
  await consume(givenBack(deleted, back), () => {})
}

function isDeletedPlace({ begin: { action, kind } }: Written): boolean {
  return action === 'delete' && (kind === 'venues' || kind === 'organizers')
}

function isDeletedTerm({ begin: { action, kind } }: Written): boolean {
  return action === 'delete' && isTerm(kind)
}

async function* stepsBack(written: readonly Written[], back: Back): AsyncIterable<Step> {
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
    for (const { begin: { action, kind }, end } of await writesOf({ state_dir, run: other })) if (action === 'create' && end) created.add(`${kind} ${end.id}`)
  }
  return created
}

async function writesOf({ state_dir, run }: Pick<Undoing, 'state_dir' | 'run'>): Promise<readonly Written[]> {
  const open = new Map<number, Begin>()
  const done: { begin: Begin; end: End }[] = []
  for await (const line of journalLines(state_dir, run)) {
    if (isBegin(line)) open.set(line.begin, line)
    else if (isEnd(line)) {
      const begin = open.get(line.end)
      open.delete(line.end)
      if (begin && line.failed === undefined) done.push({ begin, end: line })
    }
  }
  return [...done, ...[...open.values()].map((begin) => ({ begin, end: undefined }))]
}
