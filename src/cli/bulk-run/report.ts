// What is told of a run: each record that is turned down, how far it is, and how it broke off.
import type { Json } from '../../base/json.ts'
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import { fileError } from '../../base/files/file-errors.ts'
import type { PlanResult } from '../../bulk/execute/execute-plan.ts'
import { locationText } from '../../bulk/input/entry.ts'
import type { RejectedRecords } from '../../bulk/execute/rejected.ts'
import { resources } from '../../spec/resources.ts'
import { progress_forms } from '../core/choices.ts'
import { Progress } from '../output/progress.ts'
import type { Session } from '../core/session.ts'
import { noTally, tallyText } from './tally.ts'
import { FieldMismatches } from './field-mismatches.ts'

export interface ReportOptions {
  readonly session: Session
  readonly rejects: RejectedRecords
  /** undefined where nobody knows. */
  readonly total: number | undefined
  /** `--progress`. */
  readonly form: Json | undefined
}

type TurnedDown = Extract<PlanResult, { done: 'failed' }>

/** More are only counted. */
const complaints_max = 20

export class RunReport {
  readonly tally = noTally()
  readonly #session: Session
  readonly #rejects: RejectedRecords
  readonly #progress: Progress
  readonly #unkept = new FieldMismatches()

  constructor({ session, rejects, total, form }: ReportOptions) {
    this.#session = session
    this.#rejects = rejects
    this.#progress = new Progress({
      runtime: session.runtime,
      form: progress_forms.find((one) => one === form) ?? 'auto',
      language: session.language,
      total,
    })
  }

  async see(result: PlanResult): Promise<void> {
    this.tally[result.done]++
    if (result.done === 'unchanged' && result.instead_of) {
      this.tally[result.instead_of]--
      return
    }
    this.#unkept.see(result)
    await this.#progress.tick()
    if (result.done !== 'failed') return
    await this.#keep(result)
    if (this.tally.failed <= complaints_max) await this.#complain(result)
  }

  /**
   * What ends a run leaves it to be continued, and says how: by `again`, or by the same command where nothing is said.
   */
  async brokenOff(error: unknown, name: string, again: string | undefined): Promise<unknown> {
    await this.#progress.end()
    if (error instanceof CalError || fileError(error)) await this.#session.note(tallyText(this.tally, name))
    return resumable(error, again)
  }

  /** A line between the lines of progress. */
  async tell(text: Text): Promise<void> {
    await this.#progress.end()
    await this.#session.note(text)
  }

  /** Nothing more is coming. */
  async close(): Promise<void> {
    await this.#progress.end()
    await this.#unkept.tell(this.#session)
  }

  async #keep({ step: { entry, kind, n }, errors }: TurnedDown): Promise<void> {
    if (entry)
      await this.#rejects.add({
        n,
        file: entry.location.file,
        kind: resources[kind].singular,
        original: entry.original,
        error: reasonsOf(errors)[this.#session.language],
      })
  }

  async #complain({ step: { entry, kind, title }, errors }: TurnedDown): Promise<void> {
    const { note, language } = this.#session
    await this.#progress.end()
    const where = entry ? locationText(entry.location) : `${resources[kind].title[language]} "${title}"`
    const { en, de } = reasonsOf(errors)
    const isLast = this.tally.failed === complaints_max
    await note({
      en: `${where}: ${en}${isLast ? '\n… more of these are only counted' : ''}`,
      de: `${where}: ${de}${isLast ? '\n… weitere werden nur gezählt' : ''}`,
    })
    const hint = errors.find((error) => error.hint)?.hint
    if (hint && !isLast) await note({ en: `  ${hint.en}`, de: `  ${hint.de}` })
  }
}

/** The failure with the words that resume the run; a bug as it is. */
export function resumable(error: unknown, again: string | undefined): unknown {
  const failure = error instanceof CalError ? error : fileError(error)
  if (failure === undefined) return error
  const how =
    again === undefined
      ? {
          en: 'the same command again goes on from here',
          de: 'derselbe Befehl, noch einmal eingegeben, macht hier weiter',
        }
      : { en: `${again} goes on from here`, de: `${again} macht hier weiter` }
  const hint =
    failure.hint === undefined ? how : { en: `${failure.hint.en}; ${how.en}`, de: `${failure.hint.de}; ${how.de}` }
  return new CalError(failure.code, failure.text, {
    cause: error,
    hint,
    ...(failure.remote ? { remote: failure.remote } : {}),
  })
}

function reasonsOf(errors: TurnedDown['errors']): Text {
  return { en: errors.map(({ text }) => text.en).join('; '), de: errors.map(({ text }) => text.de).join('; ') }
}
