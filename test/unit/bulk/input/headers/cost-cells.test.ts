// Prices in real spreadsheets: a second run changes nothing, and prices that a service shows differently are reported.
import { expect, it } from 'vitest'
import { serviceIn } from '../../../../support/service-in.ts'

it('warns about words in costs that services do not show, before the import', async () => {
  const { cal, write } = await serviceIn('quirks')
  write(
    'a.csv',
    'title,start_date,cost\nA,2027-02-01 18:00,VVK 12 / AK 15\nB,2027-02-02 18:00,ab 10 € / erm. 5 €\nC,2027-02-03 18:00,10 €\nD,2027-02-04 18:00,frei\n',
  )
  const warning = 'warning: a.csv:2: services show the cost "VVK 12 / AK 15" as "$12 – $15"; and 1 more\n'
  for (const line of ['validate a.csv', 'import a.csv --dry-run']) expect((await cal(line)).stderr).toContain(warning)
  expect((await cal('validate a.csv --lang de')).stderr).toContain(
    'Warnung: a.csv:2: Dienste zeigen den Preis „VVK 12 / AK 15“ als „$12 – $15“; ebenso noch 1-mal\n',
  )
  expect((await cal('import a.csv')).stderr).not.toContain('stored')
})

it.each([
  ['12,50 €', '$12,50'],
  ['€ 8,00 / 5,00', 'Free'],
])('warns before the import that services show another currency: %s', async (cost, shown) => {
  const { cal, write } = await serviceIn('quirks')
  write(
    'a.csv',
    `title,start_date,cost\nA,2027-02-01 18:00,"${cost}"\nB,2027-02-02 18:00,10 €\nC,2027-02-03 18:00,$7\n`,
  )
  const warning = `warning: a.csv:2: services show the cost "${cost}" as "${shown}"\n`
  for (const line of ['validate a.csv', 'import a.csv --dry-run']) expect((await cal(line)).stderr).toContain(warning)
  expect((await cal('import a.csv')).stderr).not.toContain('stored')
})

it('warns that services show a number in groups as several prices', async () => {
  const { cal, write } = await serviceIn('standard')
  write('a.csv', 'title,start_date,cost\nA,2027-02-01 18:00,1 234\nB,2027-02-01 18:00,5 10\n')
  expect((await cal('validate a.csv')).stderr).toBe(
    'warning: a.csv:2: services show the cost "1 234" as "$1 – $234"\n2 events: no errors\n',
  )
})

it.each(['1.234,50', '1,234.50'])('warns in JSON about separators of thousands: %s', async (cost) => {
  const { cal, write } = await serviceIn('standard')
  write('a.json', JSON.stringify([{ title: 'A', start_date: '2027-02-01 18:00', end_date: '2027-02-01 19:00', cost }]))
  expect((await cal('validate a.json')).stderr).toContain(`warning: a.json:1: services show the cost "${cost}" as "`)
})
