// Tries a line on the calendar before it is proposed: what it names exists, and it would find or change something.
import { CalError } from '../../../base/errors.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import type { TryLine } from '../../types/session.ts'

/** What the line lacks, or why it is not proposed. */
export type Checked = { readonly note?: Text } | { readonly problem: Text }

/** The calendar of the line that was typed; every answer is `undefined` if it cannot be read. */
export class Trial {
  readonly #tryLine: TryLine | undefined
  readonly #tried = new Map<string, ReturnType<TryLine>>()
  #isReadable: Promise<boolean> | undefined

  constructor(tryLine: TryLine | undefined) {
    this.#tryLine = tryLine
  }

  /** The first of these kinds with a record of this id or name; `none` if there is no such record. */
  async kindOf(target: string, kinds: readonly Plural[]): Promise<Plural | 'none' | undefined> {
    if (!(await this.canRead())) return undefined
    for (const kind of kinds) {
      const { error } = await this.#run([kind, 'get', target, '-o', 'ids'])
      // Several records of this name: the command lists them.
      if (error === undefined || / is the name of \d/.test(error.text.en)) return kind
    }
    return 'none'
  }

  /** Whether a list has a record. */
  async finds(line: readonly string[]): Promise<boolean | undefined> {
    if (!(await this.canRead())) return undefined
    const { stdout, error } = await this.#run([...line, '--limit', '1', '-o', 'ids'])
    return error === undefined && stdout.trim() !== ''
  }

  /** Whether a line that writes would be executed; with `--dry-run`, where no flag can take it as its value. */
  async writes(line: readonly string[]): Promise<Checked> {
    const { error } = await this.#run(line.toSpliced(line[0] === 'add' ? 1 : 2, 0, '--dry-run'))
    if (error?.code !== 'usage') return {}
    return line[1] === 'create' && error.text.en.includes('missing')
      ? { note: error.text }
      : { problem: withRemedy(error) }
  }

  /** Whether a line that lists would be executed: `--venue luna` names no venue. */
  async reads(line: readonly string[]): Promise<Checked> {
    const lists = line[1] === 'list' || /^(agenda|search)$/.test(line[0] ?? '')
    if (!lists || line.some((word) => /^--(watch|web)$/.test(word)) || !(await this.canRead())) return {}
    const { error } = await this.#run(line.filter((word) => word !== '--all'))
    if (error?.code === 'usage' && line[0] === 'agenda') return { problem: error.text }
    return error && /^(usage|not_found)$/.test(error.code) ? { note: error.text } : {}
  }

  /** Several rows may ask for the same name. */
  #run(line: readonly string[]): ReturnType<TryLine> {
    const key = line.join('\n')
    const none = { stdout: '', error: new CalError('unreachable', sameText('')) }
    const tried = this.#tried.get(key) ?? this.#tryLine?.(line) ?? Promise.resolve(none)
    this.#tried.set(key, tried)
    return tried
  }

  /** Whether the calendar can be read. */
  canRead(): Promise<boolean> {
    this.#isReadable ??= this.#run(['events', 'list', '--limit', '1', '-o', 'ids']).then(
      ({ error }) => error === undefined,
    )
    return this.#isReadable
  }
}

function withRemedy({ text, hint }: CalError): Text {
  return hint ? t('{problem}; {hint}', { problem: text, hint }) : text
}
