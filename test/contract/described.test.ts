// Responses of the service match the schemas of its description.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deviations, promisedSchema } from './described.ts'
import { startInProcess } from './in-process.ts'
import type { Server } from './runner/replay.mjs'

const authorization = `Basic ${Buffer.from('admin:admin-pass').toString('base64')}`
const dates = { start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 12:00:00' }

let server: Server
let document: unknown

beforeAll(async () => {
  server = await startInProcess(
    { name: 'described', timezone: 'Europe/Vienna', now: '2026-11-20T21:00:00.000Z', steps: [] },
    'standard',
  )
  document = (await ask('GET', '/doc')).body
})
afterAll(() => server.stop())

interface Asked {
  readonly path: string
  readonly described: string
  readonly method: string
  readonly json?: unknown
  readonly as?: 'visitor'
  readonly status: number
}

/**
 * In this order, because requests use records of earlier ones. Ids, also of images, count from 4; those of terms from
 * 2.
 */
const asked: readonly Asked[] = [
  {
    method: 'POST',
    path: '/venues',
    described: '/venues',
    status: 201,
    json: {
      venue: 'Stadtsaal',
      address: 'Hauptplatz 1',
      city: 'Graz',
      country: 'Austria',
      province: 'Stmk',
      zip: '8010',
      phone: '1',
      website: 'https://saal.example',
      description: 'Groß',
      image: 'https://saal.example/a.jpg',
    },
  },
  {
    method: 'POST',
    path: '/organizers',
    described: '/organizers',
    status: 201,
    json: { organizer: 'Kulturverein', email: 'a@b.example', phone: '2', website: 'https://verein.example' },
  },
  { method: 'POST', path: '/categories', described: '/categories', status: 201, json: { name: 'Musik' } },
  { method: 'POST', path: '/categories', described: '/categories', status: 201, json: { name: 'Jazz', parent: 2 } },
  { method: 'POST', path: '/tags', described: '/tags', status: 201, json: { name: 'gratis' } },
  {
    method: 'POST',
    path: '/events',
    described: '/events',
    status: 201,
    json: {
      title: 'Abend',
      ...dates,
      venue: 5,
      organizer: [6],
      categories: [3],
      tags: [4],
      cost: '10 - 20',
      image: 'https://saal.example/b.png',
      website: 'https://abend.example',
    },
  },
  {
    method: 'POST',
    path: '/events',
    described: '/events',
    status: 201,
    json: { title: 'Entwurf', ...dates, status: 'draft' },
  },
  {
    method: 'POST',
    path: '/events',
    described: '/events',
    status: 201,
    json: { title: 'Geheim', ...dates, password: 'x', cost: 'Free' },
  },
  { method: 'GET', path: '/events', described: '/events', status: 200 },
  { method: 'GET', path: '/events?per_page=1&page=2', described: '/events', status: 200 },
  { method: 'GET', path: '/events', described: '/events', status: 200, as: 'visitor' },
  { method: 'GET', path: '/events/8', described: '/events/{id}', status: 200 },
  { method: 'GET', path: '/events/by-slug/abend', described: '/events/by-slug/{slug}', status: 200 },
  { method: 'GET', path: '/venues', described: '/venues', status: 200 },
  { method: 'GET', path: '/venues/5', described: '/venues/{id}', status: 200 },
  { method: 'GET', path: '/organizers', described: '/organizers', status: 200 },
  { method: 'GET', path: '/organizers/6', described: '/organizers/{id}', status: 200 },
  { method: 'GET', path: '/categories?hide_empty=false', described: '/categories', status: 200 },
  { method: 'GET', path: '/categories/3', described: '/categories/{id}', status: 200 },
  { method: 'GET', path: '/tags?hide_empty=false', described: '/tags', status: 200 },
  { method: 'GET', path: '/tags/4', described: '/tags/{id}', status: 200 },
  { method: 'PATCH', path: '/events/8', described: '/events/{id}', status: 200, json: { title: 'Nacht' } },
  { method: 'PUT', path: '/venues/5', described: '/venues/{id}', status: 200, json: { city: 'Linz' } },
  { method: 'POST', path: '/events', described: '/events', status: 400, json: { title: '' } },
  { method: 'POST', path: '/events', described: '/events', status: 401, json: { title: 'x', ...dates }, as: 'visitor' },
  { method: 'GET', path: '/events/10?password=y', described: '/events/{id}', status: 403, as: 'visitor' },
  { method: 'GET', path: '/events/999', described: '/events/{id}', status: 404 },
  { method: 'GET', path: '/events?page=9', described: '/events', status: 404 },
  { method: 'DELETE', path: '/events/8', described: '/events/{id}', status: 200 },
  { method: 'DELETE', path: '/events/8', described: '/events/{id}', status: 410 },
  { method: 'DELETE', path: '/tags/4', described: '/tags/{id}', status: 200 },
]

describe('responses', () => {
  it.each(asked)('$method $path, $status', async ({ method, path, described, json, as, status }) => {
    const answer = await ask(method, path, json, as)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect(deviations(answer.body, promisedSchema(document, { path: described, method, status }), document)).toEqual([])
  })
})

async function ask(method: string, path: string, json?: unknown, as?: 'visitor') {
  const headers = {
    ...(as === 'visitor' ? {} : { authorization }),
    ...(json !== undefined && { 'content-type': 'application/json' }),
  }
  return server.send({ method, path, headers, ...(json !== undefined && { body: JSON.stringify(json) }) })
}
