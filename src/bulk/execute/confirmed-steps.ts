// The writes of a plan that was shown. Others may write before it is executed, and the plan of an import or undo is
// made again then: nothing is written that the user has not seen.
import { hash } from 'node:crypto'
import { TemporaryKeys } from '../../base/files/temporary-values.ts'
import type { Exchange } from '../../base/exchange.ts'
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import { foldedName } from '../../base/text/slug.ts'
import { changesOf } from '../../client/update/compare.ts'
import { sendableOf } from '../../client/update/sendable.ts'
import { fieldsSentWith } from '../../client/update/update.ts'
import { event_reference_fields } from '../matching/references.ts'
import { isWrite, type Delete, type PlanResult, type Step, type Update, type WriteStep } from '../plan/plan.ts'
import type { Throttle } from './throttle.ts'
import { findRecord, goneText } from '../../client/api/records.ts'

interface Reading {
  readonly reading: Exchange
  readonly throttle: Throttle
}

interface Confirming {
  /** Otherwise the steps that were shown are executed themselves. */
  readonly is_remade: boolean
  /** What to do about a step that is not executed; by default, to rerun the command. */
  readonly remedy?: Text | undefined
}

export class ConfirmedSteps {
  readonly #shown: TemporaryKeys | undefined
  readonly #remedy: Text
  /** The user had time to answer, in which others may have edited the records. */
  was_asked = false

  constructor({ is_remade, remedy = t('rerun the command') }: Confirming) {
    this.#shown = is_remade ? new TemporaryKeys() : undefined
    this.#remedy = remedy
  }

  add(step: Step): void {
    if (isWrite(step)) this.#shown?.add(stepKey(step), numberOf(step))
  }

  /** The result of a step that must not be executed; undefined if it may be. */
  async refusalOf(step: WriteStep, { reading, throttle }: Reading): Promise<PlanResult | undefined> {
    const checks = this.was_asked && step.action !== 'create'
    const text = checks ? await throttle.run(() => editedText(step, reading)) : undefined
    if (text === undefined && this.#takeShown(step)) return undefined
    return { step, done: 'failed', errors: [{ text: text ?? changed, hint: this.#remedy }] }
  }

  /** Each step that was shown is executed once: records that are created from equal names have the same key. */
  #takeShown(step: WriteStep): boolean {
    if (!this.#shown) return true
    const key = stepKey(step)
    const isUnnumbered = step.action === 'create' && step.n < 0
    const n = isUnnumbered ? this.#shown.get(key)[0] : numberOf(step)
    if (n === undefined || !this.#shown.has(key, n)) return false
    this.#shown.delete(key, n)
    return true
  }
}

/** The ids of linked records may be those that the run has just received. */
function stepKey(step: WriteStep): string {
  const named = `${step.action} ${step.kind}`
  if (step.action === 'delete') return named
  // A record that is created from its name has another number each time.
  if (step.action === 'create') return step.n < 0 ? `${named} ${foldedName(step.title)}` : named
  const shown = step.changes.map(({ field, before, after }) => [field, before, isLink(field) || after])
  return `${named} ${hash('sha256', JSON.stringify(shown))}`
}

/** The id of a record, the row of a new one, or the id of the term that it replaces. */
function numberOf(step: WriteStep): number {
  return step.action === 'create' ? (step.replaces ?? step.n) : step.id
}

function isLink(field: string): boolean {
  return field === 'parent' || event_reference_fields.includes(field)
}

const changed: Text = t('the calendar was changed after the plan was shown')

/** How the record of a step was changed after the plan; undefined if not, or if a delete was done. */
async function editedText(step: Update | Delete, reading: Exchange): Promise<Text | undefined> {
  const { kind, id, before } = step
  const record = await findRecord(reading, kind, id)
  // An update would restore a record that was deleted since.
  if (!record) return step.action === 'update' && before.status !== 'trash' ? goneText(kind, id) : undefined
  const edited = changesOf(kind, sendableOf(kind, before), record).map(({ field }) => field)
  const overwritten = step.action === 'delete' ? edited : edited.filter((field) => isSentBy(step, field))
  return overwritten.length > 0
    ? eachLanguage((language) => `${changed[language]}: ${overwritten.join(', ')}`)
    : undefined
}

function isSentBy({ kind, changes, only_given }: Update, field: string): boolean {
  const sent = changes.map((change) => change.field)
  return (only_given ? sent : fieldsSentWith(kind, sent)).includes(field)
}
