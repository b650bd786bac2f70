// The placeholder, allowed values and default of a documented parameter, for help, explain and the manual.
import { sameText, t, type Text } from '../../base/text/language.ts'
import { common_statuses } from '../../spec/lists.ts'
import type { Form, Parameter } from '../../spec/model.ts'
import { term_orders } from '../../spec/resources.ts'

export const required_text: Text = t('required')

const by_form: Readonly<Partial<Record<Form, Text>>> = {
  datetime: t('date, with or without a time: 2027-03-01 18:00'),
  toggle: t('true or false'),
  terms: t('names, slugs or ids, separated by commas'),
  linked: t('names, slugs or ids, separated by commas'),
  timezone: t('time zone: Europe/Berlin'),
  url: t('URL'),
  image: t('media id or URL'),
  cost: t('amount or text: 12.50, free'),
}

const by_type: Readonly<Record<Parameter['type'], Text>> = {
  integer: t('whole number'),
  number: t('number'),
  string: t('text'),
  boolean: t('true or false'),
  'array of integer': t('ids, separated by commas'),
  untyped: t('text'),
}

/** The values of a parameter, in words. */
export function valueText(parameter: Parameter): Text {
  const { type, form } = parameter
  const allowed = allowedValues(parameter)
  return allowed.length > 0 ? oneOfText(allowed) : ((form && by_form[form]) ?? by_type[type])
}

/** `auto, always or never`. */
export function oneOfText(values: readonly string[]): Text {
  const [last = '', ...others] = values.toReversed()
  const first = others.toReversed().join(', ')
  return first === '' ? sameText(last) : t('{first} or {last}', { first, last })
}

/** The values that a parameter allows; empty if they cannot be listed. */
export function allowedValues({ form }: Parameter): readonly string[] {
  if (form === 'status') return common_statuses
  if (form === 'order') return ['asc', 'desc']
  return form === 'orderby' ? term_orders : []
}

/** undefined if there is no default, or if the default is off. */
export function defaultText({ type, form, default: standard, computed }: Parameter): Text | undefined {
  if (computed) return t('computed')
  if (type === 'boolean' || form === 'toggle') return standard ? t('on') : undefined
  return standard === undefined || standard === null ? undefined : sameText(String(standard))
}
