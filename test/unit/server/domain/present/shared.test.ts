import { describe, expect, it } from 'vitest'
import { shownText } from '../../../../../src/server/domain/present/shared.ts'

const quirks = { mode: 'quirks' } as const

describe('a text', () => {
  it('is shown as stored', () => {
    expect(shownText('title', 'It\'s "quoted" & more -- so', { mode: 'standard' })).toBe('It\'s "quoted" & more -- so')
  })

  it.each([
    ['title', 'It\'s "quoted"', 'It&#8217;s &#8220;quoted&#8221;'],
    ['title', 'a -- b & c', 'a &#8212; b &#038; c'],
    ['description', 'First.\n\nSecond\nline.', '<p>First.</p>\n<p>Second<br />\nline.</p>'],
    ['description', 'A <b>bold</b> word', '<p>A <b>bold</b> word</p>'],
    ['description', '<p>Already</p>', '<p>Already</p>'],
    ['description', '[gallery] [caption]x[/caption]', '<p> x</p>'],
    ['excerpt', ':) [gallery]', '<p>🙂 [gallery]</p>'],
    [
      'description',
      '<a href="https://a.example/?b=1&c=2&amp;d=3">a & b</a>',
      '<p><a href="https://a.example/?b=1&#038;c=2&amp;d=3">a &#038; b</a></p>',
    ],
    ['description', '<p><img src="/x?a=1&b=2"></p>', '<p><img decoding="async" src="/x?a=1&#038;b=2"></p>'],
    ['excerpt', '<a href="?x&y">x</a>', '<p><a href="?x&#038;y">x</a></p>'],
    [
      'title',
      '<i class="a&b">T</i> &notanentity; &euro; &#8364; &#xe9;',
      '<i class="a&#038;b">T</i> &#038;notanentity; &euro; &#8364; &#xe9;',
    ],
    ['name', '<b>R</b>&D', 'R&amp;D'],
  ] as const)('is rendered in quirks mode: %s %j', (kind, text, rendered) =>
    expect(shownText(kind, text, quirks)).toBe(rendered),
  )
})
