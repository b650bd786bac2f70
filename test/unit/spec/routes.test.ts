// Finding the operation of a path.
import { describe, expect, it } from 'vitest'
import { matchOf, operationAt, routeOf } from '../../../src/spec/operations.ts'

function led(method: string, path: string): readonly [string | undefined, string | undefined] | undefined {
  const match = matchOf(path)
  const route = match && routeOf(match)
  return route && [operationAt(route, method)?.name, match?.key]
}

describe('a path', () => {
  it.each([
    ['GET', '/events', 'events.list', undefined],
    ['POST', '/events/', 'events.create', undefined],
    ['GET', '/Events/000123', 'events.get', '000123'],
    ['PATCH', '/venues/by-slug/caf%C3%A9', 'venues.update-by-slug', 'café'],
    ['PUT', '/organizers/by-slug/50%25-off', 'organizers.update-by-slug', '50%-off'],
    ['GET', '/events/by-slug/%zz', 'events.get-by-slug', '%zz'],
    ['DELETE', '/tags/7', 'tags.delete', '7'],
    ['GET', '/', 'index', undefined],
    ['GET', '', 'index', undefined],
  ])('%s %s is %s', (method, path, name, key) => {
    expect(led(method, path)).toEqual([name, key])
  })

  it.each([
    '/event',
    '//events',
    '/events//',
    '/events/-1',
    '/events/1.5',
    '/events/1/2',
    '/events/by-slug',
    '/events/by-slug/',
    '/tags/by-slug/x',
    '/events/by-slug/a/b',
  ])('%s leads nowhere', (path) => {
    expect(led('GET', path)).toBeUndefined()
  })

  it.each([
    ['PUT', '/events'],
    ['DELETE', '/venues'],
    ['POST', '/doc'],
    ['FOO', '/events/1'],
    ['HEAD', '/events'],
  ])('%s %s means nothing', (method, path) => {
    expect(led(method, path)?.[0]).toBeUndefined()
  })
})
