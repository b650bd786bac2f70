import { describe, expect, it } from 'vitest'
import { costOf, costText } from '../../../../src/server/domain/cost.ts'

describe('a cost', () => {
  it.each([
    ['', '', '', '', []],
    ['10', '$10', '', '', ['10']],
    ['7.50', '$7.50', '', '', ['7.50']],
    ['$5', '$5', '$', 'prefix', ['5']],
    ['20$', '20$', '$', 'postfix', ['20']],
    ['10 €', '10€', '€', 'postfix', ['10']],
    ['USD 10', 'USD10', 'USD', 'prefix', ['10']],
    ['-5', '-5', '-', 'prefix', ['5']],
    ['20 - 10', '$10 – $20', '', '', ['10', '20']],
    ['10-20', '$10 – $20', '', '', ['10', '20']],
    ['10 & 20', '$10 – $20', '', '', ['10', '20']],
    ['5/10', '$5 – $10', '', '', ['5', '10']],
    ['0', 'Free', '', '', ['0']],
    ['$0', 'Free', '$', 'prefix', ['0']],
    ['0.00', 'Free', '', '', ['0.00']],
    ['0 - 20', 'Free – $20', '', '', ['0', '20']],
    ['10,50', '$10.50', '', '', ['10.50']],
    ['1,000', '$1000', '', '', ['1000']],
    ['1.000,50', '$1000.50', '', '', ['1000.50']],
    ['Free', 'Free', '', '', ['free']],
    ['Donation at will', 'Donation at will', '', '', ['donation-at-will']],
  ])('%j shows %j', (text, shown, currency_symbol, currency_position, values) => {
    expect(costOf(text)).toEqual({ shown, currency_symbol, currency_position, values })
  })

  it('sent as numbers or a list is one text', () => {
    expect(costText(10.5)).toBe('10.5')
    expect(costText(['0$', '20$', '30$'])).toBe('0$ - 20$ - 30$')
    expect(costText([])).toBe('')
    expect(costText(null)).toBe('')
  })
})
