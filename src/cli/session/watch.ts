// `--watch`: repeats a command and shows its output on one screen.
import { wallAt } from '../../base/dates/zoned-time.ts'
import { CalError, exit_codes } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { escapeControlsInLine } from '../../base/text/untrusted-text.ts'
import type { GlobalOptions } from '../arguments/options.ts'
import { type Outcome, type OutcomeItem, type OutputPage, streamOf } from '../types/outcome.ts'
import { type Session, withProgramName } from '../types/session.ts'
import { type FieldRule, picked } from '../output/fields.ts'
import { writeOutcome } from '../output/print-outcome.ts'
import { markSequence, styled } from '../output/terminal.ts'
import { cut } from '../output/text-width.ts'

interface Watching {
  /** Reads once. */
  read(session: Session): Promise<Outcome>
  readonly options: GlobalOptions & { readonly watch: number }
  readonly rule: FieldRule
}

const seconds_max = 86_400

/**
 * Reads until a signal, and resolves with the exit code of the signal.
 *
 * Errors: `usage` if the output cannot be redrawn; those of the first read. Later errors are shown, and reading
 * continues.
 */
export async function watch(watching: Watching, session: Session): Promise<number> {
  const { signal } = session.runtime
  checkWatch(watching.options.watch, session)
  const interrupted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  const repeated = { ...watching, read: (polled: Session) => Promise.race([watching.read(polled), interrupted]) }
  interrupted.catch(() => undefined)
  try {
    return await (session.format === 'ndjson' ? printChanges(repeated, session) : redraw(repeated, session))
  } catch (error) {
    if (signal.aborted && signal.reason instanceof CalError) return exit_codes[signal.reason.code]
    throw error
  }
}

function checkWatch(seconds: number, { format, page, runtime }: Session): void {
  if (seconds < 1 || seconds > seconds_max)
    throw new CalError(
      'usage',
      t('--watch needs a number from 1 to {seconds_max}, not {seconds}', { seconds_max, seconds }),
    )
  if (format === 'ndjson') return
  const isTable = format === undefined || format === 'table'
  if (isTable && page.isTerminal && runtime.env.TERM !== 'dumb') return
  throw new CalError(
    'usage',
    isTable ? t('--watch needs a terminal') : t('--watch works with tables and ndjson, not with {format}', { format }),
    {
      hint: t('-o ndjson prints new and changed records as they come'),
    },
  )
}

/** Prints all records once, then those that are new or have changed. */
async function printChanges({ read, options, rule }: Watching, session: Session): Promise<never> {
  const { runtime } = session
  const polled = pollingSession(session)
  const known = new Map<string, string>()
  let failure: string | undefined
  for (let isFirst = true; ; isFirst = false) {
    try {
      const { outcome, items } = await inMemory(await read(polled))
      const changed = items.filter((item) => isNew(known, options.fields ? picked(item, options.fields) : item, item))
      failure = undefined
      if (changed.length > 0 || isFirst)
        await writeOutcome({ ...outcome, records: streamOf(changed) } as Outcome, options, polled, {
          sink: runtime.stdout,
          rule,
        })
      await noteOf(outcome, polled)
    } catch (error) {
      if (isFirst || !isTemporary(error, session)) throw error
      if (error.text.en !== failure) await session.note(retryText(error, options.watch))
      failure = error.text.en
    }
    await runtime.sleep(options.watch * 1000)
  }
}

/** Whether a record is new or was changed; stores its shown fields for the next call. */
function isNew(known: Map<string, string>, shown: OutcomeItem, { id, kind }: OutcomeItem): boolean {
  const text = JSON.stringify(shown)
  const key = id === undefined ? text : `${kind} ${id}`
  if (known.get(key) === text) return false
  known.set(key, text)
  return true
}

async function noteOf(outcome: Outcome, session: Session): Promise<void> {
  for (const note of outcome.notes?.() ?? []) await session.note(note)
}

/** The outcome with its records in memory, so that it can be shown several times. */
async function inMemory(
  outcome: Outcome,
): Promise<{ readonly outcome: Outcome; readonly items: readonly OutcomeItem[] }> {
  if (outcome.kind !== 'records' && outcome.kind !== 'view') return { outcome, items: [] }
  const items: OutcomeItem[] = []
  for await (const item of outcome.records) items.push(item)
  return {
    items,
    outcome: {
      ...outcome,
      get records() {
        return streamOf(items)
      },
    },
  }
}

/** Whether polling continues after the error. A bug ends the command. */
function isTemporary(error: unknown, { runtime }: Session): error is CalError {
  return error instanceof CalError && error.code !== 'bug' && !runtime.signal.aborted
}

function retryText({ text }: CalError, seconds: number): Text {
  return t('{text}; retrying every {seconds} s', { text, seconds })
}

interface Round {
  readonly outcome: Outcome
  /** The notes of the outcome. */
  readonly notes: readonly Text[]
}

async function redraw({ read, options, rule }: Watching, session: Session): Promise<never> {
  const { runtime } = session
  const readOnce = async (): Promise<Round> => {
    const notes: Text[] = []
    const polled = { ...pollingSession(session), note: keptIn(notes) }
    const { outcome } = await inMemory(await read(polled))
    return { outcome, notes }
  }
  const draw = async ({ outcome, notes }: Round, page: Session['page']) => {
    const parts: string[] = []
    const shown: Text[] = [...notes]
    const drawn = { ...session, page, note: keptIn(shown) }
    await writeOutcome(outcome, options, drawn, { sink: { write: keptIn(parts) }, rule })
    await noteOf(outcome, drawn)
    return { text: parts.join(''), notes: shown }
  }
  let round = await readOnce()
  // Checks that the outcome can be shown, before the screen changes.
  await draw(round, session.page)
  const screen = new WatchScreen(session, { seconds: options.watch, draw: (page) => draw(round, page) })
  try {
    await screen.open()
    for (;;) {
      await runtime.sleep(options.watch * 1000)
      try {
        round = await readOnce()
        await screen.show()
      } catch (error) {
        if (!isTemporary(error, session)) throw error
        await screen.show(retryText(error, options.watch))
      }
    }
  } finally {
    await screen.close()
  }
}

/** A session for polling: without retries, because the next poll follows, and without repeated notes. */
export function pollingSession(session: Session): Session {
  const noted = new Set<string>()
  return {
    ...session,
    open: async () => {
      const api = await session.open()
      return { ...api, exchange: api.direct }
    },
    note: async (text) => {
      if (noted.has(text.en)) return
      noted.add(text.en)
      await session.note(text)
    },
  }
}

function keptIn<T>(list: T[]): (item: T) => Promise<void> {
  return async (item) => {
    list.push(item)
  }
}

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

class WatchScreen {
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
