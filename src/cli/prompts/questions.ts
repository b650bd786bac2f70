// Prompts in the user's language and colors, on standard error. They require an interactive session.
import type { Key } from 'node:readline'
import type { JsonObject } from '../../base/json.ts'
import { capitalized, eachLanguage, t, type Text } from '../../base/text/language.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { getPage, withAnyDate } from '../../client/api/pages.ts'
import { differenceOf, referenceRow } from '../../client/api/reference-index.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { isTerm, resources } from '../../spec/resources.ts'
import type { Session } from '../types/session.ts'
import { cut } from '../output/text-width.ts'
import { labelOf, whenAndWhere } from '../output/write-messages.ts'

export interface Choice<T> {
  readonly value: T
  readonly name: string
}

export interface QuestionLine {
  readonly initial?: string
  /** The error of an invalid answer; the prompt then asks again. */
  readonly error?: (typed: string) => Promise<Text | undefined> | Text | undefined
}

const required: Text = t('required')

/** Asks for text; trimmed and not empty. */
export async function askText(message: Text, session: Session, { initial, error }: QuestionLine = {}): Promise<string> {
  const errorOf = async (typed: string) => (typed === '' ? required : ((await error?.(typed)) ?? true))
  const validate = async (typed: string) => errorText(await errorOf(typed.trim()), session)
  const typed = await ask(message, session, ({ input }, appearance, context) =>
    input({ ...appearance, validate, default: initial }, context),
  )
  return typed.trim()
}

/** Asks for a secret, which is not displayed. */
export function askSecret(message: Text, session: Session): Promise<string> {
  const validate = (typed: string) => errorText(typed.trim() === '' ? required : true, session)
  return ask(message, session, ({ password }, appearance, context) =>
    password({ ...appearance, mask: '•', toggleMask: false, validate }, context),
  )
}

/** Asks for yes or no; `initial` is the answer of Enter. */
export function askYes(message: Text, session: Session, initial: boolean): Promise<boolean> {
  return ask(message, session, ({ confirm }, appearance, context) =>
    confirm({ ...appearance, default: initial }, context),
  )
}

export function askOne<T>(message: Text, choices: readonly Choice<T>[], session: Session): Promise<T> {
  return ask(message, session, ({ select }, appearance, context) =>
    select({ ...appearance, ...listOptions(choices) }, context),
  )
}

export function askSome<T>(message: Text, choices: readonly Choice<T>[], session: Session): Promise<readonly T[]> {
  return ask(message, session, ({ checkbox }, appearance, context) =>
    checkbox({ ...appearance, ...listOptions(choices) }, context),
  )
}

/** Offers search results: `find` is called whenever the typed text changes, first with an empty text. */
export function askSearch<T>(
  message: Text,
  find: (term: string) => Promise<readonly Choice<T>[]>,
  session: Session,
): Promise<T> {
  const source = async (term: string | undefined) => listOptions(await find((term ?? '').trim())).choices
  return ask(message, session, ({ search }, appearance, context) =>
    search({ ...appearance, source, pageSize: rows_max }, context),
  )
}

/** Longer lists scroll. */
const rows_max = 12

function listOptions<T>(choices: readonly Choice<T>[]) {
  return {
    choices: choices.map(({ value, name }) => ({ value, name: escapeControls(name) })),
    pageSize: rows_max,
    loop: false,
  }
}

function errorText(error: Text | true, { language }: Session): string | true {
  return error === true ? true : escapeControls(error[language])
}

/**
 * Hides the status line until the prompt is answered. Ctrl-D and the end of the input cancel it: the library would stop
 * reading without an answer, and Node exit with 0, because there is nothing left to wait for.
 */
