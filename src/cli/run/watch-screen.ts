// The screen of `--watch`: redrawn in place, with a status line, and restored at the end.
import { wallAt } from '../../base/dates/zoned-time.ts'
import { t, type Text } from '../../base/text/language.ts'
import { escapeControlsInLine } from '../../base/text/untrusted-text.ts'
import { withProgramName } from '../core/runtime.ts'
import type { Session } from '../core/session.ts'
import type { OutputPage } from '../core/outcome.ts'
import { markSequence, styled } from '../output/terminal.ts'
import { cut } from '../output/text-width.ts'

/** The alternate screen, without a cursor and without line wrapping. */
const enter = ['\u001b[?1049h', '\u001b[?25l', '\u001b[?7l']
const leave = ['\u001b[?7h', '\u001b[?25h', '\u001b[?1049l']
const home = '\u001b[H'
/** Written before the text of a line; after a full line it would erase the last cell. */
const erase_line = '\u001b[K'

interface Drawing {
  readonly seconds: number
  /** The text for a page of this size. */
  draw(page: OutputPage): Promise<{ readonly text: string; readonly notes: readonly Text[] }>
}

export class WatchScreen {
  readonly #session: Session
  readonly #drawing: Drawing
  /** Resolves when the last frame is drawn; frames are drawn one after another. */
  #drawn = Promise.resolve()
  #status = ''
  #release = () => {}
  #isSuspended = false
  readonly #onResize = () => {
    this.#redraw().catch(() => undefined)
  }

  constructor(session: Session, drawing: Drawing) {
    this.#session = session
    this.#drawing = drawing
  }

  async open(): Promise<void> {
    const { stdout, status } = this.#session.runtime
    this.#release = status.hold()
    stdout.stream.on('resize', this.#onResize)
    const ignoreSuspend = this.#session.runtime.onSuspend({
      suspend: () => this.#suspend(),
      resume: () => {
        this.#resume().catch(() => undefined)
      },
    })
    const release = this.#release
    this.#release = () => {
      ignoreSuspend()
      release()
    }
    await stdout.write(enter.map(markSequence).join(''))
    await this.show()
  }

  /** Draws the current text; an error replaces the time of the last read. */
  async show(failure?: Text): Promise<void> {
    const { language, page } = this.#session
    this.#status = failure
      ? styled(escapeControlsInLine(`${this.#time()} ${failure[language]}`), 'bold', page)
      : styled(this.#readText()[language], 'faint', page)
    await this.#redraw()
  }

  async close(): Promise<void> {
    const { stdout } = this.#session.runtime
    stdout.stream.off('resize', this.#onResize)
    await this.#drawn.catch(() => undefined)
    await stdout.write(leave.map(markSequence).join(''))
    this.#release()
  }

  /** Restores the terminal for the shell. */
  async #suspend(): Promise<void> {
    this.#isSuspended = true
    await this.#drawn.catch(() => undefined)
    await this.#session.runtime.stdout.write(leave.map(markSequence).join(''))
  }

  async #resume(): Promise<void> {
    this.#isSuspended = false
    await this.#session.runtime.stdout.write(enter.map(markSequence).join(''))
    await this.#redraw()
  }

  #readText(): Text {
    const { seconds } = this.#drawing
    return t('{time} · every {seconds} s · Ctrl-C to stop', { time: this.#time(), seconds })
  }

  #time(): string {
    const { runtime, settings } = this.#session
    return wallAt(runtime.now(), settings.timezone ?? runtime.timezone).slice(11)
  }

  #redraw(): Promise<void> {
    this.#drawn = this.#drawn.catch(() => undefined).then(() => this.#drawNow())
    return this.#drawn
  }

  async #drawNow(): Promise<void> {
    if (this.#isSuspended) return
    const { runtime, page, language } = this.#session
    const { columns, lines: rows = 24 } = runtime.stdout
    const { text, notes } = await this.#drawing.draw({ ...page, columns, lines: rows })
    const body = text === '' ? [] : text.replace(/\n$/, '').split('\n')
    const note_lines = notes.map((note) => escapeControlsInLine(withProgramName(runtime.program, note[language])))
    const lines = fitted([...body, ...note_lines], rows - 1, language)
    const blank = Array.from({ length: Math.max(0, rows - 1 - lines.length) }, () => '')
    const all = [...lines, ...blank, cut(this.#status, columns)]
    await runtime.stdout.write(markSequence(home) + all.map((line) => `${markSequence(erase_line)}${line}`).join('\n'))
  }
}

function fitted(lines: readonly string[], rows: number, language: keyof Text): readonly string[] {
  if (lines.length <= rows) return lines
  const shown = Math.max(0, rows - 1)
  const count = lines.length - shown
  const more: Text = t('… {count} more lines', { count })
  return [...lines.slice(0, shown), more[language]].slice(0, rows)
}
