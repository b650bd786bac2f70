// Prompts for the required fields of a new record, with choices from the service, and the summary of a new event.
import type { Exchange } from '../../base/exchange.ts'
import { itemsOf, type Json } from '../../base/json.ts'
import { durationOf } from '../../base/dates/durations.ts'
import { eachLanguage, type Language, nameOrder, sameText, t, type Text } from '../../base/text/language.ts'
import { getPage } from '../../client/api/pages.ts'
import { getRecord } from '../../client/api/records.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { statusName, whenText } from '../../spec/event-parts.ts'
import { nameOf, resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'
import { type Choice, askOne, askSearch, askSome, askText } from '../prompts/questions.ts'
import { calendarHere } from '../session/session.ts'
import type { Session } from '../types/session.ts'
import { distinctName, referenceRow } from '../../client/api/reference-index.ts'

const choices_max = 50

interface Answers {
  readonly values: Values
  /** The name of a venue to create. */
  readonly new_venue?: string
  /** Whether an event was asked for, whose summary is shown. */
  readonly is_event?: true
}

/** The answers for fields that `values` lack. */
export async function askMissing(plural: Plural, values: Values, session: Session): Promise<Answers> {
  const fields: Parameters = resources[plural].fields
  const missing = Object.keys(fields).filter(
    (name) =>
      fields[name]?.required &&
      (values[name] === undefined || values[name] === null) &&
      !(name === 'end_date' && values.duration !== undefined),
  )
  if (missing.length === 0) return { values: {} }
  const answers: Record<string, Json | undefined> = {}
  for (const name of missing) {
    // Two hours for a start with a time, else the same day.
    const { start_date, all_day } = { ...values, ...answers }
    const proposed = all_day === true ? start_date : '2h'
    const initial = name === 'end_date' && typeof start_date === 'string' ? proposed : undefined
    answers[name] = await askText(questionOf(name, fields), session, {
      error: (typed) => errorOf(name, typed, session),
      ...(typeof initial === 'string' && { initial }),
    })
  }
  if (plural !== 'events') return { values: answers }
  const { new_venue, ...venue } = values.venue === undefined ? await askVenue(session) : {}
  const categories = values.categories === undefined ? await askCategories(session) : []
  const status = values.status === undefined ? await askStatus(session) : {}
  return {
    values: { ...withEnd(answers), ...venue, ...(categories.length > 0 ? { categories } : {}), ...status },
    ...(new_venue === undefined ? {} : { new_venue }),
    is_event: true,
  }
}

/** Not in parentheses, where they would look like defaults. */
const examples: Readonly<Record<string, Text>> = {
  start_date: t(', such as tomorrow 18:00'),
  end_date: t(', such as 23:00, or how long, such as 90m'),
}

function questionOf(name: string, fields: Parameters): Text {
  const description = fields[name]?.description ?? sameText(name)
  return eachLanguage((language) => `${description[language]}${examples[name]?.[language] ?? ''}:`)
}

function withColon(text: Text): Text {
  return eachLanguage((language) => `${text[language]}:`)
}

/** Checks dates at the prompt: later, an invalid one would end the command and lose the answers (decision 27). */
async function errorOf(name: string, typed: string, session: Session): Promise<Text | undefined> {
  if (!(name in examples) || (name === 'end_date' && durationOf(typed))) return undefined
  const { oneDate } = await import('../../bulk/input/event-dates.ts')
  const reading = { here: await calendarHere(session), flags: { [name]: typed } }
  const { text, hint } = oneDate(name, typed, reading)?.error ?? {}
  return text && hint ? eachLanguage((language) => `${text[language]}; ${hint[language]}`) : text
}

/** An end date such as `90m` is a duration. */
function withEnd({ end_date, ...answers }: Values): Values {
  if (end_date === undefined) return answers
  return { ...answers, [durationOf(String(end_date)) === undefined ? 'end_date' : 'duration']: end_date }
}

/** Offers the venues, as a searchable list if there are many. */
async function askVenue(session: Session) {
  const { language } = session
  const { choices, all } = await choicesOf('venues', session)
  const none = { value: 0, name: t('(none)')[language] }
  const other = { value: -1, name: t('new venue…')[language] }
  const title = withColon(resources.venues.title)
  const offered = async (term: string) =>
    term === '' ? [none, other, ...choices] : [...(await choicesOf('venues', session, term)).choices, other]
  const chosen = all ? await askOne(title, await offered(''), session) : await askSearch(title, offered, session)
  if (chosen === other.value) return { new_venue: await askText(t('Name of the venue:'), session) }
  return chosen === none.value ? {} : { venue: [chosen] }
}

async function askCategories(session: Session): Promise<readonly Json[]> {
  const { choices, all } = await choicesOf('categories', session)
  // A list that is too long to show needs --categories.
  return !all || choices.length === 0 ? [] : askSome(withColon(resources.categories.titles), choices, session)
}

/** Statuses of a new event; without one, the service chooses. */
const offered_statuses = ['draft', 'pending', 'private', 'future'] as const

async function askStatus(session: Session): Promise<Values> {
  const { language } = session
  const choices = [
    { value: '', name: t('published (a draft without the right to publish)')[language] },
    ...offered_statuses.map((value) => ({ value, name: statusName(value, language) })),
  ]
  const status = await askOne(withColon(resources.events.fields.status.description), choices, session)
  return status === '' ? {} : { status }
}

/** The records, or those that a search finds; `all` if there are no others. */
async function choicesOf(
  plural: 'venues' | 'categories',
  { open, language }: Session,
  search?: string,
): Promise<{ readonly choices: readonly Choice<number>[]; readonly all: boolean }> {
  const query = {
    per_page: choices_max,
    ...(search === undefined ? {} : { search }),
    ...(plural === 'categories' ? { hide_empty: false } : {}),
  }
  const { records, total } = await getPage((await open()).exchange, { plural, query })
  const compareNames = nameOrder(language)
  const choices = records
    .map((record) => referenceRow(plural, record))
    .map((row) => ({ value: row.id, name: distinctName(row) }))
    .sort((a, b) => compareNames(a.name, b.name))
  return { choices, all: (total ?? records.length) <= records.length }
}

/** The event to create, one line per field, with the names of existing records. */
export async function eventSummary(values: Values, exchange: Exchange): Promise<Text> {
  const named = (plural: Plural, value: Json | undefined) =>
    Promise.all(itemsOf(value ?? []).map((item) => labelFor(plural, item, exchange)))
  const [venues, categories, tags] = await Promise.all([
    named('venues', values.venue),
    named('categories', values.categories),
    named('tags', values.tags),
  ])
  const lines = (language: Language): readonly (readonly [label: Text, value: string])[] => [
    [t('Title'), String(values.title)],
    [t('When'), whenText(values, { language }) ?? String(values.start_date)],
    [t('Venue'), venues.map((name) => name[language]).join(', ')],
    [t('Categories'), categories.map((name) => name[language]).join(', ')],
    [t('Tags'), tags.map((name) => name[language]).join(', ')],
    [t('Status'), statusName(String(values.status ?? ''), language)],
  ]
  const block = (language: Language) =>
    lines(language)
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `  ${label[language].padEnd(12)}  ${value}`)
      .join('\n')
  return eachLanguage(block)
}

async function labelFor(plural: Plural, item: Json, exchange: Exchange): Promise<Text> {
  if (typeof item !== 'number') return t('{item} (new)', { item: String(item) })
  const record = await getRecord(exchange, plural, { kind: 'id', id: item })
  return sameText(`${nameOf(record)} #${item}`)
}
