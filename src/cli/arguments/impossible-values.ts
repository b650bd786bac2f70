// Values that the documented tables exclude, and texts that flags of a command do not take: rejected before anything is
// sent. Deployed services ignore some of them and return other records than requested.
import { isIP } from 'node:net'
import { statusErrors } from '../../bulk/input/status-words.ts'
import { isOneZone, zoneHint } from '../../base/dates/zoned-time.ts'
import type { Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { common_statuses } from '../../spec/lists.ts'
import type { Parameter, Plural } from '../../spec/model.ts'
import type { Problem, Values } from '../../spec/read.ts'
import { resources, term_orders } from '../../spec/resources.ts'
import type { Command, OptionValue, ValueForm } from '../types/command.ts'
import { durationMs } from './flag-values.ts'
import type { Flag } from './flags.ts'

/** Words for a status that no service has, such as `cancelled`, are refused; others may be those of an extension. */
export function impossibleValues(
  { parameters = {}, resource, effect }: Pick<Command, 'parameters' | 'resource' | 'effect'>,
  values: Values,
): readonly Refused[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const parameter = parameters[name]
    if (parameter?.form === 'status') return refusedStatus(name, String(value), effect === 'reads')
    const expected = parameter && expectedOf(name, { parameter, value, resource, filters: effect === 'reads' })
    return expected ? [{ name, reason: 'type', expected, value, ...hintFor(parameter?.form, value) }] : []
  })
}

/** The first value of each flag that is not of its form. */
export function impossibleOptions(
  flags: readonly Flag[],
  options: Readonly<Record<string, OptionValue | undefined>>,
): readonly Refused[] {
  return flags.flatMap(({ name, option: { form } = {} }) => {
    if (form === undefined) return []
    const { isValid, expected } = forms[form]
    const wrong = [options[name] ?? []].flat().find((value) => !isValid(String(value)))
    return wrong === undefined ? [] : [{ name, reason: 'type', expected, value: wrong, ...hintFor(form, wrong) }]
  })
}

function hintFor(form: string | undefined, value: Json | undefined): Pick<Refused, 'hint'> {
  const hint = form === 'timezone' ? zoneHint(String(value)) : undefined
  return hint === undefined ? {} : { hint }
}

export interface Refused extends Problem {
  readonly hint?: Text
}

function refusedStatus(name: string, value: string, filters: boolean): readonly Refused[] {
  // A filter may be a list.
  const errors = value.split(',').flatMap((status) => statusErrors(status.trim(), name, filters))
  return errors.slice(0, 1).map(({ hint }) => ({
    name,
    reason: 'type',
    expected: t('one of {choices}', { choices: common_statuses.join(', ') }),
    value,
    ...(hint ? { hint } : {}),
  }))
}

interface Checked {
  readonly parameter: Parameter
  readonly value: Json | undefined
  readonly resource: Plural | undefined
  readonly filters: boolean
}

/** What the flag needs instead of the value; undefined if the value is valid. */
function expectedOf(name: string, { parameter, value, resource, filters }: Checked): Text | undefined {
  const { form, type, minimum } = parameter
  const isBlank = typeof value === 'string' && value.trim() === ''
  if (minimum !== undefined && Number(value) < minimum)
    return minimum === 0 ? t('a whole number from 0') : t('a positive whole number')
  if (minimum !== undefined) return undefined
  if (name === 'geoloc_lat') return Math.abs(Number(value)) > 90 ? t('a latitude from -90 to 90') : undefined
  if (name === 'geoloc_lng') return Math.abs(Number(value)) > 180 ? t('a longitude from -180 to 180') : undefined
  if (form === 'order' || form === 'orderby' || (form === 'timezone' && !isBlank)) {
    const { isValid, expected } = forms[form]
    return isValid(String(value)) ? undefined : expected
  }
  if (filters && (name === 'search' || form === 'slug') && isBlank) return t('non-empty text')
  if (filters && type === 'array of integer' && Array.isArray(value) && value.length === 0)
    return t('at least one id or name')
  if (!filters && resource !== undefined && name === resources[resource].name && isBlank) return t('non-empty text')
  return undefined
}

interface FormRule {
  isValid(text: string): boolean
  /** The end of a sentence: `--port needs a number from 0 to 65535`. */
  readonly expected: Text
}

const duration_ms_max = 24 * 3_600_000

/** The forms of values, of parameters and of flags. */
const forms: Readonly<Record<ValueForm | 'order' | 'orderby', FormRule>> = {
  order: matching(/^(asc|desc)$/i, t('asc or desc')),
  orderby: {
    isValid: (text) => term_orders.some((one) => one === text.toLowerCase()),
    expected: t('one of {term_orders}', { term_orders: term_orders.join(', ') }),
  },
  timezone: { isValid: isOneZone, expected: t('a zone such as Europe/Berlin or UTC+2') },
  duration: {
    isValid: (text) => durationMs(text) > 0 && durationMs(text) <= duration_ms_max,
    expected: t('a duration such as 90s, 5m or 1h30m, up to 24h'),
  },
  seconds: numberFrom(1, 86_400),
  port: numberFrom(0, 65_535),
  id: numberFrom(1, Number.MAX_SAFE_INTEGER),
  // `/_cal` is that of test control; a browser removes `.` and `..` from a path.
  segment: matching(/^(?!(?:_cal|\.{1,2})$)[\w.-]+$/, t('a name of letters, digits, dots and dashes, other than _cal')),
  host: {
    isValid: (text) => /^[\w.-]+$/.test(text) || isIP(text) !== 0,
    expected: t('a name such as cal.example.org'),
  },
  origin: {
    isValid: (text) => isHttpUrl(text) && new URL(text).origin === text.replace(/\/$/, ''),
    expected: t('an origin such as https://example.org'),
  },
  address: {
    isValid: (text) => isHttpUrl(text) && new URL(text).href === `${new URL(text).origin}${new URL(text).pathname}`,
    expected: t('an address such as https://cal.example.org'),
  },
}

function matching(form: RegExp, expected: Text): FormRule {
  return { isValid: (text) => form.test(text), expected }
}

function numberFrom(min: number, max: number): FormRule {
  return {
    isValid: (text) => Number(text) >= min && Number(text) <= max,
    expected: t('a number from {min} to {max}', { min, max }),
  }
}

function isHttpUrl(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text)
}
