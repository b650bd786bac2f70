// The table of the two modes: every switch decides something, and at one place.
import { describe, expect, it } from 'vitest'
import { quirk, quirks } from '../../../../src/server/quirks/quirks.ts'
import { sourcesUnder } from '../../../support/sources.ts'

const sources = sourcesUnder('src/server').filter(({ path }) => path !== 'src/server/quirks/quirks.ts')

describe('the switches of the modes', () => {
  it.each(Object.keys(quirks))('%s is read at one place', (name) => {
    const readers = sources.filter(({ text }) => text.includes(`'${name}'`)).map(({ path }) => path)
    expect(readers).toHaveLength(1)
  })

  it('are read through the table, and nothing else asks for the mode', () => {
    // Of a file `.mode` means its permissions.
    const askers = sources.filter(({ text }) => /\bmode ===|\.mode\b(?!\) & 0o)/.test(text)).map(({ path }) => path)
    expect(askers).toEqual([])
  })

  it('are off in standard mode and on in quirks mode', () => {
    expect(quirk({ mode: 'standard' }, 'json_types_are_strict')).toBe(false)
    expect(quirk({ mode: 'quirks' }, 'json_types_are_strict')).toBe(true)
  })

  it('differ between the releases in few things', () => {
    const differing = Object.entries(quirks)
      .filter(([, { quirks: old, 'quirks-6.17': newest }]) => old !== newest)
      .map(([name]) => name)
    expect(differing).toEqual([
      'trashed_events_are_inaccessible',
      'rights_are_generic',
      'linked_drafts_need_the_right',
      'unknown_event_ids_are_not_found',
      'unknown_event_slugs_are_not_found',
      'trashed_events_are_gone',
      'published_is_not_for_contributors',
      'rights_by_slug_are_generic',
      'terms_need_more_rights',
      'places_have_passwords',
      'lists_have_custom_fields',
    ])
  })

  it('cover the rows of the list, but for what is the same in both and for ties, of which any order is right', () => {
    const rows = new Set(
      Object.values(quirks)
        .map(({ row }) => Number(row.slice(1)))
        .filter((row) => row > 0),
    )
    const missing = Array.from({ length: 41 }, (_, i) => i + 1).filter((row) => !rows.has(row))
    expect(missing).toEqual([18, 23])
  })
})
