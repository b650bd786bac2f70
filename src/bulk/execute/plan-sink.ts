// What becomes of planned steps: they are shown, or they are carried out; either way it is known what later ones refer
// to.
import type { JsonObject } from '../../base/json.ts'
import { type ExecuteOptions, executePlan, type PlanResult } from './execute-plan.ts'
import type { Step } from '../plan/plan.ts'

/**
 * Takes steps in. For each record that is or will be there it tells what it is: with an id below 0 where it has none
 * yet.
 */
export type PlanSink = (steps: AsyncIterable<Step>, settled: (step: Step, record: JsonObject) => void) => Promise<void>

/** Tells every step without carrying any out. */
export function previewSink(told: (step: Step) => void | Promise<void>): PlanSink {
  return async (steps, settled) => {
    for await (const step of steps) {
      if (step.action === 'create' || ('id' in step && step.id !== undefined)) settled(step, plannedRecord(step))
      await told(step)
    }
  }
}

export function executeSink(carrying: ExecuteOptions): PlanSink {
  return (steps, settled) =>
    executePlan(steps, {
      ...carrying,
      told: async (result) => {
        const record = recordAfter(result)
        if (record) settled(result.step, record)
        await carrying.told(result)
      },
    })
}

/** A record that is only planned, as its service would show it. */
function plannedRecord(step: Step): JsonObject {
  if (step.action === 'create')
    return { ...(step.values as JsonObject), id: -2 - Math.abs(step.n) * 2 - (step.n < 0 ? 1 : 0) }
  return { id: step.id ?? 0 }
}

function recordAfter(result: PlanResult): JsonObject | undefined {
  if ('record' in result && result.record) return result.record
  const { step } = result
  // Left to the events: known by its name alone.
  if (result.done === 'skipped' && step.action === 'create') return step.values as JsonObject
  return 'id' in step && step.id !== undefined ? { id: step.id } : undefined
}
