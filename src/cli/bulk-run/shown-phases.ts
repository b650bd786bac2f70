// Shows the progress of reading and planning on the status line, before a run shows its own; and the note on files
// without records.
import { t, type Text } from '../../base/text/language.ts'
import type { Inputs } from '../../bulk/matching/input-scan.ts'
import type { Step } from '../../bulk/plan/plan.ts'
import { countedRecords } from '../../spec/resources.ts'
import { cut } from '../output/text-width.ts'
import type { Session } from '../core/session.ts'

type ShowOn = Pick<Session, 'runtime' | 'language'>

/** The inputs, with the number of records shown while they are read. */
export function shownReading(inputs: Inputs, { runtime, language }: ShowOn): Inputs {
  const [first = '-'] = inputs.files
  const name = inputs.files.length > 1 ? `${first} …` : first
  return {
    ...inputs,
    items: async function* () {
      let count = 0
      const line = runtime.status.show((width) =>
        cut(`${t('Reading')[language]} ${name}: ${countedRecords(count, language)}`, width),
      )
      try {
        for await (const item of inputs.items()) {
          count++
          line.update()
          yield item
        }
      } finally {
        line.end()
      }
    },
  }
}

/** Calls `onStep` with each step, with the number of steps shown during planning. */
export async function shownPlanning(
  forEachStep: (onStep: (step: Step) => Promise<void>) => Promise<void>,
  onStep: (step: Step) => void | Promise<void>,
  { runtime, language }: ShowOn,
): Promise<void> {
  let count = 0
  const line = runtime.status.show((width) =>
    cut(`${t('Planning')[language]}: ${countedRecords(count, language)}`, width),
  )
  try {
    await forEachStep(async (step) => {
      count++
      line.update()
      await onStep(step)
    })
  } finally {
    line.end()
  }
}

/** The note on files without records. */
export function noRecordsText(files: readonly string[]): Text {
  const names = files.join(', ')
  return names === '-'
    ? t('no records on standard input: check the command before the pipe')
    : t('no records in {names}', { names })
}
