// HTML as readable text.
import { describe, expect, it } from 'vitest'
import { readableText } from '../../../../../src/cli/output/table/card.ts'
import { inLittleTime } from '../../../../support/cpu-time.ts'

describe('HTML as text', () => {
  it.each([
    ['plain  text\nof two lines', 'plain  text\nof two lines'],
    ['<p>One &amp; two</p><p>three</p>', 'One & two\n\nthree'],
    ['<p>One</p>\n\n\n<p>two</p>', 'One\n\ntwo'],
    ['<h2>Head</h2><p>text<br />more</p>', 'Head\n\ntext\nmore'],
    ['<p>a</p><ul><li>one</li>\n<li>two</li></ul><p>b</p>', 'a\n\n• one\n• two\n\nb'],
    ['see <a href="https://a.example/x" target="_blank">the page</a>.', 'see the page (https://a.example/x).'],
    ["<a class='b' href='https://a.example'>https://a.example</a>", 'https://a.example'],
    ['<a href="javascript:alert(1)">here</a>', 'here'],
    ['<script>alert(1)</script>a <b>bold</b> word', 'a bold word'],
  ])('%j', (html, text) => {
    expect(readableText(html)).toBe(text)
  })

  it('takes little time for a text of many beginnings', async () => {
    for (const part of ['<a ', '<a href="https://a', '<li', '<a href="https://a.example">b', '\n'])
      await inLittleTime(() => readableText(part.repeat(60_000)), part)
  })
})
