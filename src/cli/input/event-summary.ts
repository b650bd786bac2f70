// The summary of an event before it is created.
import type { Exchange } from '../../base/exchange.ts'
import { itemsOf, type Json } from '../../base/json.ts'
import { eachLanguage, type Language, sameText, t, type Text } from '../../base/text/language.ts'
import { getRecord } from '../../client/api/records.ts'
import { statusName, whenText } from '../../spec/event-parts.ts'
import { nameOf } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'

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
