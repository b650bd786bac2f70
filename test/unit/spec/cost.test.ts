import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/base/json.ts'
import { costText, readCost, sentCost } from '../../../src/spec/cost.ts'

/** Derived by hand from the rules: sent value, displayed text, symbol, position, values. */
const table: readonly (readonly [
  sent: Json,
  shown: string,
  symbol: string,
  position: string,
  values: readonly string[],
])[] = [
  ['', '', '', '', []],
  ['10', '$10', '', '', ['10']],
  [' 10 ', '$10', '', '', ['10']],
  ['7.50', '$7.50', '', '', ['7.50']],
  ['$5', '$5', '$', 'prefix', ['5']],
  ['$ 5', '$5', '$', 'prefix', ['5']],
  ['20$', '20$', '$', 'postfix', ['20']],
  ['10 €', '10€', '€', 'postfix', ['10']],
  ['10\u00a0€', '10\u00a0€', '\u00a0€', 'postfix', ['10']],
  ['USD 10', 'USD10', 'USD', 'prefix', ['10']],
  ['-5', '-5', '-', 'prefix', ['5']],
  // Several amounts in one part: the second has no part of its own, so there is no symbol.
  ['20 - 10', '$10 – $20', '', '', ['10', '20']],
  ['10-20', '$10 – $20', '', '', ['10', '20']],
  ['10 & 20', '$10 – $20', '', '', ['10', '20']],
  ['5/10', '$5 – $10', '', '', ['5', '10']],
  ['100-50-75', '$50 – $100', '', '', ['50', '75', '100']],
  ['10 - 20 €', '$10 – $20', '', '', ['10', '20']],
  ['ab 10 € / erm. 5 €', '$5 – $10', '', '', ['5', '10']],
  ['VVK 12 / AK 15', '$12 – $15', '', '', ['12', '15']],
  // A part for each amount.
  ['5 €, 10 €', '5€ – 10€', '€', 'postfix', ['5', '10']],
  ['free, 20$, 30$', '20$ – 30$', '$', 'postfix', ['20', '30']],
  ['$20, 30$', '$20, – $30', '$', '', ['20.', '30']],
  ['€5,€10', '€5, – €10', '€', 'prefix', ['5.', '10']],
  ['20 ¥, 30 $', '$20 – $30', '', '', ['20', '30']],
  ['10, 20, 30€', '$10, – $30', '', '', ['10.', '20.', '30']],
  ['Kids: 5, Adults: 10', '$5, – $10', '', '', ['5.', '10']],
  ['ab 5,-', 'ab5,', 'ab', 'prefix', ['5.']],
  // Zero.
  ['0', 'Free', '', '', ['0']],
  ['$0', 'Free', '$', 'prefix', ['0']],
  ['0.00', 'Free', '', '', ['0.00']],
  ['0,00', 'Free', '0', '', ['0.00']],
  ['0 - 20', 'Free – $20', '', '', ['0', '20']],
  ['0 - 0.00', 'Free', '0 -', 'prefix', ['0.00']],
  // Separators.
  ['10,50', '$10,50', '', '', ['10.50']],
  ['10,50 €', '$10,50', '', '', ['10.50']],
  ['10.50 €', '10.50€', '€', 'postfix', ['10.50']],
  ['€ 10,50', '$10,50', '', '', ['10.50']],
  ['1,000', '$1,000', '', '', ['1000']],
  ['1.000', '$1.000', '', '', ['1000']],
  ['1.000 €', '1.000€', '€', 'postfix', ['1000']],
  ['1.000,50', '$,50 – $1.000', '', '', ['.50', '1000']],
  ['1,234.50', '$.50 – $1,234', '', '', ['.50', '1234']],
  ['12.345,67', '$,67 – $12.345', '', '', ['.67', '12345']],
  ['1.000.50', '$.50 – $1.000', '', '', ['.50', '1000']],
  ['1 000', 'Free – $1', '', '', ['000', '1']],
  ['.50', '$.50', '', '', ['.50']],
  [',5', '$,5', '', '', ['.5']],
  ['5.', '$5.', '', '', ['5.']],
  ['.1.2', '$.1.2', '', '', ['1-2']],
  [',5.3', '$,5.3', '', '', ['5.3']],
  ['9.5 or 10', '$9.5 – $10', '', '', ['9.5', '10']],
  // For a repeated key the later amount counts.
  ['5 or 5', '5or', 'or', 'postfix', ['5']],
  ['5 & 5.00', '5 &amp;5.00', '5 &', 'prefix', ['5.00']],
  ['5 €, 5.00 €, 7 €', '$5.00 – $7', '', '', ['5.00', '7']],
  // Words, and characters with a meaning in HTML.
  ['Free', 'Free', '', '', ['free']],
  ['FREE', 'FREE', '', '', ['free']],
  ['Donation at will', 'Donation at will', '', '', ['donation-at-will']],
  ['Spende & mehr', 'Spende &amp; mehr', '', '', ['spende-mehr']],
  ['Spende &amp; mehr', 'Spende &amp; mehr', '', '', ['spende-mehr']],
  ['"VIP" 5', '&quot;VIP&quot;5', '"VIP"', 'prefix', ['5']],
  ["5 o'clock", '5o&#039;clock', "o'clock", 'postfix', ['5']],
  ['<b>5</b>', '&lt;b&gt;&lt;/b&gt;5', '<b></b>', '', ['5']],
  ['10 <', '10&lt;', '<', 'postfix', ['10']],
  // Numbers and lists; a list is not split at commas.
  [10, '$10', '', '', ['10']],
  [10.5, '$10.5', '', '', ['10.5']],
  [true, '$1', '', '', ['1']],
  [false, '', '', '', []],
  [null, '', '', '', []],
  [[], '', '', '', []],
  [['10'], '$10', '', '', ['10']],
  [[10, 20.5], '$10 – $20.5', '', '', ['10', '20.5']],
  [['0$', '20$', '30$'], 'Free – 30$', '$', 'postfix', ['0', '20', '30']],
  [['$10', '20$'], '$10 – $20', '$', '', ['10', '20']],
  [['free', '20$'], '20$', '$', 'postfix', ['free', '20']],
  [['Free', 'Donation'], 'Donation – Free', '', '', ['donation', 'free']],
  [['1,000 $', '2.000 $'], '1,000$ – 2.000$', '$', 'postfix', ['1000', '2000']],
  [['10,50 €', '8 €'], '8€ – 10,50€', '€', 'postfix', ['8', '10.50']],
  [{ a: '5 €', b: '3 €' }, '3€ – 5€', '€', 'postfix', ['3', '5']],
]

