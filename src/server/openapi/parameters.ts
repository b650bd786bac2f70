// The OpenAPI schema of a row of the interface.
import type { Form, Parameter } from '../../spec/model.ts'
import { term_orders } from '../domain/lists/selection.ts'
import { statuses } from '../domain/status.ts'
import type { Piece } from './localized.ts'

const whole = { type: 'integer' }
const text = { type: 'string' }
const several = { oneOf: [whole, text] }
const linked = { oneOf: [whole, { type: 'object' }] }

/** What a form accepts, where the printed type is too narrow or too wide. */
const by_form: Readonly<Partial<Record<Form, Piece>>> = {
  datetime: text,
  timezone: text,
  url: text,
  toggle: { oneOf: [{ type: 'boolean' }, text] },
  image: several,
  cost: { oneOf: [text, { type: 'number' }, { type: 'array', items: { oneOf: [text, { type: 'number' }] } }] },
  terms: { type: 'array', items: several },
  linked: { oneOf: [whole, text, { type: 'object' }, { type: 'array', items: linked }] },
  order: { type: 'string', enum: ['asc', 'desc'] },
  orderby: { type: 'string', enum: term_orders },
}

const by_type: Readonly<Record<Parameter['type'], Piece>> = {
  integer: whole,
  number: { type: 'number', format: 'double' },
  string: text,
  boolean: { type: 'boolean' },
  'array of integer': { type: 'array', items: whole },
  untyped: {},
}

const bounds: Readonly<Record<string, Piece>> = { page: { minimum: 1 }, per_page: { minimum: 1, maximum: 50 } }

/** The schema of a field that is sent. */
export function fieldSchema(name: string, parameter: Parameter): Piece {
  const { form, meaning, default: value, computed, type } = parameter
  const schema = form === 'status' ? { type: 'string', enum: statuses } : ((form && by_form[form]) ?? by_type[type])
  const shown =
    value === undefined || value === null || computed ? {} : { default: type === 'boolean' ? Boolean(value) : value }
  return { ...schema, ...bounds[name], ...shown, description: meaning }
}

/** A parameter of the path or the query; lists are sent as `1,2`. */
export function parameterOf(name: string, parameter: Parameter, where: 'path' | 'query'): Piece {
  const { description, ...schema } =
    where === 'query' && parameter.form === 'status'
      ? { type: 'string', description: parameter.meaning }
      : fieldSchema(name, parameter)
  const list = schema.type === 'array' ? { style: 'form', explode: false } : {}
  return { name, in: where, description, required: where === 'path' || parameter.required === true, ...list, schema }
}
