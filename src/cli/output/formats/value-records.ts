// Finds the records in a JSON response (`cal api`, `index`, `doc`), to print them in formats other than JSON.
import { CalError } from '../../../base/errors.ts'
import { isList, isObject, type Json, objectsOf } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { OutcomeItem } from '../../core/outcome.ts'
import type { Format } from '../../core/choices.ts'

export interface ValueRecords {
  readonly records: readonly OutcomeItem[]
  readonly columns: readonly string[]
  /** One object, not a list. */
  readonly single: boolean
  /** The total number of records, if the response contains it. */
  readonly total?: () => number | undefined
}

/** undefined if the value is printed as JSON. Errors: `usage` for a format that needs records if there are none. */
export function valueRecords(
  value: Json | undefined,
  format: Format | 'template' | undefined,
): ValueRecords | undefined {
  if (format === undefined || format === 'json') return undefined
  const found = recordsIn(value)
  if (found || format === 'table') return found
  if (isObject(value) && (format === 'yaml' || format === 'ndjson')) return listOf([value], { single: true })
  const flag = format === 'template' ? '--template' : `-o ${format}`
  throw new CalError('usage', t('{flag} needs records, but this response has none', { flag }), {
    hint: t('use -o json'),
  })
}

/** Accepts a list, a page of a list as the interface returns it, or one record. */
function recordsIn(value: Json | undefined): ValueRecords | undefined {
  if (isList(value)) return objectsOf(value).length === value.length ? listOf(objectsOf(value)) : undefined
  if (!isObject(value)) return undefined
  const plural = Object.values(resources)
    .map((resource) => resource.plural)
    .find((name) => Array.isArray(value[name]) && 'total' in value)
  if (plural === undefined) return 'id' in value ? listOf([value], { single: true }) : undefined
  return {
    ...listOf(objectsOf(value[plural]), { plural }),
    total: () => (typeof value.total === 'number' ? value.total : undefined),
  }
}

function listOf(
  records: readonly OutcomeItem[],
  { plural, single = false }: { readonly plural?: Plural; readonly single?: boolean } = {},
): ValueRecords {
  return {
    records,
    single,
    columns:
      plural === undefined ? [...new Set(records.flatMap((record) => Object.keys(record)))] : resources[plural].columns,
  }
}
