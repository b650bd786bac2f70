// Escaping in templates and script elements.
import { expect, it } from 'vitest'
import { html, jsonScript } from '../../../../src/server/web/html.ts'

it('escapes values of templates, but not other templates', () => {
  expect(html`<p title="${'"<&'}">${'<b>'}${html`<i>x</i>`}</p>`.toString()).toBe(
    '<p title="&quot;&lt;&amp;">&lt;b&gt;<i>x</i></p>',
  )
})

it('writes JSON that cannot close its script element', () => {
  const value = { name: '</script><script>alert(1)</script><!--' }
  const text = jsonScript(value).toString()
  expect(text.match(/</g)).toHaveLength(2)
  expect(JSON.parse(text.replace(/^<[^>]*>|<[^>]*>$/g, ''))).toEqual(value)
})
