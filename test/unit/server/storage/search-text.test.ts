// Normalized text of searches, trigrams, and versions of SQLite.
import { describe, expect, it } from 'vitest'
import { isOlder } from '../../../../src/server/storage/sqlite/sqlite.ts'
import { folded, trigramsOf } from '../../../../src/server/storage/derived.ts'

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
    expect(folded(text)).toBe(expected)
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

describe('a version', () => {
  it.each([
    ['3.51.2', true],
    ['3.51.3', false],
    ['3.53.2', false],
    ['3.9.0', true],
    ['4.0.0', false],
  ])('%s is too old: %s', (version, expected) => {
    expect(isOlder(version, '3.51.3')).toBe(expected)
  })
})
