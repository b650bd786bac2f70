// `--map "Column=field"`: assigns fields to columns that are not recognized.
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import { columnOf } from '../../bulk/input/headers/headers.ts'
import { resources } from '../../spec/resources.ts'
import { closest, didYouMean } from '../../base/text/closest.ts'
import { pairsOf } from '../arguments/flag-values.ts'

/** The field of each column. Errors: `usage` for a field that no kind of record has. */
export function mapOf(pairs: readonly string[] | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(pairsOf('--map', pairs)).map(([column, field]) => [column, knownField(String(field))]),
  )
}

function knownField(field: string): string {
  if (Object.values(resources).some(({ plural }) => !('dropped' in columnOf(field, plural)))) return field
  const near = closest(
    field,
    Object.values(resources).flatMap(({ fields }) => Object.keys(fields)),
  )
  throw new CalError('usage', t('--map: unknown field "{field}"', { field }), {
    hint:
      near === undefined
        ? t('list the fields: cal explain event; start_time, end_time and duration work too')
        : didYouMean(near),
  })
}
