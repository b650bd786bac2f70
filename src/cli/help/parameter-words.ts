// The placeholder, allowed values and default of a documented parameter, for help, explain and the manual.
import { sameText, type Text } from '../../base/text/language.ts'
import type { Form, Parameter } from '../../spec/model.ts'
import { term_orders } from '../../spec/term-orders.ts'
import { common_statuses } from '../core/choices.ts'

export const required_text: Text = { en: 'required', de: 'erforderlich' }

const by_form: Readonly<Partial<Record<Form, Text>>> = {
  datetime: { en: 'date, with or without a time: 2027-03-01 18:00', de: 'Datum, auch mit Uhrzeit: 2027-03-01 18:00' },
  toggle: { en: 'true or false', de: 'true oder false' },
  terms: { en: 'names, slugs or ids, separated by commas', de: 'Namen, Slugs oder IDs, durch Kommas getrennt' },
  linked: { en: 'names, slugs or ids, separated by commas', de: 'Namen, Slugs oder IDs, durch Kommas getrennt' },
  timezone: { en: 'time zone: Europe/Berlin', de: 'Zeitzone: Europe/Berlin' },
  url: { en: 'URL', de: 'URL' },
  image: { en: 'media id or URL', de: 'Medien-ID oder URL' },
  cost: { en: 'amount or text: 12.50, free', de: 'Betrag oder Text: 12.50, frei' },
}

const by_type: Readonly<Record<Parameter['type'], Text>> = {
  integer: { en: 'whole number', de: 'ganze Zahl' },
  number: { en: 'number', de: 'Zahl' },
  string: { en: 'text', de: 'Text' },
  boolean: { en: 'true or false', de: 'true oder false' },
  'array of integer': { en: 'ids, separated by commas', de: 'IDs, durch Kommas getrennt' },
  untyped: { en: 'text', de: 'Text' },
}

/** The values of a parameter, in words. */
export function valueText(parameter: Parameter): Text {
  const { type, form } = parameter
  const allowed = allowedValues(parameter)
  return allowed.length > 0 ? oneOf(allowed) : ((form && by_form[form]) ?? by_type[type])
}

/** `auto, always or never`. */
export function oneOf(values: readonly string[]): Text {
  const [last = '', ...others] = values.toReversed()
  const first = others.toReversed().join(', ')
  return first === '' ? sameText(last) : { en: `${first} or ${last}`, de: `${first} oder ${last}` }
}

/** The values that a parameter allows; empty if they cannot be listed. */
export function allowedValues({ form }: Parameter): readonly string[] {
  if (form === 'status') return common_statuses
  if (form === 'order') return ['asc', 'desc']
  return form === 'orderby' ? term_orders : []
}

/** undefined if there is no default, or if the default is off. */
export function defaultText({ type, form, default: standard, computed }: Parameter): Text | undefined {
  if (computed) return { en: 'computed', de: 'berechnet' }
  if (type === 'boolean' || form === 'toggle') return standard ? { en: 'on', de: 'ein' } : undefined
  return standard === undefined || standard === null ? undefined : sameText(String(standard))
}
