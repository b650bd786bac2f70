import { describe, expect, it } from 'vitest'
import { safeMarkup } from '../../../../src/base/text/safe-markup.ts'
import { inLittleTime } from '../../../support/cpu-time.ts'

describe('markup of users without unfiltered HTML', () => {
  it.each([
    ['plain & simple, 5 < 6 and 7 > 3', 'plain & simple, 5 < 6 and 7 > 3'],
    ['<p class="a" style="color: red">x<br />y</p>', '<p class="a" style="color: red">x<br />y</p>'],
    [
      '<a href="https://a.example/?b=c&amp;d" title=\'t\'>x</a>',
      '<a href="https://a.example/?b=c&amp;d" title=\'t\'>x</a>',
    ],
    [
      '<a href="page#part">x</a><a href="/x">y</a><a href="mailto:a@b.c">z</a>',
      '<a href="page#part">x</a><a href="/x">y</a><a href="mailto:a@b.c">z</a>',
    ],
    ['<!-- wp:paragraph --><p>x</p>', '<!-- wp:paragraph --><p>x</p>'],
    ["<p  class='a'\nid=b>x<br/>1 << 2 &copy; </p >", "<p  class='a'\nid=b>x<br/>1 << 2 &copy; </p >"],
  ])('%s stays', (html, same) => expect(safeMarkup(html, 'prose')).toBe(same))

  it.each([
    ['<script>1</script>', '1'],
    ['<iframe src="x"></iframe><b onclick="x">b</b>', '<b>b</b>'],
    ['<B OnClick=x CLASS=y>b</B>', '<B CLASS=y>b</B>'],
    ['<img src="javascript:alert(1)" alt="a">', '<img alt="a">'],
    ['<a href="java&#115;cript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="javascript&colon;alert(1)">x</a>', '<a>x</a>'],
    ['<a href=" javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<p style="background: url(https://a.example/x)">x</p>', '<p>x</p>'],
    ['<p style="background: url(x)">x</p>', '<p>x</p>'],
    ['<p style="width: expression(1)">x</p>', '<p>x</p>'],
    ['<p style="background: u\\72 l x">x</p>', '<p>x</p>'],
    ['<scr<script>ipt>alert(1)</script>', 'ipt>alert(1)'],
    ['<<x>script>alert(1)', '&lt;script>alert(1)'],
    ['< <script>1', '< 1'],
    ['<svg/onload=alert(1)>', ''],
    ['<b/onclick=alert(1)>x', '<b>x'],
    ['<a title="x>" onclick="y">z', '<a title="x&gt;">z'],
    ['<a title="x>y" class="b">z', '<a title="x&gt;y" class="b">z'],
    ['<p title="never ended>x</p>', '&lt;p title="never ended>x&lt;/p>'],
    ['<script><b>x</b><svg onload=y></script>', '<b>x</b>'],
    ['<a title=<script>x', '<a>x'],
    ['</b onclick=x>', '</b>'],
    ['<![CDATA[<script>]]>x<!doctype html><?php y ?>', 'x'],
    ['<br onclick=x />', '<br />'],
    ['<!-- <script>1</script> -->', '<!-- script1/script -->'],
    ['<!-- <script>1', '1'],
    ['a <img src=x onerror=alert(1) ', 'a &lt;img src=x onerror=alert(1) '],
  ])('%s loses executable parts', (html, safe) => expect(safeMarkup(html, 'prose')).toBe(safe))

  it('a line has no blocks', () => {
    expect(safeMarkup('<h1>a</h1> <em>b</em> <img src="x.png">', 'line')).toBe('a <em>b</em> ')
  })

  it('a megabyte of unclosed tags is processed in little time', async () => {
    for (const part of ['<a ', '<!--', '<a href="', '<a href=x ', '< '])
      await inLittleTime(() => safeMarkup(`${part.repeat(300_000)}>`, 'prose'), part)
  })
})
