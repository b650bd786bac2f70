// The zod schemas of a calendar file: its top level, and the keys in addition to the fields of the interface.
// Reading a file and the JSON Schema for editors use the same definitions.
import { type Json, parsedJson } from '../../base/json.ts'
import * as z from 'zod/mini'
import { durationOf } from '../../base/dates/durations.ts'
import { isOneZone } from '../../base/dates/zoned-time.ts'
import { type Language, t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import type { Parameter, Plural } from '../../spec/model.ts'
import { plurals_by_need, resources } from '../../spec/resources.ts'
import type { InputError } from '../input/entry.ts'
import { zoneOfName } from '../input/zone-names.ts'

/** The expected value of a key, as the end of a sentence: `count needs a whole number`. */
const expectations = new Map<z.core.$ZodType, Text>()

function expecting<S extends z.ZodMiniType>(expected: Text, schema: S): S {
  expectations.set(schema, expected)
  return schema
}

const written = z.union([z.string(), z.number()])
const zone = z.string().check(
  z.overwrite((name) => zoneOfName(name) ?? name),
  z.refine(isOneZone),
)
const months = z.int().check(z.gte(1), z.lte(12))

const timezone = expecting(t('a zone such as Europe/Berlin or UTC+2'), z.nullish(zone))
const date = expecting(t('a date such as 2027-03-01 18:00'), z.optional(written))
const dates = expecting(t('dates such as [2027-03-01]'), z.nullish(z.union([written, z.array(written)])))

/** Any value that YAML or JSON can hold. */
const json = z.custom<Json>()

const list = () => expecting(t('a list'), z.nullish(z.array(json)))

/** The top level of a calendar file; records are parsed one by one, so that each error names its line. */
export const document_schema = z.strictObject({
  calendar: expecting(t('a name'), z.nullish(z.string())),
  timezone,
  language: expecting(t('en or de'), z.nullish(z.string().check(z.regex(/^\s*(en|de)/i)))),
  defaults: expecting(t('fields with values'), z.nullish(z.record(z.string(), json))),
  categories: list(),
  tags: list(),
  venues: list(),
  organizers: list(),
  events: list(),
})

export const calendar_keys: readonly string[] = Object.keys(document_schema.shape)

const disabled = expecting(t('true or false'), z.optional(z.boolean()))
const key = expecting(t('text'), z.optional(written))

/** The number of records of a row, and whether the row is enabled. */
export const count_schema = z.catchall(
  z.object({
    count: expecting(t('a whole number'), z.optional(z.int().check(z.gte(0)))),
    disabled,
  }),
  json,
)

export const category_schema = z.catchall(
  z.object({
    key,
    disabled,
    children: expecting(t('a list'), z.nullish(z.array(json))),
  }),
  json,
)

const event_keys = z.catchall(
  z.object({
    key,
    start: date,
    end: expecting(t('a date or a time such as 20:00'), z.optional(written)),
    duration: expecting(
      t('a length of time such as 90m, 1h30m or 2d'),
      z.optional(z.string().check(z.refine((text) => Boolean(durationOf(text))))),
    ),
    repeat: expecting(t('a rule such as FREQ=WEEKLY;COUNT=10'), z.optional(z.string())),
    except: dates,
    also: dates,
    skip_months: expecting(t('months such as [7, 8]'), z.nullish(z.union([months, z.array(months)]))),
  }),
  json,
)

/** `start_date` and `end_date` are fields of the interface with the same meaning as `start` and `end`. */
export const event_schema = z.extend(event_keys, { start_date: date, end_date: event_keys.shape.end, timezone })

export type EventKeys = z.infer<typeof event_schema>

export type Parsed<T> = { readonly values: T } | { readonly errors: readonly KeyError[] }

/** An error in the value of one key; `path` leads to it from the parsed value. */
export interface KeyError extends InputError {
  readonly path: readonly (string | number)[]
}

type ObjectSchema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>

/** The value by one of these schemas, or an error for each wrong key. */
export function parsedBy<S extends ObjectSchema>(schema: S, value: Json | undefined): Parsed<z.infer<S>> {
  const result = schema.safeParse(value)
  if (result.success) return { values: result.data }
  return { errors: result.error.issues.map((issue) => errorOf(issue, schema, value)) }
}

function errorOf(issue: z.core.$ZodIssue, schema: ObjectSchema, whole: Json | undefined): KeyError {
  const path = issue.path.filter((step) => typeof step !== 'symbol')
  if (issue.code === 'unrecognized_keys') {
    const [unknown = ''] = issue.keys
    const allowed = Object.keys(schema.shape).join(', ')
    return {
      path: [...path, unknown],
      text: t('unknown key "{unknown}"; allowed keys: {allowed}', { unknown, allowed }),
    }
  }
  const name = String(path[0] ?? '')
  const own = schema.shape[name]
  const expected = (own && expectations.get(own)) ?? t('another value')
  const value = typeof whole === 'object' && whole !== null ? Reflect.get(whole, name) : whole
  const shown = quoted(value)
  return {
    path,
    field: field_names[name] ?? name,
    value,
    text: t('{name} needs {expected}, not {shown}', { name, expected, shown }),
  }
}

/** Short names of fields of the interface. */
const field_names: Readonly<Record<string, string>> = { start: 'start_date', end: 'end_date' }

/** What editors show beside a key that is not a field of the interface. */
const descriptions: Readonly<Record<string, Text>> = {
  calendar: t(
    'Name of the calendar file; with apply --prune, records of this name are deleted when they leave the file.',
  ),
  timezone: t('Time zone of dates, such as Europe/Berlin.'),
  language: t('Language of dates in titles and slugs: en or de.'),
  defaults: t('Fields of every event, or of each kind (events, venues, …), unless a record has its own.'),
  categories: t('Categories by name; children as a list: Music: [Jazz].'),
  tags: t('Tags, by name.'),
  venues: t('Venues, each with a key that events refer to.'),
  organizers: t('Organizers, each with a key that events refer to.'),
  events: t('Events; repeat makes several from one entry.'),
  key: t('Identifies the record across changes of the file; events refer to venues and organizers by it.'),
  start: t('Start, such as 2027-03-01 18:00.'),
  end: t('End: a date or a time such as 20:00.'),
  duration: t('Length instead of an end: 90m, 1h30m, 2d.'),
  repeat: t('Recurrence rule: FREQ=WEEKLY;COUNT=10.'),
  except: t('Dates of the rule to leave out.'),
  also: t('Dates in addition to the rule.'),
  skip_months: t('Months without events: [7, 8].'),
  count: t('How many records seed makes from this one.'),
  disabled: t('Leaves this entry out.'),
  children: t('Categories below this one.'),
}

/** Shape: JSON Schema, draft 2020-12; titles and descriptions in one language. */
export function calendarJsonSchema(language: Language): Json | undefined {
  const title = t('Calendar file of calctl')[language]
  const { $schema, ...schema } = z.toJSONSchema(calendarSchemaOf(language), { unrepresentable: 'any' })
  return parsedJson(JSON.stringify({ $schema, $id: 'urn:calctl:calendar-file', title, ...schema }))
}

/** The schema of a whole calendar file, for editors. */
export function calendarSchemaOf(language: Language): z.ZodMiniType {
  const kinds = Object.fromEntries(
    plurals_by_need.map((kind) => [kind, z.nullish(z.array(z.union([z.string(), recordSchemaOf(kind, language)])))]),
  )
  return z.strictObject(described({ ...document_schema.shape, ...kinds }, language))
}

/** Each schema as a new one, because a description belongs to one use. */
function described(schemas: Readonly<Record<string, z.ZodMiniType>>, language: Language) {
  return mapped(schemas, (schema, name) => {
    const description = descriptions[name]?.[language]
    return description === undefined ? schema : z.optional(schema).register(z.globalRegistry, { description })
  })
}

/** No field is required: the defaults or a name alone may be enough. Categories may be trees, `Music: [Jazz]`. */
function recordSchemaOf(kind: Plural, language: Language): z.ZodMiniType {
  const { fields: parameters, title } = resources[kind]
  const fields = mapped<Parameter, z.ZodMiniType>(parameters, (parameter) =>
    z.optional(valueSchemaOf(parameter)).register(z.globalRegistry, { description: parameter.description[language] }),
  )
  const keys = { ...count_schema.shape, key, ...(kind === 'events' ? event_keys.shape : {}) }
  const own = mapped<z.ZodMiniType, z.ZodMiniType>(keys, (schema) => z.optional(z.union([schema, choice])))
  const schema =
    kind === 'categories'
      ? z.looseObject({ ...fields, ...described(category_schema.shape, language) })
      : z.strictObject({ ...fields, ...described(own, language) })
  return schema.register(z.globalRegistry, { title: title[language] })
}

/** A value that `--seed` chooses. */
const choice = z.union([
  z.strictObject({ choose: z.array(z.unknown()), of: z.optional(z.int()) }),
  z.strictObject({ between: z.tuple([written, written]), at: z.optional(z.unknown()) }),
])

/** Dates, numbers and lists may have any form that the importer accepts. */
function valueSchemaOf({ type, form }: Parameter): z.ZodMiniType {
  const written_as = {
    boolean: z.boolean(),
    integer: z.int(),
    number: z.number(),
    untyped: z.unknown(),
    'array of integer': z.unknown(),
    string: form === 'datetime' ? z.unknown() : written,
  }
  return z.union([written_as[type], choice])
}

function mapped<T, R>(
  values: Readonly<Record<string, T>>,
  change: (value: T, name: string) => R,
): Readonly<Record<string, R>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]))
}
