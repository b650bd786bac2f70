// Values → request → parsed by the service → the same values.
import type { Json, JsonObject } from '../../src/base/json.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requestOf } from '../../src/client/api/call.ts'
import { parseRequest } from '../support/open-calendar.ts'
import type { Parameter, Parameters } from '../../src/spec/model.ts'
import { allOperations } from '../../src/spec/operations.ts'
import { read } from '../../src/spec/read.ts'

const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.constantFrom('a,b', 'x&y=z', '50% +1', '#?/[]', ' blank ', 'naïve 日本', '2027-01-01 10:00'),
)
/** A name in a list of terms: trimmed, and not a number. */
const name = text.map((value) => `n${value.trim()}`)

function anyOf({ type, form }: Parameter): fc.Arbitrary<Json> {
  if (type === 'integer') return fc.maxSafeInteger()
  if (type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)
  if (type === 'boolean') return fc.boolean()
  if (type !== 'array of integer') return text
  return form === 'terms' || form === 'linked'
    ? fc.array(fc.oneof(fc.nat(), name), { minLength: 1, maxLength: 4 })
    : fc.array(fc.nat(), { minLength: 1, maxLength: 4 })
}

function valuesOf(parameters: Parameters): fc.Arbitrary<JsonObject> {
  return fc.record(Object.fromEntries(Object.entries(parameters).map(([key, parameter]) => [key, anyOf(parameter)])), {
    requiredKeys: [],
  })
}

describe.each(allOperations().filter(({ verb }) => verb))('$name', (operation) => {
  it('sends the values that were typed', () => {
    const place = Object.fromEntries(
      Object.keys(operation.path_parameters).map((key) => [key, key === 'id' ? 12 : 'a-slug']),
    )
    fc.assert(
      fc.property(valuesOf(operation.parameters), (values) => {
        // The slug in the path and the one in the body differ; the client changes slugs by id.
        const { slug: _, ...rest } = values
        const sent_values = 'slug' in operation.path_parameters ? rest : values
        const { given } = parseRequest(requestOf(operation, { ...sent_values, ...place }, {}))
        const { values: received, problems } = read(
          Object.fromEntries(Object.entries(operation.parameters).map(([key, { required: __, ...row }]) => [key, row])),
          given,
        )
        expect(problems).toEqual([])
        expect(received).toEqual(sent_values)
      }),
      { numRuns: 60 },
    )
  })
})
