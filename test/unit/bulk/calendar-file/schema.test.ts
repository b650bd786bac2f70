import { parse } from 'yaml'
import * as z from 'zod'
import { expect, it } from 'vitest'
import { calendarJsonSchema, calendarSchemaOf } from '../../../../src/bulk/calendar-file/schema.ts'
import { blockOf } from '../../../support/readme.ts'
import { cal } from '../../../support/runtime.ts'
import { calendarFile } from '../../../../src/cli/commands/help/explain.run.ts'

const calendar = calendarSchemaOf('en')

it('accepts the example of the help', () => {
  expect(calendar.safeParse(parse(calendarFile('en'))).error).toBeUndefined()
})

it('rejects an unknown top-level key, an unknown field and a value of the wrong type', () => {
  for (const wrong of [
    { event: [] },
    { events: [{ key: 'a', colour: 'red' }] },
    { events: [{ all_day: 'perhaps' }] },
    { tags: 'free' },
  ])
    expect(calendar.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})

it('rejects unknown keys and accepts the example of the README, as JSON Schema', async () => {
  const { stdout } = await cal(['explain', 'apply', '-o', 'json'])
  const schema = z.fromJSONSchema(JSON.parse(stdout))
  const weekly = blockOf('yaml', 'repeat:')
  expect(schema.safeParse(parse(weekly)).error).toBeUndefined()
  for (const [right, wrong] of [
    ['events:', 'event:'],
    ['repeat:', 'repeats:'],
    ['venues:', 'places:'],
    ['venue: St', 'place: St'],
    ['duration: 30m', 'duration: 30'],
  ] as const)
    expect(schema.safeParse(parse(weekly.replace(right, wrong))).success, wrong).toBe(false)
  expect(schema.safeParse({ events: [{ key: 'a', colour: 'red' }] }).success).toBe(false)
})

it('is a JSON Schema with an id, titles, and a description of every key and field', () => {
  const schema = JSON.parse(JSON.stringify(calendarJsonSchema('de')))
  expect(schema).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:calctl:calendar-file',
    title: 'Kalenderdatei von calctl',
  })
  const undescribed: string[] = []
  const visit = (node: unknown, path: string) => {
    if (typeof node !== 'object' || node === null) return
    const { properties = {}, ...others } = node as { properties?: Readonly<Record<string, { description?: string }>> }
    for (const [name, property] of Object.entries(properties)) {
      if (!property.description && !/^(choose|of|between|at)$/.test(name)) undescribed.push(`${path}.${name}`)
      visit(property, `${path}.${name}`)
    }
    for (const [name, value] of Object.entries(others)) visit(value, path + (Array.isArray(node) ? '' : `/${name}`))
  }
  visit(schema, '')
  expect(undescribed).toEqual([])
  expect(JSON.stringify(schema)).toContain('"title":"Termin"')
  expect(JSON.stringify(schema)).toContain('"description":"Beginn mit Datum und Uhrzeit"')
})
