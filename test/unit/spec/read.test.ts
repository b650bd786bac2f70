// Reading request values by the rows of the specification, with the types derived from them.
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { OptionsOf } from '../../../src/cli/types/command.ts'
import type { ItemReference } from '../../../src/spec/model.ts'
import { read } from '../../../src/spec/read.ts'
import { resources } from '../../../src/spec/resources.ts'

const { query, fields } = resources.events

describe('read', () => {
  it('gives each value the type of its row', () => {
    const { values, problems } = read(query, {
      starts_after: '2026-03-01',
      per_page: '5',
      venue: '3,4',
      categories: 'music,7',
      featured: 'true',
      geoloc_lat: '48.2',
      unknown: 1,
      tags: null,
    })
    expect(values).toEqual({
      starts_after: '2026-03-01',
      per_page: 5,
      venue: [3, 4],
      categories: ['music', 7],
      featured: true,
      geoloc_lat: 48.2,
    })
    expect(problems).toEqual([])
    expectTypeOf(values.starts_after).toEqualTypeOf<string | undefined>()
    expectTypeOf(values.per_page).toEqualTypeOf<number | undefined>()
    expectTypeOf(values.venue).toEqualTypeOf<readonly number[] | undefined>()
    expectTypeOf(values.categories).toEqualTypeOf<readonly ItemReference[] | undefined>()
    expectTypeOf(values.featured).toEqualTypeOf<boolean | undefined>()
    expectTypeOf(values.geoloc_lat).toEqualTypeOf<number | undefined>()
  })

  it('names each missing value and each value of another type', () => {
    const { problems } = read(fields, { title: 'A', end_date: '2026-03-01', author: 'ten', venue: [true] })
    expect(problems.map(({ name, reason, expected }) => [name, reason, expected.en])).toEqual([
      ['author', 'type', 'a whole number'],
      ['start_date', 'missing', 'text'],
      ['venue', 'type', 'ids or names, separated by commas'],
    ])
  })

  it('requires no fields of a partial record', () => {
    expect(read(fields, {}, { isPartial: true }).problems).toEqual([])
  })

  it('reads a date of a list that is sent as a number as text', () => {
    expect(read(query, { starts_after: 20260301 }).values).toEqual({ starts_after: '20260301' })
    expect(read(query, { starts_after: [] }).problems).toHaveLength(1)
  })
})

it('the values of our own flags follow from their rows', () => {
  type Values = OptionsOf<{
    readonly port: { readonly type: 'integer'; readonly description: { en: 'port'; de: 'Port' } }
    readonly to: {
      readonly type: 'string'
      readonly choices: readonly ['csv', 'json']
      readonly description: { en: ''; de: '' }
    }
    readonly without: { readonly type: 'string'; readonly many: 'commas'; readonly description: { en: ''; de: '' } }
    readonly force: { readonly type: 'boolean'; readonly description: { en: ''; de: '' } }
  }>
  expectTypeOf<Values>().toEqualTypeOf<{
    readonly port?: number
    readonly to?: 'csv' | 'json'
    readonly without?: readonly string[]
    readonly force?: boolean
  }>()
})
