// Descriptions as HTML: what stays, and that nothing in them can run or load.
import { describe, expect, it } from 'vitest'
import { descriptionHtml } from '../../../../../src/server/web/pages/record-page.ts'

const shown = (text: string) => descriptionHtml(text).toString()

describe('a description', () => {
  it.each([
    ['Line one\nline <b>two</b>', '<div class="prose plain" dir="auto">Line one\nline <b>two</b></div>'],
    ['<p>One<p>Two', '<div class="prose" dir="auto"><p>One</p><p>Two</p></div>'],
    ['<h1>Big</h1>', '<div class="prose" dir="auto"><h3>Big</h3></div>'],
    [
      '<a href="https://a.example/?b&c">x</a>',
      '<div class="prose plain" dir="auto"><a href="https://a.example/?b&#38;c" rel="nofollow noopener">x</a></div>',
    ],
    [
      '<img src="https://a.example/p.png" alt="Poster">',
      '<div class="prose plain" dir="auto"><a class="media" href="https://a.example/p.png" rel="nofollow noopener">Poster</a></div>',
    ],
    ['<p constructor="1" __proto__="2">x</p>', '<div class="prose" dir="auto"><p>x</p></div>'],
    ['1 < 2 & 3', '<div class="prose plain" dir="auto">1 &#60; 2 &#38; 3</div>'],
    ['  ', ''],
  ])('%j', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['an event handler', '<p onclick="alert(1)">x</p>'],
    ['a javascript: link', '<a href="java\tscript:alert(1)">x</a>'],
    ['an entity in a scheme', '<a href="&#106;avascript:alert(1)">x</a>'],
    ['a data: link', '<a href="data:text/html,<script>alert(1)</script>">x</a>'],
    ['svg', '<svg onload=alert(1)><script>alert(1)</script></svg>'],
    ['an iframe', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
    ['an unclosed tag', '<img src=x onerror=alert(1) '],
    ['an attribute in an attribute', '<a title="><img src=x onerror=alert(1)>">x</a>'],
    ['a style', '<p style="background:url(https://evil.example)">x</p><style>@import url(//evil.example)</style>'],
    ['a form', '<form action="https://evil.example"><input name=a autofocus onfocus=alert(1)></form>'],
    ['a base', '<base href="https://evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">'],
    ['math', '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'],
  ])('loses %s', (_, text) => {
    const html = shown(text)
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)]
    expect(tags.filter(([, name = '']) => !['div', 'p', 'a', 'table'].includes(name))).toEqual([])
    for (const [, , attributes = ''] of tags)
      expect(attributes).toMatch(/^( (class|dir|title|rel|href="https:\/\/[^"]*)("|="[^"]*"))*$/)
    expect(html.replace(/<[^>]*>/g, '')).not.toContain('<')
  })

  it('cannot close what surrounds it', () => {
    expect(shown('</div></main><div>x')).toBe('<div class="prose" dir="auto"><div>x</div></div>')
  })
})

it('shows what is nested too deeply as text, without a long search at each tag', () => {
  expect(shown(`${'<b>'.repeat(1_999)}x`)).toContain('<b><b>x</b></b>')
  expect(shown(`${'<b>'.repeat(50_000)}x &amp; y`)).toBe('<div class="prose plain" dir="auto">x &#38; y</div>')
})
