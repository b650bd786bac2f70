import { expect, it } from 'vitest'
import { isShownAs, type TextForm } from '../../../../src/base/text/stored-text.ts'

it.each<readonly [TextForm, string, string]>([
  ['address', 'https://example.org/?a=1&b=2', 'https://example.org/?a=1&#038;b=2'],
  [
    'address',
    `https://example.org/?a='1'&b="2"&c=<3>`,
    'https://example.org/?a=&#039;1&#039;&amp;b=&quot;2&quot;&amp;c=&lt;3&gt;',
  ],
  ['title', 'R&D -- "live"...', 'R&#038;D &#8212; &#8220;live&#8221;&#8230;'],
  ['title', 'R&D', 'R&amp;D'],
  ['title', '6\'2" x 3 (tm)', '6&#8242;2&#8243; x 3&#8482;'],
  ['title', 'A\\B \\\\ C', 'AB \\ C'],
  ['title', 'A\\B & C', 'AB &#038; C'],
  ['prose', 'Hello :-)\n\nBye ;)', '<p>Hello 🙂</p>\n<p>Bye 😉</p>'],
  ['prose', 'One\n<ul>\n<li>a</li>\n</ul>\nTwo', '<p>One</p>\n<ul><li>a</li></ul>\n<p>Two</p>'],
  ['prose', 'One <!-- note --> two', '<p>One  two</p>'],
  ['prose', '<img src="a.jpg"> & more', '<p><img decoding="async" src="a.jpg"> &#038; more</p>'],
  ['prose', ' One\r\ntwo ', '<p>One<br />\ntwo</p>\n'],
  ['line', ' 1  Main\nSt ', '1 Main St'],
  ['line', '<b>1</b> Main & St', '1 Main &amp; St'],
  ['line', '5 < 6', '5 &lt; 6'],
  ['term', 'Rock & <b>Pop</b>', 'Rock &amp; Pop'],
  ['term', '5 < 6 & 7 > 2', '5  2'],
  ['prose', 'One\nTwo', 'One\r\nTwo\r\n'],
])('a %s sent as %j is shown as %j', (form, sent, shown) => {
  expect(isShownAs(form, sent, shown)).toBe(true)
})

it.each<readonly [TextForm, string, string]>([
  ['address', 'https://example.org/?a=1&b=2', 'https://example.org/?a=1&amp;b=3'],
  ['address', 'https://example.org/?a=1&b=2', 'https://example.org/?a=1%26b=2'],
  ['title', 'R&D', 'R&#038;E'],
  ['title', 'R and D', 'R&#038;D'],
  ['title', 'Jazz – live', 'Jazz -- live'],
  ['title', 'Jazz', '<b>Jazz</b>'],
  ['title', 'Jazz', 'jazz'],
  ['prose', 'One', '<p>One more</p>'],
  ['prose', '<b>One</b>', '<p>One</p>'],
  ['prose', 'Hello :)', '<p>Hello 🙁</p>'],
  ['prose', '5 < 6', '<p>5 > 6</p>'],
  ['prose', '[gallery ids="1"]', ''],
  ['line', '1 Main St', '1 Main Street'],
  ['line', 'a\\b', 'a b'],
  ['term', 'Rock & Pop', 'Rock &amp; Popular'],
])('a %s sent as %j is not %j', (form, sent, shown) => {
  expect(isShownAs(form, sent, shown)).toBe(false)
})
