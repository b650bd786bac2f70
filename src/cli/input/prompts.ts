// Asking for what a new record needs, with choices where the service knows them. Only on terminals, and on standard error.
import { durationOf } from '../../base/durations.ts'
import { harmless, plainText } from '../../base/text.ts'
import { getPage } from '../../client/pages.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { expectedOf, readValue, unreadable, type Values } from '../../spec/read.ts'
import { contextOf } from '../ask.ts'
import type { Session } from '../session.ts'

const choices_max = 50

/** The values with the answers. Nothing missing, nothing asked. */
export async function askMissing(plural: Plural, values: Values, session: Session): Promise<Values> {
  const fields: Parameters = resources[plural].fields
  const missing = Object.keys(fields).filter((name) => fields[name]?.required && (values[name] === undefined || values[name] === null) && !(name === 'end_date' && values.duration !== undefined))
  if (missing.length === 0) return values
  const answers: Record<string, unknown> = {}
  for (const name of missing) answers[name] = await askText(name, fields, session)
  if (plural !== 'events') return { ...values, ...answers }
  return withEnd({ ...values, ...answers, ...(await askLinks(values, session)) })
}

async function askText(name: string, fields: Parameters, session: Session): Promise<string> {
  const parameter = fields[name]
  if (!parameter) throw new Error(`no field is called ${name}`)
  const { input } = await import('@inquirer/prompts')
  const { language } = session
  const example = { start_date: { en: ' (tomorrow 18:00)', de: ' (morgen 18:00)' }, end_date: { en: ' (2027-03-01 20:00, or how long: 90m)', de: ' (2027-03-01 20:00, oder wie lange: 90m)' } }[name]
  const message = `${parameter.meaning[language]}${example?.[language] ?? ''}:`
  const validate = (typed: string) => (typed.trim() === '' || readValue(parameter, typed) === unreadable ? `${name}: ${expectedOf(parameter)[language]}` : true)
  return (await input({ message, validate }, contextOf(session))).trim()
}

/** An end that is a length of time counts from the start. */
function withEnd(values: Values): Values {
  const { end_date, start_date } = values
  if (typeof end_date !== 'string' || typeof start_date !== 'string' || durationOf(end_date) === undefined) return values
  const { end_date: _, ...rest } = values
  return { ...rest, duration: end_date }
}

/** Venue and categories are not required, and nobody knows their ids by heart. */
async function askLinks(values: Values, session: Session): Promise<Values> {
  const { select, checkbox } = await import('@inquirer/prompts')
  const { language } = session
  const venues = values.venue === undefined ? await choicesOf('venues', session) : []
  const none = { value: 0, name: language === 'de' ? '(keiner)' : '(none)' }
  const venue = venues.length === 0 ? 0 : await select({ message: resources.venues.title[language], choices: [none, ...venues] }, contextOf(session))
  const categories = values.categories === undefined ? await choicesOf('categories', session) : []
  const chosen = categories.length === 0 ? [] : await checkbox({ message: resources.categories.titles[language], choices: [...categories] }, contextOf(session))
  return { ...(venue === 0 ? {} : { venue: [venue] }), ...(chosen.length === 0 ? {} : { categories: chosen }) }
}

async function choicesOf(plural: 'venues' | 'categories', session: Session): Promise<readonly { readonly value: number; readonly name: string }[]> {
  const { exchange } = await session.open()
  const query = { per_page: choices_max, ...(plural === 'categories' ? { hide_empty: false } : {}) }
  const { records } = await getPage(exchange, { plural, query })
  return records.flatMap((record) => (typeof record.id === 'number' ? [{ value: record.id, name: harmless(plainText(String(record[resources[plural].name] ?? record.id))) }] : []))
}
