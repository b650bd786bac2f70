// The summary of an event before it is created, and the question below it.
import { longDay } from '../../base/dates/day-names.ts'
import { dayOf } from '../../base/dates/days.ts'
import type { Exchange } from '../../base/exchange.ts'
import { itemsOf, type Json } from '../../base/json.ts'
import { eachLanguage, type Language, sameText, t, type Text } from '../../base/text/language.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { getRecord } from '../../client/api/records.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'

export const create_question: Text = t('Create this event?')

/** The event to create, one line per field, with the names of existing records. */
export async function eventSummary(values: Values, exchange: Exchange): Promise<Text> {
  const named = (plural: Plural, value: Json | undefined) =>
    Promise.all(itemsOf(value ?? []).map((item) => nameOf(plural, item, exchange)))
  const [venues, categories, tags] = await Promise.all([
    named('venues', values.venue),
    named('categories', values.categories),
    named('tags', values.tags),
  ])
  const lines = (language: Language): readonly (readonly [label: Text, value: string])[] => [
    [t('Title'), String(values.title)],
    [t('When'), whenOf(values, language)],
    [t('Venue'), venues.map((name) => name[language]).join(', ')],
    [t('Categories'), categories.map((name) => name[language]).join(', ')],
    [t('Tags'), tags.map((name) => name[language]).join(', ')],
    [t('Status'), String(values.status ?? '')],
  ]
  const block = (language: Language) =>
    lines(language)
      .filter(([, value]) => value !== '')
      .map(([label, value]) => `  ${label[language].padEnd(12)}  ${value}`)
      .join('\n')
  return eachLanguage(block)
}

async function nameOf(plural: Plural, item: Json, exchange: Exchange): Promise<Text> {
  if (typeof item !== 'number') return t('{item} (new)', { item: String(item) })
  const record = await getRecord(exchange, plural, { kind: 'id', id: item })
  const name = `${textOfHtml(String(record[resources[plural].name] ?? ''))} #${item}`
  return sameText(name)
}

/** `Fri 27 November 2026, 20:00–23:00` */
function whenOf({ start_date, end_date, all_day, timezone }: Values, language: Language): string {
  const [start, end] = [String(start_date), String(end_date)]
  const zone = timezone === undefined ? '' : ` (${timezone})`
  const [first, last] = [longDay(dayOf(start), language), longDay(dayOf(end), language)]
  const whole = t('all day')[language]
  if (all_day === true) return first === last ? `${first}, ${whole}` : `${first} – ${last}, ${whole}`
  const [begins, ends] = [start.slice(11, 16), end.slice(11, 16)]
  return first === last ? `${first}, ${begins}–${ends}${zone}` : `${first}, ${begins} – ${last}, ${ends}${zone}`
}
