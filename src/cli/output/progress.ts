// How far a long run is, on standard error: a bar that redraws itself, a line now and then, or NDJSON.
import type { Text } from '../../base/text/language.ts'
import type { ProgressForm } from '../core/choices.ts'
import type { Runtime } from '../core/runtime.ts'
import { keepStyle } from './terminal.ts'

const bar_every_ms = 100
const line_every_ms = 5_000
const bar_cells = 24

export interface ProgressOptions {
  readonly runtime: Runtime
  readonly form: ProgressForm
  readonly language: 'en' | 'de'
  /** undefined if unknown. */
  readonly total: number | undefined
}

export class Progress {
  readonly #options: ProgressOptions
  readonly #form: Exclude<ProgressForm, 'auto'>
  readonly #started: number
  #shown_at: number
  #done = 0
  #drawn = false

  constructor(options: ProgressOptions) {
    this.#options = options
    this.#form = options.form === 'auto' ? (options.runtime.stderr.isTerminal ? 'bar' : 'lines') : options.form
    this.#started = options.runtime.now()
    this.#shown_at = this.#started
  }

  /** One more is done. */
  async tick(): Promise<void> {
    this.#done++
    if (this.#form === 'none') return
    const now = this.#options.runtime.now()
    if (now - this.#shown_at < (this.#form === 'bar' ? bar_every_ms : line_every_ms)) return
    this.#shown_at = now
    await this.#show(now)
  }

  /** Leaves the line to others. */
  async end(): Promise<void> {
    if (this.#drawn) await this.#options.runtime.stderr.write(keepStyle('\r\u001b[K'))
    this.#drawn = false
  }

  async #show(now: number): Promise<void> {
    const { runtime, total, language } = this.#options
    const rate = (this.#done / Math.max(1, now - this.#started)) * 1000
    const left_s =
      total === undefined ? undefined : Math.max(0, Math.round((total - this.#done) / Math.max(rate, 0.001)))
    if (this.#form === 'ndjson')
      return runtime.stderr.write(
        `${JSON.stringify({ progress: { done: this.#done, ...(total === undefined ? {} : { total, left_s }), per_s: Math.round(rate) } })}\n`,
      )
    const words = wordsOf({ done: this.#done, total, rate, left_s })[language]
    if (this.#form === 'lines') return runtime.stderr.write(`${words}\n`)
    this.#drawn = true
    await runtime.stderr.write(
      `${keepStyle('\r\u001b[K')}${total === undefined ? '' : `${barOf(this.#done / Math.max(total, 1))} `}${words}`,
    )
  }
}

function wordsOf({
  done,
  total,
  rate,
  left_s,
}: {
  readonly done: number
  readonly total: number | undefined
  readonly rate: number
  readonly left_s: number | undefined
}): Text {
  const per_s = rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10
  if (total === undefined || left_s === undefined)
    return { en: `${done} done, ${per_s} a second`, de: `${done} fertig, ${per_s} je Sekunde` }
  return {
    en: `${done} of ${total}, ${per_s} a second, ${timeText(left_s)} left`,
    de: `${done} von ${total}, ${per_s} je Sekunde, noch ${timeText(left_s)}`,
  }
}

function timeText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours ? `${hours}:${String(minutes).padStart(2, '0')}` : minutes}:${String(seconds % 60).padStart(2, '0')}`
}

function barOf(share: number): string {
  const full = Math.round(Math.min(share, 1) * bar_cells)
  return `[${'#'.repeat(full)}${'.'.repeat(bar_cells - full)}]`
}
