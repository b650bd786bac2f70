// The updates and deletes of a plan that was shown. Others may write before it is executed, and the plan of an import
// or undo is made again then: nothing is overwritten or deleted that the user has not seen.
import { hash } from 'node:crypto'
import { TemporaryKeys } from '../../base/files/temporary-values.ts'
import type { Exchange } from '../../base/exchange.ts'
import { eachLanguage, t } from '../../base/text/language.ts'
import { changesOf } from '../../client/update/compare.ts'
import { sendableOf } from '../../client/update/sendable.ts'
import { fieldsSentWith } from '../../client/update/update.ts'
import { event_reference_fields } from '../matching/references.ts'
import type { Delete, PlanResult, Step, Update, WriteStep } from '../plan/plan.ts'
import type { Throttle } from './throttle.ts'
import { findRecord } from '../../client/api/records.ts'

interface Reading {
  readonly reading: Exchange
  readonly throttle: Throttle
}

export class ConfirmedSteps {
  readonly #shown: TemporaryKeys | undefined
  /** The user had time to answer, in which others may have edited the records. */
  was_asked = false

  /** Without `is_remade`, the steps that were shown are executed themselves. */
  constructor(is_remade: boolean) {
    this.#shown = is_remade ? new TemporaryKeys() : undefined
  }

  add(step: Step): void {
    if (step.action === 'update' || step.action === 'delete') this.#shown?.add(keyOf(step), step.id)
  }

  /** The result of a step that must not be executed; undefined if it may be. */
  async refusalOf(step: WriteStep, { reading, throttle }: Reading): Promise<PlanResult | undefined> {
    if (step.action === 'create') return undefined
    const edited = this.was_asked ? await throttle.run(() => editedFields(step, reading)) : []
    if (edited.length === 0 && this.#shown?.has(keyOf(step), step.id) !== false) return undefined
    const changed = t('the calendar was changed after the plan was shown')
    const text = edited.length > 0 ? eachLanguage((language) => `${changed[language]}: ${edited.join(', ')}`) : changed
    return { step, done: 'failed', errors: [{ text, hint: t('rerun the command') }] }
  }
}

/** The ids of linked records may be those that the run has just received. */
function keyOf(step: Update | Delete): string {
  const changes = step.action === 'delete' ? [] : step.changes
  const shown = changes.map(({ field, before, after }) => [field, before, isLink(field) || after])
  return `${step.action} ${step.kind} ${hash('sha256', JSON.stringify(shown))}`
}

function isLink(field: string): boolean {
  return field === 'parent' || event_reference_fields.includes(field)
}

/** The fields that the step overwrites and that differ from those of the plan; none of a record that is gone. */
async function editedFields(step: Update | Delete, reading: Exchange): Promise<readonly string[]> {
  const { kind, id, before } = step
  const record = await findRecord(reading, kind, id)
  if (!record) return []
  const fields = changesOf(kind, sendableOf(kind, before), record).map(({ field }) => field)
  if (step.action === 'delete') return fields
  const sent = step.changes.map(({ field }) => field)
  const overwritten = step.only_given ? sent : fieldsSentWith(kind, sent)
  return fields.filter((field) => overwritten.includes(field))
}