async function ask<T>(
  message: Text,
  session: Session,
  prompt: (library: Library, appearance: Appearance, context: PromptContext) => Promise<T>,
): Promise<T> {
  const library = await loadLibrary()
  const appearance = await appearanceOf(message, session)
  const { runtime } = session
  const { stream } = runtime.stdin
  const left = new AbortController()
  const leave = () => left.abort()
  const onKey = (_: string | undefined, { ctrl, name }: Partial<Key> = {}) => {
    if (ctrl && name === 'd') leave()
  }
  stream.on('keypress', onKey)
  stream.once('end', leave)
  const release = runtime.status.hold()
  try {
    return await prompt(library, appearance, {
      input: stream,
      output: runtime.stderr.stream,
      signal: AbortSignal.any([runtime.signal, left.signal]),
      clearPromptOnDone: false,
    })
  } finally {
    stream.off('keypress', onKey)
    stream.off('end', leave)
    release()
  }
}

/** Names each prompt, so that the bundler leaves out the editor, which brings 200 kB of tables of encodings. */
async function loadLibrary() {
  const { checkbox, confirm, input, password, search, select } = await import('@inquirer/prompts')
  return { checkbox, confirm, input, password, search, select }
}

type Library = Awaited<ReturnType<typeof loadLibrary>>
type Appearance = Awaited<ReturnType<typeof appearanceOf>>

/** The options of the library that are the same for all prompts. */
interface PromptContext {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly signal: AbortSignal
  readonly clearPromptOnDone: boolean
}

const key_words: Readonly<Record<string, Text>> = {
  space: t('space'),
  navigate: t('navigate'),
  select: t('select'),
  all: t('all'),
  invert: t('invert'),
  submit: t('submit'),
}

/**
 * Replaces the library's English texts and its colors, which it detects itself; its cyan is unreadable on a light
 * background.
 */
async function appearanceOf(message: Text, { language, question_color }: Session) {
  const { Chalk } = await import('chalk')
  const { blue, bold, dim, green, magenta, red } = new Chalk({ level: question_color ? 1 : 0 })
  const word = (text: string) => key_words[text]?.[language] ?? text
  const [yes, no] = [t('Yes')[language], t('No')[language]]
  return {
    message: capitalized(escapeControls(message[language])),
    theme: {
      prefix: { idle: blue('?'), done: green('✔') },
      icon: { checked: green('◉'), unchecked: '◯', cursor: '❯' },
      keywords: { yes, no, error: () => t('{yes} or {no}', { yes, no })[language] },
      style: {
        answer: magenta,
        message: (text: string) => bold(text),
        highlight: magenta,
        defaultAnswer: (text: string) => dim(`(${text})`),
        error: (text: string) => red(`> ${text}`),
        keysHelpTip: (keys: readonly (readonly [string, string])[]) =>
          keys.map(([key, action]) => `${bold(word(key))} ${dim(word(action))}`).join(dim(' • ')),
      },
    },
  }
}

const listed_max = 20

/** The id of the chosen record. Requires an interactive session. */
export async function pickTarget(plural: Plural, verb: string | undefined, session: Session): Promise<string> {
  const { exchange } = await session.open()
  const { title } = resources[plural]
  return askSearch(
    eachLanguage((language) => `${title[language]}:`),
    async (term) => {
      const query = queryOf(plural, term, verb === 'restore')
      const { records } = await getPage(exchange, { plural, query })
      return records.map((record) => choiceOf(plural, record, session))
    },
    session,
  )
}

/** Without a search text, only upcoming events; in the trash, events of any date. */
function queryOf(plural: Plural, term: string, in_trash: boolean): Values {
  return {
    per_page: listed_max,
    ...(plural === 'events' && (term !== '' || in_trash) ? withAnyDate({}) : {}),
    ...(isTerm(plural) ? { hide_empty: false } : {}),
    ...(in_trash ? { status: 'trash' } : {}),
    ...(term === '' ? {} : { search: term }),
  }
}

/** `27 "Late film" · Thu 26 Nov 2026, 22:15–23:59 · Cinema Luna`, `4 "City Hall" · Rome` */
function choiceOf(plural: Plural, record: JsonObject, { language, runtime }: Session): Choice<string> {
  const other = differenceOf(referenceRow(plural, record))
  const more = plural === 'events' ? whenAndWhere(record, language) : other === '' ? '' : ` · ${other}`
  const name = cut(`${labelOf(record, language)}${more}`, runtime.stderr.columns - cursor_width)
  return { value: `id:${record.id}`, name }
}

/** `❯ `, and a column that stays free. */
const cursor_width = 3
