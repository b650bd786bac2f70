// Texts from elsewhere: entities of HTML, and passwords in addresses.
import { describe, expect, it } from 'vitest'
import {
  decodedEntities,
  escapeControlsInLine,
  escapeInvisible,
  textOfHtml,
  withoutPasswords,
} from '../../../../src/base/text/untrusted-text.ts'
import { inLittleTime } from '../../../support/cpu-time.ts'

describe('decodedEntities', () => {
  it.each([
    ['Tom &amp; Jerry &lt;3', 'Tom & Jerry <3'],
    ['J&#246;rg&#x2019;s caf&eacute; &Auml;&ouml; &hellip; &szlig;', 'Jörg’s café Äö … ß'],
    ['&frac12; &rarr; &hearts; &CounterClockwiseContourIntegral;', '½ → ♥ ∳'],
    ['once only: &amp;eacute; &amp;#233;', 'once only: &eacute; &#233;'],
    ['a&nbsp;b c&shy;d', 'a b cd'],
    ['&#150; &#x96; &#0; &#xD800; &#9999999999;', '– – \ufffd \ufffd \ufffd'],
    ['&constructor; &toString; &valueOf;', '&constructor; &toString; &valueOf;'],
    ['&unknown; &; &#; &#x; R&D; a&copy', '&unknown; &; &#; &#x; R&D; a&copy'],
  ])('%s', (html, text) => {
    expect(decodedEntities(html)).toBe(text)
  })

  it('takes time in proportion to the length of hostile texts', async () => {
    for (const part of ['&', '&#', '&#1', '&a', '&#x1', '&aacute;'])
      await inLittleTime(() => decodedEntities(part.repeat(100_000)), part)
  })
})

describe('escapeControlsInLine and escapeInvisible', () => {
  it('take time in proportion to the blanks of a text', async () => {
    const text = `x${' '.repeat(100_000)}y`
    for (const inLine of [escapeControlsInLine, escapeInvisible]) {
      expect(await inLittleTime(() => inLine(text))).toBe(text)
      expect(inLine('a \r\n \n b\n')).toBe('a b ')
    }
  })
})

describe('textOfHtml', () => {
  it('decodes after tags are removed', () => {
    expect(textOfHtml('<p>Caf&eacute; &lt;b&gt;</p>')).toBe('Café <b>')
  })

  it('separates the cells of a table', () => {
    const table = '<table><tr><th>When</th>\n<th>What</th></tr><tr><td>19:00</td><td>Start</td></tr></table>'
    expect(textOfHtml(table)).toBe('When What\n19:00 Start')
  })
})

describe('withoutPasswords', () => {
  it.each([
    ['"pg://u:s3cret@h/d" is not an api root', '"pg://u:••••••@h/d" is not an api root'],
    ['env:postgres://u:a@b:c/d@h/d', 'env:postgres://u:••••••@h/d'],
    ['https://u:1234@h:80/x and http://h:8080/a@b', 'https://u:••••••@h:80/x and http://h:8080/a@b'],
    ['such as postgres://user:password@host/database', 'such as postgres://user:password@host/database'],
    ['mail a:b@c', 'mail a:b@c'],
    ['"postgres//u:PW@h/d" is no address', '"postgres//u:••••••@h/d" is no address'],
    ['file:/home/ postgres:/u:PW@h/d', 'file:/home/ postgres:/u:••••••@h/d'],
    ['" postgres://u:PW@h/d"', '" postgres://u:••••••@h/d"'],
    ['u:PW@db.example:5432/app', 'u:••••••@db.example:5432/app'],
    ['host=h password=PW dbname=d', 'host=h password=•••••• dbname=d'],
    ["pwd='a b' passwd=x", 'pwd=•••••• passwd=••••••'],
    ['postgresql;//u:PW@h is not an api root', 'postgresql;//u:••••••@h is not an api root'],
    ['host=h password = PW PGPASSWORD=PW', 'host=h password = •••••• PGPASSWORD=••••••'],
    ['https://h/x?token=PW&a=b', 'https://h/x?token=••••••&a=b'],
    ['--set password=…, or --set password=', '--set password=…, or --set password='],
  ])('%s', (text, shown) => {
    expect(withoutPasswords(text)).toBe(shown)
  })

  it('takes time in proportion to the length of hostile texts', async () => {
    for (const part of ['a', 'a:', 'a://', 'a://b:', 'a://b:c', 'pass', 'token = '])
      await inLittleTime(() => withoutPasswords(part.repeat(30_000)), part)
  })
})
