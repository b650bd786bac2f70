// Compares the definitions in src/spec with the tables of the specification, row by row and in both directions.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Parameter, Parameters } from '../src/spec/model.ts'
import { type Operation, allOperations } from '../src/spec/operations.ts'
import { resources } from '../src/spec/resources.ts'

type Cells = Readonly<Record<string, string>>
type Tables = Readonly<Record<string, readonly Cells[]>>

const tables = (name: string): Tables =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'spec', `${name}.json`), 'utf8'))
const fields = tables('fields')
const parameters = tables('parameters')
const endpoints = tables('endpoints')

/** The compared cells of a row, in the spelling of the specification. */
interface Fact {
  readonly name: string
  readonly type: string
  readonly required: string
  readonly default: string
}

describe.each(Object.values(resources))('$plural', ({ plural, fields: ourFields, query, name, columns }) => {
  it('has the fields of the specification, in its order', () => {
    expect(factsOf(ourFields)).toEqual(
      fields[plural]?.map((cells) => ({
        name: cells.Field,
        type: cells.Type,
        required: cells['Required on create'],
        default: cells.Default ?? '-',
      })),
    )
  })

  it('has the list parameters of the specification, in its order', () => {
    expect(factsOf(query)).toEqual(
      parameters[plural]?.map((cells) => ({
        name: cells.Parameter,
        type: cells.Type?.replace(/ \(.*\)$/, ''),
        required: 'no',
        default: cells.Default,
      })),
    )
  })

  it('describes every field and parameter in English and in German', () => {
    const undescribed = Object.entries({ ...ourFields, ...query }).filter(
      ([, { description }]) => description.en.trim() === '' || description.de.trim() === '',
    )
    const untranslated = Object.entries({ ...ourFields, ...query }).filter(
      ([, { description }]) => description.en === description.de,
    )
    expect(undescribed.map(([key]) => key)).toEqual([])
    expect(untranslated.map(([key]) => key)).toEqual([])
  })

  it('has a name field and distinct columns', () => {
    expect(Object.keys(ourFields)).toContain(name)
    expect(new Set(columns).size).toBe(columns.length)
  })
})

describe('operations', () => {
  const expected = Object.values(endpoints).flat()

  it('are the 36 of the specification', () => {
    expect(allOperations()).toHaveLength(36)
    expect(
      allOperations()
        .map(({ methods, path }) => `${methods.join(', ')} ${path}`)
        .sort(),
    ).toEqual(expected.map((row) => `${row.Method} ${pathOf(row)}`).sort())
  })

  it('have unique names', () => {
    expect(new Set(allOperations().map(({ name }) => name)).size).toBe(36)
  })

  it.each(expected)('$Method $Path has the parameters of the specification', (row) => {
    const operation = operationOf(row)
    const { path_parameters, parameters: actual } = operation
    const text = row.Parameters ?? ''
    expect(Object.keys({ ...path_parameters, ...actual }).sort()).toEqual(namesIn(text, operation).sort())
    expect(Object.values(path_parameters).every(({ required }) => required)).toBe(true)
    expect(Object.keys(actual).filter((name) => actual[name]?.required)).toEqual(requiredIn(text))
  })

  it('have the two defaults of the index', () => {
    expect(allOperations().find(({ name }) => name === 'index')?.parameters).toMatchObject({
      namespace: { default: '<vendor>/events/v1' },
      context: { default: 'view' },
    })
  })
})

function factsOf(rows: Parameters): readonly Fact[] {
  return Object.entries(rows).map(([name, row]) => ({
    name,
    type: typeOf(row),
    required: row.required ? 'yes' : 'no',
    default: 'default' in row ? String(row.default) : '-',
  }))
}

function typeOf({ type }: Parameter): string {
  return type
}

function pathOf(row: Cells): string {
  return /`([^`]+)`/.exec(row.Path ?? '')?.[1] ?? ''
}

function operationOf(row: Cells): Operation {
  const found = allOperations().find(({ methods, path }) => methods.join(', ') === row.Method && path === pathOf(row))
  if (!found) throw new Error(`no operation for ${row.Method} ${row.Path}`)
  return found
}

/** The names that a cell lists or refers to (`event fields`, `the table below`), without those it excludes (`no …`). */
function namesIn(text: string, { resource = 'events' }: Operation): string[] {
  const listed = namesQuoted(text.replace(/default `[^`]*`/g, ''))
  const referenced = [
    ...(/\b(?:event|venue|organizer|category|tag) fields?\b/.test(text)
      ? (fields[resource]?.map(({ Field = '' }) => Field) ?? [])
      : []),
    ...(text.includes('table below') ? (parameters[resource]?.map(({ Parameter = '' }) => Parameter) ?? []) : []),
  ]
  const without = namesQuoted(/\(no [^)]*\)/.exec(text)?.[0] ?? '')
  return [...new Set([...listed, ...referenced])].filter((name) => !without.includes(name))
}

/** The names before the word `required`, except those of the path. */
function requiredIn(text: string): string[] {
  return namesQuoted(/;([^;]*) required/.exec(text)?.[1] ?? '')
}

function namesQuoted(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}
