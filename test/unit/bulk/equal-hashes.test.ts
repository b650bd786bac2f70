// Rows and records are found by hashes of their keys. Different keys with the same hash are different records.
import { expect, it } from 'vitest'
import { KeyMap } from '../../../src/bulk/matching/key-map.ts'
import { newWorkspace } from '../../support/workspace.ts'

/** Computed so that the hashes of `events slug=…` are equal. */
const slugs = ['rox0ujtpj0n5c', 'rtdjdp4e3tpcg'] as const

function rows(...events: readonly (readonly [slug: string, title: string])[]): string {
  const lines = events.map(([slug, title], i) => `${title},${slug},2027-03-0${i + 1} 20:00,2027-03-0${i + 1} 22:00\n`)
  return `title,slug,start_date,end_date\n${lines.join('')}`
}

it('has two slugs with the same hash', () => {
  const keys = new KeyMap()
  keys.add(`events slug=${slugs[0]}`, 0)
  expect(keys.get(`events slug=${slugs[1]}`)).toBe(0)
})

it('distinguishes keys with the same hash if it can compare them', () => {
  const all = slugs.map((slug) => `events slug=${slug}`)
  const [one = '', other = ''] = all
  const keys = new KeyMap()
  expect(keys.add(one, 0)).toBeUndefined()
  expect(keys.add(other, 1, (n) => all[n] === other)).toBeUndefined()
  expect(keys.add(other, 2, (n) => all[n] === other)).toBe(1)
  expect(all.map((key) => keys.get(key))).toEqual([0, 1])
})

it('does not update an event whose slug has the same hash', async () => {
  const { cal, json, write } = newWorkspace()
  write('one.csv', rows([slugs[0], 'One']))
  write('other.csv', rows([slugs[1], 'Other']))
  await cal('import one.csv')
  expect(await cal('import other.csv --on-existing update --yes')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 event created'),
  })
  expect(await json('events list --any-date --fields slug,title')).toEqual([
    { slug: slugs[0], title: 'One' },
    { slug: slugs[1], title: 'Other' },
  ])
})

it('imports both events of a file, and finds each again', async () => {
  const { cal, json, write } = newWorkspace()
  write('both.csv', rows([slugs[0], 'One'], [slugs[1], 'Other']))
  expect(await cal('import both.csv')).toMatchObject({ code: 0 })
  expect(await cal('import both.csv')).toMatchObject({ stderr: '2 events unchanged\n' })
  write('both.csv', rows([slugs[0], 'One changed'], [slugs[1], 'Other changed']))
  expect(await cal('import both.csv --on-existing update --yes')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('2 events updated'),
  })
  expect(await json('events list --any-date --fields slug,title')).toEqual([
    { slug: slugs[0], title: 'One changed' },
    { slug: slugs[1], title: 'Other changed' },
  ])
})

it('reports a duplicate of the second event', async () => {
  const { cal, write } = newWorkspace()
  write('rows.csv', rows([slugs[0], 'One'], [slugs[1], 'Other'], [slugs[1], 'Other again']))
  const { code, stderr } = await cal('import rows.csv')
  expect(code).not.toBe(0)
  expect(stderr).toContain(`rows.csv:4: duplicate of rows.csv:3 (slug=${slugs[1]})`)
})
