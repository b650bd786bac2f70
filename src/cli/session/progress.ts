// The progress of a long run on standard error: a bar on the status line of a terminal, a line every 5 s, or NDJSON.
import { type Language, sameText, t, type Text } from '../../base/text/language.ts'
import type { ProgressForm } from '../types/outcome.ts'
import type { Runtime } from '../types/session.ts'
import { cut, widthOf } from '../output/text-width.ts'

const line_every_ms = 5_000
const bar_cells_max = 24
const bar_cells_min = 8

export interface ProgressOptions {
  readonly runtime: Pick<Runtime, 'status' | 'stderr' | 'now'>
  readonly form: ProgressForm
  readonly language: Language
  /** undefined if unknown. */
  readonly total: number | undefined
  /** The current work: `Exporting events`. */
  readonly label?: Text
}

export class Progress {
  readonly #options: ProgressOptions
  readonly #form: Exclude<ProgressForm, 'auto'>
  readonly #line: { update(): void; end(): void } | undefined
  readonly #started: number
  #total: number | undefined
  #shown_at: number
  #done = 0

  constructor(options: ProgressOptions) {
    const { form, runtime, total } = options
    this.#options = options
    // Only a terminal can redraw a line.
    this.#form = form === 'auto' || form === 'bar' ? (runtime.status.isAvailable ? 'bar' : 'lines') : form
    this.#started = runtime.now()
    this.#shown_at = this.#started
    this.#total = total
    if (this.#form !== 'bar') return

    this.#line = runtime.status.show((width) => this.#bar(width), { isFirst: () => this.#done > 0 })
  }

  /** Counts one more as done. */
  async tick(): Promise<void> {
    this.#done++
    // Records may have been added since the total was read.
    if (this.#total !== undefined) this.#total = Math.max(this.#total, this.#done)
    this.#line?.update()
    if (this.#form !== 'lines' && this.#form !== 'ndjson') return
    const now = this.#options.runtime.now()
    if (now - this.#shown_at < line_every_ms) return
    this.#shown_at = now
    await this.#write(this.#form)
  }

  /** Ends the display. */
  end(): void {
    this.#line?.end()
    this.#options.runtime.status.clear()
  }

  #write(form: 'lines' | 'ndjson'): Promise<void> {
    const { stderr } = this.#options.runtime
    if (form === 'lines') return stderr.write(`${this.#text()}\n`)
    const { done, total, left_s, per_s } = this.#pace()
    const progress = { done, ...(total === undefined ? {} : { total, left_s }), per_s: Math.round(per_s) }
    return stderr.write(`${JSON.stringify({ progress })}\n`)
  }

  #pace(): Pace {
    const [done, total] = [this.#done, this.#total]
    const per_s = (done / Math.max(1, this.#options.runtime.now() - this.#started)) * 1000

    const left_s = total === undefined || done === 0 ? undefined : Math.round((total - done) / Math.max(per_s, 0.001))
    return { done, total, per_s, left_s }
  }

  #text(): string {
    const { label, language } = this.#options
    const words = paceText(this.#pace())[language]
    return label ? `${label[language]}: ${words}` : words
  }

  #bar(width: number): string {
    const words = this.#text()
    const cells = Math.min(width - widthOf(words) - 3, bar_cells_max)
    if (this.#total === undefined || cells < bar_cells_min) return cut(words, width)
    const full = Math.round((this.#done / Math.max(this.#total, 1)) * cells)
    return `[${'#'.repeat(full)}${'.'.repeat(cells - full)}] ${words}`
  }
}

interface Pace {
  readonly done: number
  readonly total: number | undefined
  readonly per_s: number
  readonly left_s: number | undefined
}

function paceText({ done, total, per_s: exact, left_s }: Pace): Text {
  const per_s = exact >= 10 ? Math.round(exact) : Math.round(exact * 10) / 10
  const count = total === undefined ? sameText(String(done)) : t('{done} of {total}', { done, total })
  if (done === 0) return count
  const left = left_s === undefined ? sameText('') : t(', {time} left', { time: timeText(left_s) })
  return t('{count}, {per_s}/s{left}', { count, per_s, left })
}

/** `0:09`, `12:30`, `1:02:03` */
function timeText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours ? `${hours}:${String(minutes).padStart(2, '0')}` : minutes}:${String(seconds % 60).padStart(2, '0')}`
}
