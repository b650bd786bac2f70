// Compares a value with a schema of the service's description.
import { isObject } from '../../src/base/json.ts'

type Schema = Readonly<Record<string, unknown>>

/** The schema of a response in the description. */
export function promisedSchema(
  document: unknown,
  { path, method, status }: { readonly path: string; readonly method: string; readonly status: number },
): Schema {
  const responses = at(document, ['paths', path, method.toLowerCase(), 'responses'])
  const answer = at(responses, [String(status)])
  const reference = at(answer, ['$ref'])
  const held = typeof reference === 'string' ? at(document, reference.slice(2).split('/')) : answer
  const schema = at(held, ['content', 'application/json', 'schema'])
  if (!isObject(schema)) throw new Error(`${method} ${path} promises nothing for ${status}`)
  return schema
}

/** The differences between a value and its schema; keys that the schema does not have are differences. */
export function deviations(value: unknown, schema: Schema, document: unknown, path = '$'): readonly string[] {
  const found = resolved(schema, document)
  if (value === null) return found.nullable === true ? [] : [`${path} is null`]
  if (Array.isArray(found.oneOf)) {
    const all = found.oneOf.map((one: Schema) => deviations(value, one, document, path))
    return all.some((one) => one.length === 0) ? [] : all.flat()
  }
  if (Array.isArray(found.allOf)) return found.allOf.flatMap((one: Schema) => deviations(value, one, document, path))
  if (
    found.type !== undefined &&
    typeOf(value) !== found.type &&
    !(found.type === 'number' && typeOf(value) === 'integer')
  )
    return [`${path} is ${typeOf(value)}, not ${found.type}`]
  if (Array.isArray(found.enum) && !found.enum.includes(value)) return [`${path} is none of ${found.enum.join(', ')}`]
  if (typeof found.pattern === 'string' && !new RegExp(found.pattern).test(String(value)))
    return [`${path} does not match ${found.pattern}`]
  if (Array.isArray(value) && isObject(found.items))
    return value.flatMap((item, i) => deviations(item, found.items as Schema, document, `${path}[${i}]`))
  return isObject(value) && isObject(found.properties) ? insideOf(value, found, document, path) : []
}

function insideOf(value: Record<string, unknown>, found: Schema, document: unknown, path: string): readonly string[] {
  const properties = found.properties as Readonly<Record<string, Schema>>
  const missing = (found.required as readonly string[] | undefined)?.filter((name) => !(name in value)) ?? []
  const inside = Object.entries(value).flatMap(([name, item]) => {
    const row = properties[name]
    return row ? deviations(item, row, document, `${path}.${name}`) : [`${path}.${name} is not described`]
  })
  return [...missing.map((name) => `${path}.${name} is missing`), ...inside]
}

function resolved(schema: Schema, document: unknown): Schema {
  if (typeof schema.$ref !== 'string') return schema
  const found = at(document, schema.$ref.slice(2).split('/'))
  if (!isObject(found)) throw new Error(`${schema.$ref} leads nowhere`)
  return found
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

function at(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value)
}
