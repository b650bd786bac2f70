import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { restoredSlug, slugOf, trashedSlug } from '../../../../src/base/text/slug.ts'

describe('a slug', () => {
  it.each([
    ['My Slug', 'my-slug'],
    ['Größe und Café', 'grose-und-cafe'],
    ['Rock & Roll: "Night" (1/2)!', 'rock-roll-night-1-2'],
    ['slug.with.dots', 'slug-with-dots'],
    ['under_score', 'under_score'],
    ['--x--', 'x'],
    ['<b>x</b>', 'x'],
    ["Joe's", 'joes'],
    ['日本', '%e6%97%a5%e6%9c%ac'],
    ['%e6%97%a5', '%e6%97%a5'],
    ['100 % sure', '100-sure'],
    ['a – b', 'a-b'],
    ['&amp;', ''],
    ['"', ''],
    ['\ud800', ''],
  ])('of %s is %s', (title, slug) => expect(slugOf(title)).toBe(slug))

  it('has at most 200 bytes and is never cut within a character', () => {
    expect(slugOf('v'.repeat(250))).toBe('v'.repeat(200))
    expect(slugOf('日'.repeat(50))).toBe('%e6%97%a5'.repeat(22))
  })

  it('does not change when converted again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        const slug = slugOf(title)
        expect(slug).toMatch(/^([a-z0-9_%-]*)$/)
        expect(slugOf(slug)).toBe(slug)
      }),
    )
  })

  it('is marked in the trash and restored afterwards', () => {
    expect(trashedSlug('jazz')).toBe('jazz__trashed')
    expect(restoredSlug('jazz__trashed')).toBe('jazz')
    expect(restoredSlug('jazz__trashed-2')).toBe('jazz')
    expect(restoredSlug('jazz')).toBe('jazz')
  })
})
