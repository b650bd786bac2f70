// Normalized text of searches, trigrams, and versions of SQLite.
import { describe, expect, it } from 'vitest'
import { foldForSearch } from '../../../../src/base/text/slug.ts'
import { trigramsOf } from '../../../../src/server/storage/columns.ts'

describe('normalized text', () => {
  it.each([
    ['Jazz NIGHT', 'jazz night'],
    ['Café Ünï', 'cafe uni'],
    ['Große Straße', 'grosse strasse'],
    ['Smørrebrød Łódź', 'smorrebrod lodz'],
    ['日本語 🎉', '日本語 🎉'],
    ['a\tb\u0000c\nd', 'a b c\nd'],
    ['ﬁn', 'fin'],
  ])('%j is %j', (text, expected) => {
    expect(foldForSearch(text)).toBe(expected)
  })
})

describe('trigrams', () => {
  it('are those of the normalized word, without duplicates', () => {
    expect(trigramsOf('Ünün')).toEqual(['unu', 'nun'])
    expect(trigramsOf('aaaa')).toEqual(['aaa'])
    expect(trigramsOf('🎉日本')).toEqual(['🎉日本'])
  })

  it('are undefined for short words', () => {
    expect(trigramsOf('ab')).toBeUndefined()
  })
})
