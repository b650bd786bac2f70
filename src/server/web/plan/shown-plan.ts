// A plan as its pages show it: the text of each step, and the dates of its event.
import type { Day } from '../../../base/dates/days.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { Language, Text } from '../../../base/text/language.ts'
import { type EventView, eventView } from '../records.ts'

export type StepState = 'create' | 'update' | 'delete' | 'conflict' | 'invalid' | 'skip'

export interface ShownStep {
  readonly state: StepState
  /** The action, followed by a line for each changed field or error. */
  lines(language: Language): readonly string[]
  /** The event after the step, or the deleted event; absent for other records and for steps without a write. */
  readonly event?: JsonObject
  /** The event with its current dates, if they change. */
  readonly moved_from?: JsonObject
}

export interface ShownPlan {
  /** `3 to create, 1 to update` */
  readonly counts: Text
  readonly steps: readonly ShownStep[]
}

/** `old`: the current dates of an event that moves. */
export type PlaceState = 'create' | 'update' | 'delete' | 'old'

/** An event in the grid. */
export interface PlannedEvent {
  readonly state: PlaceState
  readonly view: EventView
  /** The number of its step, from 1. */
  readonly n: number
  /** For `old`: the new day of the event. */
  readonly moves_to?: Day
}

/** The events of the plan that have a date, in the order of their start. */
export function plannedEvents({ steps }: ShownPlan): readonly PlannedEvent[] {
  return steps
    .flatMap((step, i) => eventsOf(step, i + 1))
    .toSorted((a, b) => (a.view.start < b.view.start ? -1 : a.view.start > b.view.start ? 1 : a.n - b.n))
}

function eventsOf({ state, event, moved_from }: ShownStep, n: number): readonly PlannedEvent[] {
  if (event === undefined || !hasDate(event)) return []
  if (state !== 'create' && state !== 'update' && state !== 'delete') return []
  const view = eventView(event)
  const old = moved_from === undefined || !hasDate(moved_from) ? undefined : eventView(moved_from)
  return [{ state, view, n }, ...(old ? [{ state: 'old' as const, view: old, n, moves_to: view.first_day }] : [])]
}

function hasDate({ start_date }: JsonObject): boolean {
  return typeof start_date === 'string' && /^\d{4}-\d\d-\d\d /.test(start_date)
}
