// The JSON Schema of calendar files, made of the definitions: an editor that reads it completes and checks while
// typing.
import type { Language } from '../../base/text/language.ts'
import type { Parameter, Parameters, Plural } from '../../spec/model.ts'
import { plurals_by_need, resources } from '../../spec/resources.ts'

type Zod = typeof import('zod')
type Schema = import('zod').ZodType

/** Shape: JSON Schema, draft 2020-12; meanings in one language. */
export async function calendarSchema(language: Language): Promise<unknown> {
  const z = await import('zod')
  return z.toJSONSchema(calendarOf(z, language))
}

/** What a calendar file may hold. */
export function calendarOf(z: Zod, language: Language): Schema {
  return z.strictObject({
    calendar: z.string().optional(),
    timezone: z.string().optional(),
    language: z.enum(['en', 'de']).optional(),
    defaults: z.record(z.string(), z.unknown()).optional(),
    ...Object.fromEntries(
      plurals_by_need.map((kind) => [kind, z.array(z.union([z.string(), recordOf(z, kind, language)])).optional()]),
    ),
  })
}

/** Nothing is required of a record: a default or a name alone may say it. Categories may be trees, `Music: [Jazz]`. */
function recordOf(z: Zod, kind: Plural, language: Language): Schema {
  const fields = mapped(resources[kind].fields, (parameter) =>
    schemaOfValue(z, parameter).describe(parameter.meaning[language]).optional(),
  )
  const own = { key: z.string().optional(), disabled: z.boolean().optional(), ...ownOf(z, kind) }
  return kind === 'categories' ? z.looseObject({ ...fields, ...own }) : z.strictObject({ ...fields, ...own })
}

/** What a calendar file adds to the interface's fields. */
function ownOf(z: Zod, kind: Plural): Readonly<Record<string, Schema>> {
  const count = z.int().min(0).optional()
  if (kind === 'categories') return { children: z.array(z.unknown()).optional() }
  if (kind !== 'events') return { count }
  const dates = z.array(z.string()).optional()
  const moment = z.unknown().optional()
  return {
    count,
    start: moment,
    end: moment,
    duration: z.string().optional(),
    repeat: z.string().optional(),
    except: dates,
    also: dates,
    skip_months: z.union([z.int(), z.array(z.int().min(1).max(12))]).optional(),
  }
}

/** Dates, numbers and lists may be written as people write them, and drawn by `choose` and `between`. */
function schemaOfValue(z: Zod, { type, form }: Parameter): Schema {
  const drawn = z.strictObject({ choose: z.array(z.unknown()), of: z.int().optional() })
  const written = {
    boolean: z.boolean(),
    integer: z.int(),
    number: z.number(),
    untyped: z.unknown(),
    'array of integer': z.unknown(),
    string: form === 'datetime' ? z.unknown() : z.union([z.string(), z.number()]),
  }
  return z.union([written[type], drawn])
}

function mapped<T>(parameters: Parameters, change: (parameter: Parameter) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(parameters).map(([name, parameter]) => [name, change(parameter)]))
}