describe('a cost is read by the rules of deployed services', () => {
  it.each(table)('%j shows %j', (sent, shown, currency_symbol, currency_position, values) => {
    expect(readCost(costText(sent), false)).toEqual({ shown, currency_symbol, currency_position, values })
  })

  // Recorded from both releases.
  it.each([
    ['1.234,56 €', '$1.234', ['.56', '1.234']],
    ['1,234.56', '$.56', ['.56', '1234']],
    ['5, 10, 15', '$15', ['5.', '10.', '15']],
    ['1.000', '$1.000', ['1.000']],
    ['1,000', '$1,000', ['1000']],
    ['5 €,7 €', '5€', ['.7', '5']],
    ['1.000.50', '$.50 – $1.000', ['.50', '1.000']],
    ['12,50 €', '$12,50', ['12.50']],
    ['10, 20, 30€', '$30', ['10.', '20.', '30']],
    ['8,50 - 12,50', 'Free', ['8.50', '12.50']],
    [['Free', 'Donation'], 'Free', ['donation', 'free']],
    [['free', '20$'], '20$', ['free', '20']],
  ])('%j shows %j on deployed services', (sent, shown, values) => {
    expect(readCost(costText(sent), true)).toMatchObject({ shown, values })
  })

  it('is stored as it was sent', () => {
    expect(costText('ab 10 € / erm. 5 €')).toBe('ab 10 € / erm. 5 €')
    expect(costText(10.5)).toBe('10.5')
    expect(sentCost(costText('10 €, 20 €'))).toBe('10 €, 20 €')
    expect(sentCost(costText(['10 €', 20, '']))).toEqual(['10 €', '20'])
    expect(sentCost(costText(['10']))).toEqual(['10'])
  })
})
