// Expands a calendar file into records: applies defaults, flattens category trees, and expands counts and repeats.
import type { DateContext } from '../../base/dates/date-parser.ts'
import { isObject, type Json } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resourceNamed, resources } from '../../spec/resources.ts'
import type { InputError, InputItem, InputLocation } from '../input/entry.ts'
import { chooseFields, fillPlaceholders, type RandomSource, withOwnSlug } from './computed-values.ts'
import type { CalendarDocument, DocumentRow } from './document.ts'
import { eventItems } from './expand-event.ts'
import type { RepeatWindow } from './repeat.ts'
import { parseCategory, parseCount } from './schema.ts'

export interface ExpandOptions {
  readonly document: CalendarDocument
  readonly here: DateContext
  readonly random: RandomSource
  /** Only events that start in it become records. */
  readonly window?: RepeatWindow
  /** Called with the slug of each event outside the window. */
  readonly outside?: (slug: string) => void
}

export function* expandCalendar(options: ExpandOptions): Iterable<InputItem> {
  const { document } = options
  for (const { value, line } of document.rows.categories)
    yield* categoryItems(value, { location: { file: document.file, line }, parent: undefined })
  for (const kind of ['tags', 'venues', 'organizers', 'events'] as const)
    for (const row of document.rows[kind]) yield* rowItems(kind, row, options)
}

interface CategoryContext {
  readonly location: InputLocation
  /** Key, name or path of the parent category. */
  readonly parent: string | undefined
}

/** A name, `{name: Rock, slug: rock}`, or `Music: [Jazz, Rock]` with its children. */
function* categoryItems(value: Json, { location, parent }: CategoryContext): Iterable<InputItem> {
  const source = { kind: 'categories', location } as const
  const above = parent === undefined ? {} : { parent }
  if (typeof value === 'string')
    return yield { ...source, original: { name: value }, values: { name: value, ...above } }
  if (!isObject(value)) return yield { ...source, original: { value }, errors: [notRecord(value)] }
  const [[first = '', list] = []] = Object.entries(value)
  const isShort = Object.keys(value).length === 1 && (Array.isArray(list) || list === null)
  const record: Values = isShort ? { name: first, children: list } : value
  if (record.disabled === true) return
  const parsed = parseCategory(record)
  if ('errors' in parsed) return yield { ...source, original: record, errors: parsed.errors }
  const { children, disabled: _, ...own } = parsed.values
  yield { ...source, original: own, values: { ...own, ...above } }
  const path = parent === undefined ? String(own.key ?? own.name) : `${parent} > ${own.name}`
  for (const child of children ?? []) yield* categoryItems(child, { location, parent: path })
}

/** The records of a row: `count` of them, numbered by `{n}`. */
function* rowItems(kind: Exclude<Plural, 'categories'>, row: DocumentRow, options: ExpandOptions): Iterable<InputItem> {
  const { document, here, random, window = {}, outside } = options
  const { name } = resources[kind]
  const value: Json = typeof row.value === 'string' ? { [name]: row.value } : row.value
  const source = { kind, location: { file: document.file, line: row.line } }
  if (!isObject(value)) return yield { ...source, original: { value }, errors: [notRecord(value)] }
  const record = { ...defaultsFor(kind, value, document), ...value }
  if (record.disabled === true) return
  const parsed = parseCount(record)
  if ('errors' in parsed) return yield { ...source, original: value, errors: parsed.errors }
  const { count = 1, disabled: _, ...fields } = parsed.values
  const isNumbered = value.count !== undefined
  for (let n = 1; n <= count; n++) {
    const chosen = withNumberedKey(chooseFields(fields, random), isNumbered)
    if (kind === 'events')
      yield* eventItems(chosen, { n, location: source.location, document, here, window, outside, isNumbered })
    else
      yield {
        ...source,
        original: value,
        values: withOwnSlug(
          fillPlaceholders(chosen, { n, language: document.language }),
          String(chosen[name] ?? ''),
          isNumbered ? `-${n}` : '',
        ),
      }
  }
}

/** The records of one row need different keys. */
function withNumberedKey(values: Values, isNumbered: boolean): Values {
  const { key } = values
  return !isNumbered || key === undefined || String(key).includes('{n}') ? values : { ...values, key: `${key}-{n}` }
}

/**
 * The defaults under the name of the kind, and for events also those at the top level. A default duration does not
 * apply to an event with its own end.
 */
function defaultsFor(kind: Plural, value: Values, { defaults }: CalendarDocument): Values {
  const own = defaults[kind] ?? defaults[resources[kind].singular]
  const common =
    kind === 'events'
      ? Object.entries(defaults).filter(([name, one]) => resourceNamed(name) === undefined || !isObject(one))
      : []
  const { duration, ...rest } = { ...Object.fromEntries(common), ...(isObject(own) ? own : {}) }
  return duration === undefined || value.end !== undefined || value.end_date !== undefined
    ? rest
    : { ...rest, duration }
}

function notRecord(value: Json | undefined): InputError {
  return { value, text: t('not a record: {value}', { value: String(value) }) }
}
