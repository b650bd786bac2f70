// JSON Schemas of the arguments of tools, from the rows of the interface's definition.
import type { Json, JsonObject } from '../../../base/json.ts'
import type { Language } from '../../../base/text/language.ts'
import type { Parameter, Parameters } from '../../../spec/model.ts'
import { namedKind } from '../../arguments/name-fields.ts'
import { allowedValues, valueText } from '../../help/parameter-words.ts'
import type { Tool } from './tool.ts'

/** The schema of all arguments of a tool. */
export function schemaOf({ parameters, schemas = {} }: Tool, language: Language): JsonObject {
  const names = Object.keys(parameters)
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, { ...propertyOf(name, parameters, language), ...schemas[name] }]),
    ),
    required: names.filter((name) => parameters[name]?.required),
    additionalProperties: false,
  }
}

function propertyOf(name: string, parameters: Parameters, language: Language): JsonObject {
  const row = parameters[name]
  if (row === undefined) return {}
  return { ...typeOf(name, row, parameters), description: descriptionOf(row, language), ...defaultOf(row) }
}

const id_or_name = { type: ['integer', 'string'] } as const

function typeOf(name: string, row: Parameter, parameters: Parameters): JsonObject {
  const isNamed = namedKind(name, parameters) !== undefined
  const allowed = allowedValues(row)
  switch (row.type) {
    case 'integer':
      return isNamed ? id_or_name : { type: 'integer' }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'array of integer':
      return { type: 'array', items: isNamed || row.form === 'terms' ? id_or_name : { type: 'integer' } }
    case 'string':
      return allowed.length > 0 ? { type: 'string', enum: allowed } : { type: 'string' }
    case 'untyped':
      if (row.form === 'toggle') return { type: 'boolean' }
      return row.form === 'cost' ? { type: ['string', 'number'] } : { type: 'string' }
  }
}

/** The meaning of a parameter, with the expected format if the JSON type does not determine it. */
function descriptionOf(row: Parameter, language: Language): string {
  const says = row.form !== undefined && ['datetime', 'timezone', 'image', 'cost', 'toggle'].includes(row.form)
  return says ? `${row.meaning[language]} (${valueText(row)[language]})` : row.meaning[language]
}

function defaultOf({ type, default: standard, computed }: Parameter): { readonly default?: Json } {
  if (computed || standard === undefined || standard === null) return {}
  return { default: type === 'boolean' ? Boolean(standard) : standard }
}
