// Notices about records that a list omits.
import { describe, expect, it } from 'vitest'
import { type ListCut, listNotice } from '../../../../../src/cli/commands/records/list-notice.ts'

const window =
  'https://example.org/wp-json/tribe/events/v1/events/?page=1&per_page=10&start_date=2026-11-19 00:00:00&end_date=2028-11-20 23:59:59&status=publish'
const page = { records: [], total: 342, total_pages: 35, rest_url: window, repeated: 0 }
const cut = (rest: Partial<ListCut> = {}): ListCut => ({
  plural: 'events',
  query: {},
  any_date: false,
  signed_in: false,
  all: false,
  shown: 10,
  first: page,
  ...rest,
})

describe('the notice below a list', () => {
  it('names further pages and the date window, with the flags to include them', () => {
    expect(listNotice(cut())[0]).toEqual({
      en: 'Showing 10 of 342 events until 20 Nov 2028. All of them: --all. Any date: --any-date.',
      de: 'Gezeigt: 10 von 342 Terminen bis 20. Nov. 2028. Alle: --all. Ohne zeitliche Grenze: --any-date.',
    })
  })

  it('reads the date window from an encoded address', () => {
    const rest_url = 'https://example.org/events/?start_date=2026-11-19+00%3A00%3A00&end_date=2028-11-20+23%3A59%3A59'
    expect(listNotice(cut({ first: { ...page, rest_url } }))[0]?.en).toContain('until 20 Nov 2028')
  })

  it.each([{ starts_after: '2027-01-01' }, { ends_before: '2027-01-01' }, { include: [1] }])(
    'has no date window with %j',
    (query) => {
      expect(listNotice(cut({ query }))[0]?.en).toBe('Showing 10 of 342 events. All of them: --all.')
    },
  )

  it('names unused terms and, for signed-in users, other statuses', () => {
    expect(listNotice(cut({ plural: 'tags', shown: 342 }))[0]?.en).toBe(
      'Showing 342 tags. Unused ones too: --no-hide-empty.',
    )
    expect(listNotice(cut({ plural: 'tags', shown: 342, query: { hide_empty: true } }))).toEqual([])
    expect(listNotice(cut({ any_date: true, signed_in: true, shown: 342 }))[0]?.en).toBe(
      'Showing 342 events. Only with status publish; others: --status.',
    )
  })

  it('reports that nothing was found, and suggests wider filters', () => {
    expect(listNotice(cut({ shown: 0, first: { ...page, total: 0 } }))[0]?.en).toBe(
      'No events match. Searched until 20 Nov 2028. Any date: --any-date.',
    )
    expect(listNotice(cut({ shown: 0, first: { ...page, total: 0 }, query: { search: 'a b' } }))[0]?.en).toContain(
      " To search categories, venues and organizers too: cal search 'a b'.",
    )
    expect(listNotice(cut({ plural: 'venues', shown: 0, first: { ...page, total: 0 } }))[0]?.en).toBe(
      'No venues match.',
    )
  })
})
