// Prompts for the required fields of a new record, with choices from the service.
import type { Json } from '../../base/json.ts'
import { durationOf } from '../../base/dates/durations.ts'
import { CalError } from '../../base/errors.ts'
import { eachLanguage, sameText, t, type Text } from '../../base/text/language.ts'
import { getPage } from '../../client/api/pages.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { type Values, listOf } from '../../spec/read.ts'
import { common_statuses } from '../core/choices.ts'
import { type Choice, askLine, askOne, askSome, askText } from '../prompts/questions.ts'
import type { Session } from '../core/session.ts'
import { distinguishNames, withIds } from './names.ts'

const choices_max = 50

/** The values, completed with the user's answers. */
export async function askMissing(plural: Plural, values: Values, session: Session): Promise<Values> {
  const fields: Parameters = resources[plural].fields
  const missing = Object.keys(fields).filter(
    (name) =>
      fields[name]?.required &&
      (values[name] === undefined || values[name] === null) &&
      !(name === 'end_date' && values.duration !== undefined),
  )
  if (missing.length === 0) return values
  const answers: Record<string, Json | undefined> = {}
  for (const name of missing)
    answers[name] = await askText(questionOf(name, fields), session, {
      error: (typed) => errorOf(name, typed, session),
    })
  if (plural !== 'events') return { ...values, ...answers }
  return withEnd({
    ...values,
    ...answers,
    ...(await askLinks(values, session)),
    ...(values.status === undefined ? await askStatus(session) : {}),
  })
}

/** Not in parentheses, where they would look like defaults. */
const examples: Readonly<Record<string, Text>> = {
  start_date: t(', such as tomorrow 18:00'),
  end_date: t(', such as 23:00, or how long, such as 90m'),
}

function questionOf(name: string, fields: Parameters): Text {
  const meaning = fields[name]?.meaning ?? sameText(name)
  return eachLanguage((language) => `${meaning[language]}${examples[name]?.[language] ?? ''}:`)
}

function withColon(text: Text): Text {
  return eachLanguage((language) => `${text[language]}:`)
}

/** Checks dates at the prompt: later, an invalid one would end the command and lose the answers (decision 27). */
async function errorOf(name: string, typed: string, { runtime, settings }: Session): Promise<Text | undefined> {
  if (!(name in examples) || (name === 'end_date' && durationOf(typed))) return undefined
  const zone = settings.timezone ?? runtime.timezone
  const { typedMoment } = await import('./dates.ts')
  return typedMoment(name, typed, { here: { now: runtime.now(), zone }, writes: true }).then(
    () => undefined,
    errorTextOf,
  )
}

/** An end date such as `90m` is a duration. */
function withEnd(values: Values): Values {
  const { end_date, start_date } = values
  if (typeof end_date !== 'string' || typeof start_date !== 'string' || durationOf(end_date) === undefined)
    return values
  const { end_date: _, ...rest } = values
  return { ...rest, duration: end_date }
}

/** Venue and categories, which are optional. */
async function askLinks(values: Values, session: Session): Promise<Values> {
  const venue = values.venue === undefined ? await askVenue(session) : []
  const categories = values.categories === undefined ? await askCategories(session) : []
  return { ...(venue.length === 0 ? {} : { venue }), ...(categories.length === 0 ? {} : { categories }) }
}

async function askVenue(session: Session): Promise<readonly Json[]> {
  const { choices, all } = await choicesOf('venues', session)
  if (!all) return askNames('venue', session)
  const none = { value: 0, name: t('(none)')[session.language] }
  const venue =
    choices.length === 0 ? none.value : await askOne(withColon(resources.venues.title), [none, ...choices], session)
  return venue === none.value ? [] : [venue]
}

async function askCategories(session: Session): Promise<readonly Json[]> {
  const { choices, all } = await choicesOf('categories', session)
  if (!all) return askNames('categories', session)
  return choices.length === 0 ? [] : askSome(withColon(resources.categories.titles), choices, session)
}

/** Used for lists that are too long to show: takes names, and lists the candidates of an ambiguous one. */
async function askNames(name: 'venue' | 'categories', session: Session): Promise<readonly Json[]> {
  const { exchange } = await session.open()
  const { fields } = resources.events
  const title = name === 'venue' ? resources.venues.title : resources.categories.titles
  const error = (typed: string) =>
    withIds({ [name]: listOf(typed) }, fields, { exchange, unknown: 'refuse', writes: true, found: new Map() }).then(
      () => undefined,
      errorTextOf,
    )
  return listOf(
    await askLine(t('{title} (name or id, or nothing):', { title }), session, {
      error,
    }),
  )
}

function errorTextOf(error: unknown): Text {
  if (!(error instanceof CalError)) throw error
  const { text, hint } = error
  return hint ? eachLanguage((language) => `${text[language]}; ${hint[language]}`) : text
}

/** Offers the common statuses; the first choice sends none. */
async function askStatus(session: Session): Promise<Values> {
  const open = {
    value: '',
    name: t('(service default)')[session.language],
  }
  const usual = common_statuses
    .filter((status) => status !== 'trash')
    .map((status) => ({ value: status, name: status }))
  const status = await askOne(withColon(resources.events.fields.status.meaning), [open, ...usual], session)
  return status === '' ? {} : { status }
}

async function choicesOf(
  plural: 'venues' | 'categories',
  session: Session,
): Promise<{ readonly choices: readonly Choice<number>[]; readonly all: boolean }> {
  const { exchange } = await session.open()
  const { records, total } = await getPage(exchange, {
    plural,
    query: { per_page: choices_max, ...(plural === 'categories' ? { hide_empty: false } : {}) },
  })
  const choices = records.flatMap((record) =>
    typeof record.id === 'number' ? [{ value: record.id, name: distinguishNames(plural, record) }] : [],
  )
  choices.sort((a, b) => a.name.localeCompare(b.name, session.language))
  return { choices, all: (total ?? records.length) <= records.length }
}
