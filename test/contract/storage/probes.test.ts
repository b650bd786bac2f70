// Texts that could end a statement, a pattern or an array: every parameter is answered alike by every engine.
import { describe, expect, it } from 'vitest'
import { operationNamed, type OperationName } from '../../../src/spec/operations.ts'
import type { Engine } from '../../../src/server/storage/engine.ts'
import { firstOf } from '../../support/extent.ts'
import { engines } from './engines.ts'
import { created, get, party, send } from './requests.ts'

const texts = firstOf(18, [
  "'",
  "''; DROP TABLE event; --",
  '"',
  '\\',
  "\\'",
  '\0',
  '%',
  '_',
  '{1,2}',
  '{',
  '1 OR 1=1',
  '1);--',
  '-1',
  '0',
  '1e309',
  '99999999999999999999',
  '9223372036854775808',
  'ÄÖẞ é ﬁ',
  '😀',
  '\ud800',
  '\u202e',
  'a\u001fb',
  ' ',
  '$1',
  '$$',
  '?',
  'NULL',
])

const lists = ['events', 'venues', 'organizers', 'categories', 'tags'] as const

/** Records whose texts are the probes, so that searches for them find something. */
async function filled(engine: Engine): Promise<void> {
  for (const text of texts) {
    await created(engine, '/venues', { venue: `Hall ${text}`, address: text, description: text })
    await created(engine, '/organizers', { organizer: `People ${text}`, email: 'a@b.example' })
    await created(engine, '/tags', { name: `Tag ${text}`, description: text })
  }
  for (const text of texts) await created(engine, '/events', party({ title: `Event ${text}`, description: text }))
}

async function answersOf(engine: Engine): Promise<readonly (readonly [string, unknown])[]> {
  const answers: [string, unknown][] = []
  const note = (name: string, { status, body }: { readonly status: number; readonly body: unknown }) =>
    answers.push([name, { status, body }])
  for (const kind of lists) {
    const { parameters } = operationNamed(`${kind}.list` satisfies OperationName)
    for (const name of Object.keys(parameters))
      for (const text of texts) {
        const query = `${encodeURIComponent(name)}=${encodeURIComponent(text.toWellFormed())}`
        note(`GET /${kind}?${query}`, await get(engine, `/${kind}`, query))
      }
  }
  for (const text of texts) {
    const segment = encodeURIComponent(text.toWellFormed())
    for (const kind of lists) note(`GET /${kind}/${segment}`, await get(engine, `/${kind}/${segment}`))
    for (const kind of ['events', 'venues', 'organizers'])
      note(`by-slug ${kind} ${segment}`, await get(engine, `/${kind}/by-slug/${segment}`))
  }
  const { parameters } = operationNamed('events.create')
  for (const name of Object.keys(parameters))
    for (const text of texts)
      note(`${name} of an event ${JSON.stringify(text)}`, await created(engine, '/events', party({ [name]: text })))
  note('DELETE', await send(engine, 'DELETE', '/tags/2'))
  note('all', await get(engine, '/events', 'per_page=50&start_date=1970-01-01'))
  return answers
}

describe('probes', () => {
  it('are answered alike by every engine, none with 500, and every table is still there', async () => {
    const [first, ...others] = await Promise.all(
      engines.map(async ({ name, open }) => {
        const engine = await open({ timezone: 'Europe/Berlin' })
        await filled(engine)
        return { name, answers: await answersOf(engine) }
      }),
    )
    if (!first) throw new Error('there is no engine')
    expect(first.answers.filter(([, answer]) => JSON.stringify(answer).startsWith('{"status":500'))).toEqual([])
    for (const { name, answers } of others) {
      const differing = answers.filter(
        ([, answer], i) => JSON.stringify(answer) !== JSON.stringify(first.answers[i]?.[1]),
      )
      expect([name, differing.slice(0, 5), first.answers[answers.indexOf(differing[0] ?? ['', ''])]]).toEqual([
        name,
        [],
        undefined,
      ])
    }
  })
})
