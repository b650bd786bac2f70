// Pages are requested by number, and where reading ends.
import { describe, expect, it } from 'vitest'
import type { ApiRequest, ApiResponse } from '../../../../src/base/exchange.ts'
import { getPages, type Listing, type ListPage } from '../../../../src/client/api/pages.ts'
import { json, recording } from '../../../support/recording.ts'

const venues = (...ids: number[]) => ids.map((id) => ({ id, venue: `Hall ${id}` }))

async function all(pages: AsyncIterable<ListPage>): Promise<ListPage[]> {
  const found: ListPage[] = []
  for await (const page of pages) found.push(page)
  return found
}

const idsOf = (pages: readonly ListPage[]) => pages.map(({ records }) => records.map(({ id }) => id))

describe('getPages', () => {
  it('requests fifty records per page up to the total', async () => {
    const { exchange, requests } = recording(
      json(200, { venues: venues(1, 2), total: 3, total_pages: 2 }),
      json(200, { venues: venues(3), total: 3, total_pages: 2 }),
    )
    expect(idsOf(await all(getPages(exchange, { plural: 'venues', query: { status: 'publish' } })))).toEqual([
      [1, 2],
      [3],
    ])
    expect(requests).toEqual([
      'GET /venues?per_page=50&status=publish&page=1',
      'GET /venues?per_page=50&status=publish&page=2',
    ])
  })

  it('rejects a list that never ends', async () => {
    const endless = async ({ query }: ApiRequest): Promise<ApiResponse> => {
      const page = Number(new URLSearchParams(query).get('page'))
      const ids = Array.from({ length: 50 }, (_, i) => page * 50 + i)
      return json(200, { venues: venues(...ids), total: 3, total_pages: 1e13 })
    }
    await expect(all(getPages(endless, { plural: 'venues', query: {} }))).rejects.toMatchObject({
      code: 'server_failed',
      message: 'the pages of a list contradict each other: total 3, then 1050',
    })
  })

  it('rejects records whose id could be another word of a command line', async () => {
    for (const id of ['--api-root=http://foreign', '../../venues/7', '7', -7, 0, 1e300]) {
      const { exchange } = recording(json(200, { venues: [{ id, venue: 'Hall' }], total: 1, total_pages: 1 }))
      await expect(all(getPages(exchange, { plural: 'venues', query: {} }))).rejects.toMatchObject({
        code: 'server_failed',
        message: expect.stringContaining('a record whose id is not a positive whole number'),
      })
    }
  })

  it('requests the next page before this one is read, and none after the last', async () => {
    const { exchange, requests } = recording(
      json(200, { venues: venues(1), total_pages: 2 }),
      json(200, { venues: venues(2), total_pages: 2 }),
    )
    const pages = getPages(exchange, { plural: 'venues', query: {}, ahead: true })
    await pages.next()
    expect(requests).toHaveLength(2)
    expect(idsOf(await all(pages))).toEqual([[2]])
    expect(requests).toHaveLength(2)
  })

  it('requests seven pages ahead and returns them in order', async () => {
    const answers = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((id) => json(200, { venues: venues(id), total_pages: 9 }))
    const { exchange, requests } = recording(...answers)
    const pages = getPages(exchange, { plural: 'venues', query: {}, ahead: true })
    await pages.next()
    expect(requests).toHaveLength(8)
    expect(idsOf(await all(pages))).toEqual([[2], [3], [4], [5], [6], [7], [8], [9]])
    expect(requests).toHaveLength(9)
  })

  it('rejects a page requested ahead when it is read', async () => {
    const { exchange } = recording(json(200, { venues: venues(1), total_pages: 2 }), json(500, { code: 'broken' }))
    const pages = getPages(exchange, { plural: 'venues', query: {}, ahead: true })
    expect((await pages.next()).value).toMatchObject({ records: venues(1) })
    await expect(pages.next()).rejects.toMatchObject({ code: 'server_failed' })
  })

  it('follows no link of the response', async () => {
    const next_rest_url = 'https://elsewhere.example/venues?page=7'
    const { exchange, requests } = recording(
      json(200, { venues: venues(1), next_rest_url, total_pages: 2 }),
      json(200, { venues: venues(2), total_pages: 2 }),
    )
    await all(getPages(exchange, { plural: 'venues', query: {} }))
    expect(requests[1]).toBe('GET /venues?per_page=50&page=2')
  })

  it('ends at a 404 after the first page if totals are missing', async () => {
    const { exchange } = recording(
      json(200, { venues: venues(1) }),
      json(404, { code: 'venue-archive-page-not-found' }),
    )
    expect(idsOf(await all(getPages(exchange, { plural: 'venues', query: {} })))).toEqual([[1]])
  })

  it.each([
    ['a page of a front end', { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not Found</h1>' }],
    ['an unknown route', json(404, { code: 'rest_no_route' })],
    ['an empty page far before the last', json(200, { venues: [], total: 7, total_pages: 1 })],
    ['the end far before the last page', json(404, { code: 'venue-archive-page-not-found' })],
    ['a total that grows', json(200, { venues: venues(2), total: 2_000_000, total_pages: 2_000_000 })],
  ])('does not take %s for the end', async (_, second) => {
    const { exchange } = recording(json(200, { venues: venues(1), total: 100_000, total_pages: 2_000 }), second)
    await expect(all(getPages(exchange, { plural: 'venues', query: {} }))).rejects.toMatchObject({
      code: 'server_failed',
    })
  })

  it('reports a 404 of the first page', async () => {
    const { exchange } = recording(json(404, { code: 'rest_no_route' }))
    await expect(all(getPages(exchange, { plural: 'venues', query: {} }))).rejects.toMatchObject({
      code: 'server_failed',
    })
  })

  it('ends at an empty page even if the total is higher', async () => {
    const { exchange } = recording(json(200, { venues: [], total: 12, total_pages: 2 }))
    expect(await all(getPages(exchange, { plural: 'venues', query: { search: 'nothing' } }))).toEqual([])
  })

  it('skips and counts repeated records, and ends at a page without new ones', async () => {
    const { exchange, requests } = recording(
      json(200, { venues: venues(1, 2) }),
      json(200, { venues: venues(2, 3) }),
      json(200, { venues: venues(2, 3) }),
    )
    const pages = await all(getPages(exchange, { plural: 'venues', query: {} }))
    expect(idsOf(pages)).toEqual([[1, 2], [3], []])
    expect(pages.map(({ repeated }) => repeated)).toEqual([0, 1, 2])
    expect(requests).toHaveLength(3)
  })

  it('reads totals from the headers if the body has none', async () => {
    const { exchange, requests } = recording(
      json(200, { tags: [{ id: 1 }] }, { 'x-tec-total': '1', 'x-tec-totalpages': '1' }),
    )
    const [page] = await all(getPages(exchange, { plural: 'tags', query: {} }))
    expect(page?.total).toBe(1)
    expect(requests).toHaveLength(1)
  })

  const shortOf = async (listing: Omit<Listing, 'plural'>, ...answers: ApiResponse[]) => {
    const short: number[] = []
    await all(
      getPages(recording(...answers).exchange, {
        plural: 'venues',
        ...listing,
        onMissing: (came, total) => short.push(came, total),
      }),
    )
    return short
  }

  it('reports a list with fewer records than the total', async () => {
    const page = json(200, { venues: venues(1, 2), total: '5', total_pages: '2' })
    expect(await shortOf({ query: {} }, page, json(200, { venues: venues(2, 3), total: 5, total_pages: 2 }))).toEqual([
      3, 5,
    ])
    expect(await shortOf({ query: {} }, page, json(200, { venues: [], total: 5, total_pages: 2 }))).toEqual([2, 5])
    expect(await shortOf({ query: {} }, page, json(404, { code: 'venue-archive-page-not-found' }))).toEqual([2, 5])
  })

  it('rejects a total below the number of records that were received', async () => {
    const pages = (...totals: number[]) =>
      all(
        getPages(
          recording(
            ...totals.map((total, i) => json(200, { venues: venues(3 * i + 1, 3 * i + 2), total, total_pages: 2 - i })),
          ).exchange,
          { plural: 'venues', query: {} },
        ),
      )
    await expect(pages(4, 1)).rejects.toMatchObject({
      code: 'server_failed',
      message: expect.stringContaining('4, then 1'),
    })
    expect(idsOf(await pages(4, 2))).toEqual([
      [1, 2],
      [4, 5],
    ])
    // Term lists of deployed services show more than their total counts.
    expect(await pages(1, 1)).toHaveLength(2)
  })

  it('does not report complete lists, lists with deleted records, or lists that start later', async () => {
    expect(
      await shortOf(
        { query: {} },
        json(200, { venues: venues(1, 2), total: 3, total_pages: 2 }),
        json(200, { venues: [], total: 2, total_pages: 1 }),
      ),
    ).toEqual([])
    expect(await shortOf({ query: { search: 'x' } }, json(200, { venues: [], total: 12, total_pages: 2 }))).toEqual([])
    expect(await shortOf({ query: { page: 2 } }, json(200, { venues: venues(3), total: 3, total_pages: 2 }))).toEqual(
      [],
    )
  })
})
