// Every documented parameter is an argument of its tool, in the type that the tool reads.
import { expect, it } from 'vitest'
import { recordTools } from '../../../../../src/cli/commands/mcp/record-tools.ts'
import { argumentsOf, schemaOf } from '../../../../../src/cli/commands/mcp/tool.ts'
import { resources } from '../../../../../src/spec/resources.ts'

const tools = recordTools()
const named = new Map(tools.map((tool) => [tool.name, tool]))
const propertiesOf = (name: string) => {
  const tool = named.get(name)
  if (!tool) throw new Error(name)
  return Object(schemaOf(tool, 'en').properties)
}

it.each(Object.values(resources))('has all filters and fields of $plural', ({ plural, singular, query, fields }) => {
  for (const name of Object.keys(query)) expect(propertiesOf(`list_${plural}`), name).toHaveProperty(name)
  for (const verb of ['create', 'update'])
    for (const name of Object.keys(fields)) expect(propertiesOf(`${verb}_${singular}`), name).toHaveProperty(name)
})

/** A value of each type in a schema. */
const samples: Readonly<Record<string, unknown>> = { integer: 3, number: 1.5, boolean: true, string: 'x', array: [3] }

it.each(tools)('$name reads every type that its schema allows', async (tool) => {
  const { properties, required } = schemaOf(tool, 'de')
  const least = Object.fromEntries([required].flat().map((name) => [String(name), 'x']))
  for (const [name, schema] of Object.entries(Object(properties))) {
    const { type, description, enum: [choice] = [] } = Object(schema)
    expect(description, name).not.toBe('')
    for (const one of [type].flat()) {
      const value = choice ?? (name === 'timezone' ? 'UTC' : Object(samples)[one])
      await argumentsOf(tool, { ...least, [name]: value })
    }
  }
})
