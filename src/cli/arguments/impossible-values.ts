// Values that the documented tables exclude: rejected before anything is sent. Deployed services ignore some of them
// and return other records than requested.
import { statusErrors } from '../../bulk/input/cell-values.ts'
import { isZone } from '../../base/dates/zoned-time.ts'
import type { Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { common_statuses } from '../../spec/lists.ts'
import type { Parameter, Plural } from '../../spec/model.ts'
import type { Problem, Values } from '../../spec/read.ts'
import { resources, term_orders } from '../../spec/resources.ts'
import type { Command } from '../types/command.ts'

/** Words for a status that no service has, such as `cancelled`, are refused; others may be those of an extension. */
export function impossibleValues(
  { parameters = {}, resource, effect }: Pick<Command, 'parameters' | 'resource' | 'effect'>,
  values: Values,
): readonly Refused[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const parameter = parameters[name]
    if (parameter?.form === 'status') return refusedStatus(name, String(value), effect === 'reads')
    const expected = parameter && expectedOf(name, { parameter, value, resource, filters: effect === 'reads' })
    return expected ? [{ name, reason: 'type', expected, value }] : []
  })
}

interface Refused extends Problem {
  readonly hint?: Text
}

function refusedStatus(name: string, value: string, filters: boolean): readonly Refused[] {
  // A filter may be a list.
  const errors = value.split(',').flatMap((status) => statusErrors(status.trim(), name))
  return errors.slice(0, 1).map(({ hint }) => ({
    name,
    reason: 'type',
    expected: t('one of {choices}', { choices: common_statuses.join(', ') }),
    value,
    ...(hint && !filters ? { hint } : {}),
  }))
}

interface Checked {
  readonly parameter: Parameter
  readonly value: Json | undefined
  readonly resource: Plural | undefined
  readonly filters: boolean
}

/** What the flag needs instead of the value; undefined if the value is valid. */
function expectedOf(name: string, { parameter: { form, type }, value, resource, filters }: Checked): Text | undefined {
  const isBlank = typeof value === 'string' && value.trim() === ''
  if (name === 'page' || name === 'per_page') return Number(value) < 1 ? t('a positive whole number') : undefined
  if (name === 'geoloc_lat') return Math.abs(Number(value)) > 90 ? t('a latitude from -90 to 90') : undefined
  if (name === 'geoloc_lng') return Math.abs(Number(value)) > 180 ? t('a longitude from -180 to 180') : undefined
  if (form === 'order') return orders.includes(String(value).toLowerCase()) ? undefined : t('asc or desc')
  if (form === 'orderby')
    return term_orders.some((one) => one === String(value).toLowerCase())
      ? undefined
      : t('one of {term_orders}', { term_orders: term_orders.join(', ') })
  if (form === 'timezone')
    return isBlank || isZone(String(value)) ? undefined : t('a zone such as Europe/Berlin or UTC+2')
  if (filters && (name === 'search' || form === 'slug') && isBlank) return t('non-empty text')
  if (filters && type === 'array of integer' && Array.isArray(value) && value.length === 0)
    return t('at least one id or name')
  if (!filters && resource !== undefined && name === resources[resource].name && isBlank) return t('non-empty text')
  return undefined
}

const orders: readonly string[] = ['asc', 'desc']
