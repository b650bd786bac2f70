import { describe, expect, it } from 'vitest'
import { cutAroundDifference, cut, foldedMessage, widthOf, wrapped } from '../../../../src/cli/output/text-width.ts'
import { inLittleTime } from '../../../support/cpu-time.ts'

describe('fit', () => {
  it('counts wide characters and emoji as two columns, combining marks as none', () => {
    expect(['Jazz', '東京', '🎷', '👩‍🎤', 'e\u0301', '\u001b[31mred\u001b[39m'].map(widthOf)).toEqual([
      4, 4, 2, 2, 1, 3,
    ])
  })

  it('counts a long text in little time, and a character at the end of a part once', async () => {
    expect(await inLittleTime(() => widthOf('夜'.repeat(40_000)))).toBe(80_000)
    expect([1_995, 1_996, 1_997, 1_998, 1_999].map((n) => widthOf(`${'夜'.repeat(n)}👩‍🎤夜e\u0301`) - 2 * n)).toEqual([
      5, 5, 5, 5, 5,
    ])
    expect(widthOf(`a${'\u0301'.repeat(5_000)}b`)).toBe(2)
  })

  it('truncates between characters, never within one', () => {
    expect(cut('Jazz night', 6)).toBe('Jazz …')
    expect(cut('東京タワー', 6)).toBe('東京…')
    expect(cut('👩‍🎤👩‍🎤', 3)).toBe('👩‍🎤…')
    expect(cut('abc', 0)).toBe('')
  })

  it('wraps between words, and within a word that is too long', () => {
    expect(wrapped('Jazz night at the club', 10, 5)).toEqual(['Jazz night', 'at the', 'club'])
    expect(wrapped('Sommernachtstraum heute', 8, 5)).toEqual(['Sommerna', 'chtstrau', 'm heute'])
    expect(wrapped('Jazz night at the club', 10, 2)).toEqual(['Jazz night', 'at the cl…'])
    expect(wrapped('', 10, 2)).toEqual([])
  })

  it('wraps a long text of wide characters without measuring it for every line', async () => {
    const lines = await inLittleTime(() => wrapped('東京の夜 '.repeat(4_000), 80, Number.POSITIVE_INFINITY))
    expect([lines.length, new Set(lines.slice(0, -1)).size]).toEqual([445, 1])
    expect(lines[0]).toBe('東京の夜 東京の夜 東京の夜 東京の夜 東京の夜 東京の夜 東京の夜 東京の夜 東京の夜')
  })

  it('wraps text with more marks than a line has columns', () => {
    const marked = `a${'\u0301'.repeat(1_000)}`
    expect(wrapped(`${marked}bcd efg`, 4, 5)).toEqual([`${marked}bcd`, 'efg'])
  })
})

const long =
  'The choir of the parish sings at the opening of the new hall, and everybody is welcome to stay for coffee and cake afterwards.'

it.each([
  ['short', 'shorter', 'short', 'shorter'],
  [
    long,
    long.replace('coffee', 'tea'),
    '…me to stay for coffee and cake afterward…',
    '…me to stay for tea and cake afterwards.',
  ],
  [
    long,
    long.replace('parish', 'school'),
    'The choir of the parish sings at the ope…',
    'The choir of the school sings at the ope…',
  ],
  [long, `${long} Bring a friend.`, '…fee and cake afterwards.', '…fee and cake afterwards. Bring a friend.'],
  [long, '', 'The choir of the parish sings at the ope…', ''],
  ['🎷'.repeat(50), `${'🎷'.repeat(49)}x`, `…${'🎷'.repeat(40)}`, `…${'🎷'.repeat(39)}x`],
])('%s and %s', (one, other, ones, others) => {
  expect(cutAroundDifference(one, other, 40)).toEqual([ones, others])
})

describe('foldedMessage', () => {
  it('wraps between words, and never breaks a path or flag', () => {
    expect(foldedMessage('hint: to list them: cal events list --all --any-date', 24)).toBe(
      'hint: to list them: cal\n      events list --all\n      --any-date',
    )
    expect(foldedMessage('serving /a/very/long/path/to/calendar.db at 8787', 20)).toBe(
      'serving\n/a/very/long/path/to/calendar.db\nat 8787',
    )
    expect(foldedMessage('  When  Thu 26 Nov', 80)).toBe('  When  Thu 26 Nov')
    expect(foldedMessage('+ create event "Open stage" · Fri 5 Mar', 24)).toBe(
      '+ create event "Open\n  stage" · Fri 5 Mar',
    )
  })
})
