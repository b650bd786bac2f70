// Which record a create has made, if several creates match it.
import { expect, it } from 'vitest'
import { CreateClaims, isAlike, isCertain, sentCreateOf } from '../../../../src/bulk/matching/create-claims.ts'

const hall = (city: string) => ({ kind: 'venues', values: { venue: 'Hall', city } }) as const
const record = (id: number, city: string) => ({ id, venue: 'Hall', city, slug: 'hall' })
const claimsOf = () => new CreateClaims({ known_id_max: () => 5 })

it('waits for the answer to another create, whose record it may be', async () => {
  const claims = claimsOf()
  let answer = () => {}
  const request = new Promise<void>((resolve) => {
    answer = () => {
      claims.note('venues', 7)
      resolve()
    }
  })
  claims.sent(hall('Ulm'), request)
  const claimed = claims.claimLost(hall('Ulm'), [record(7, 'Ulm')])
  answer()
  expect(await claimed).toBe(undefined)
})

it('gives each of two creates without an answer the record with its own values', async () => {
  const claims = claimsOf()
  const [ulm, bonn] = [hall('Ulm'), hall('Bonn')]
  for (const create of [ulm, bonn]) claims.sent(create, Promise.reject(new Error('lost')))
  const found = [record(7, 'Bonn'), record(8, 'Ulm')]
  expect(await claims.claimLost(ulm, found.slice(0, 1))).toBe(undefined)
  expect((await claims.claimLost(bonn, found))?.id).toBe(7)
  expect((await claims.claimLost(ulm, found))?.id).toBe(8)
})

it('leaves records from before the run and of other runs', async () => {
  const claims = new CreateClaims({
    known_id_max: () => 5,
    others:
      async () =>
      (_, { id }) =>
        id === 7,
  })
  const found = [record(5, 'Ulm'), record(7, 'Ulm')]
  expect(await claims.claimLost(hall('Ulm'), found)).toBe(undefined)
  expect((await claims.claimLost(hall('Ulm'), [...found, record(9, '')]))?.id).toBe(9)
})

it('is certain that a record was made by a create if it has what was sent and what services derive', () => {
  for (const field of ['state', 'province'] as const) {
    const create = sentCreateOf({ kind: 'venues', values: { venue: 'Hall', [field]: 'CA' } })
    const stored = { id: 6, venue: 'Hall', [field]: 'CA', stateprovince: 'CA', slug: 'hall', status: 'publish' }
    expect(isCertain(create, stored)).toBe(true)
    expect(isCertain(create, { ...stored, city: 'Ulm' })).toBe(false)
  }
})

it('records of one input are alike, whoever created them and when, but not if one has a further value', () => {
  const [first, later] = [1, 2].map((id) => {
    const date = `2027-01-01 12:00:0${id}`
    return { ...record(id, 'Ulm'), slug: `hall-${id}`, date, date_utc: date, author: id, stateprovince: '' }
  })
  expect(isAlike('venues', first ?? {}, later ?? {})).toBe(true)
  expect(isAlike('venues', { ...first, phone: '1' }, later ?? {})).toBe(false)
  expect(isAlike('venues', first ?? {}, { ...later, phone: '1' })).toBe(false)
})
