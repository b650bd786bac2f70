// Dates of rows with separate columns for day and time: nothing that a cell says is dropped.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const range = '15.3.2027 - 17.3.2027'

async function imported(row: string) {
  const { cal, json, write } = newWorkspace()
  write('a.csv', `Titel;Datum;Uhrzeit;Ende\nA;${row}\n`)
  const { code, stderr } = await cal('import a.csv --yes')
  return { code, stderr, events: await json('events list --any-date') }
}

describe('separate columns for day and time', () => {
  it.each([
    [`${range};19:30;`, '2027-03-15 19:30:00', '2027-03-17 19:30:00'],
    [`${range};19:30;22:00`, '2027-03-15 19:30:00', '2027-03-17 22:00:00'],
    [`${range};19:30-22:00;`, '2027-03-15 19:30:00', '2027-03-17 22:00:00'],
    ['15.–17.3.2027;ab 19 Uhr;', '2027-03-15 19:00:00', '2027-03-17 19:00:00'],
    ['2027-03-15 00:00:00;19:30;', '2027-03-15 19:30:00', '2027-03-15 19:30:00'],
    ['15.3.2027 19:30;19:30;22:00', '2027-03-15 19:30:00', '2027-03-15 22:00:00'],
  ])('%s', async (row, start_date, end_date) => {
    expect(await imported(row)).toMatchObject({ code: 0, events: [{ start_date, end_date, all_day: false }] })
  })

  it.each([
    ['15.3.2027;ganztägig;', '2027-03-15'],
    [`${range};ganztägig;`, '2027-03-17'],
    ['15.3.2027;all day;', '2027-03-15'],
  ])('%s takes whole days', async (row, last) => {
    const dates = { all_day: true, start_date: '2027-03-15 00:00:00', end_date: `${last} 23:59:59` }
    expect(await imported(row)).toMatchObject({ code: 0, events: [dates] })
  })

  it.each([
    ['3/12/2027,12:00:00 AM,3/13/2027,12:00:00 AM,TRUE', '2027-03-12'],
    ['3/12/2027,00:00,3/15/2027,00:00,True', '2027-03-14'],
    ['3/12/2027,00:00,3/12/2027,00:00,True', '2027-03-12'],
    ['3/12/2027,00:00,3/12/2027,24:00,yes', '2027-03-12'],
    ['3/12/2027,,3/13/2027,,True', '2027-03-13'],
    ['3/12/2027,00:00:00,3/13/2027,23:59:59,True', '2027-03-13'],
  ])('whole days until midnight end on the day before: %s', async (row, last) => {
    const { cal, json, write } = newWorkspace()
    write('a.csv', `Subject,Start Date,Start Time,End Date,End Time,All day event\nA,${row}\n`)
    await cal('import a.csv --yes')
    const dates = { all_day: true, start_date: '2027-03-12 00:00:00', end_date: `${last} 23:59:59` }
    expect(await json('events list --any-date')).toMatchObject([dates])
  })
})
