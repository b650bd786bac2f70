// Tables in French, Spanish, Italian and Dutch: headers, dates, times, yes and no, and the order of day and month.
import { describe, expect, it } from 'vitest'
import { readItems } from '../../../../support/read-items.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

const assumed = { order_assumed: true } as const

describe('the export of Outlook', () => {
  const values = {
    title: 'A',
    start_date: '2027-04-03 09:00:00',
    end_date: '2027-04-03 10:30:00',
    all_day: 'false',
    venue: 'Café',
  }

  it.each([
    [
      'in French',
      'Objet,Début,Début,Fin,Fin,Journée entière,Emplacement,Privé',
      'A,03/04/2027,09:00:00,03/04/2027,10:30:00,Faux,Café,Faux',
    ],
    [
      'in French, with other headers',
      'Objet,Date de début,Heure de début,Date de fin,Heure de fin,Journée entière,Lieu',
      'A,03/04/2027,09:00,03/04/2027,10h30,Faux,Café',
    ],
    [
      'in Spanish',
      'Asunto,Fecha de comienzo,Comienzo,Fecha de finalización,Finalización,Todo el día,Ubicación',
      'A,03/04/2027,9:00:00,03/04/2027,10:30:00,FALSO,Café',
    ],
    [
      'in Italian',
      'Oggetto,Data inizio,Ora inizio,Data fine,Ora fine,Giornata intera,Luogo',
      'A,03/04/2027,9:00:00,03/04/2027,10:30:00,Falso,Café',
    ],
    [
      'in Dutch',
      'Onderwerp,Begindatum,Begintijd,Einddatum,Eindtijd,Duurt hele dag,Locatie',
      'A,3-4-2027,9:00:00,3-4-2027,10:30:00,Onwaar,Café',
    ],
  ])('%s', async (_, header, row) => {
    expect(await readItems('x.csv', `${header}\n${row}\n`, assumed)).toEqual([['events', 2, values]])
  })

  it.each(['Vrai', 'Verdadero', 'Vero', 'Waar', 'Oui', 'Sí'])('has whole days and private events: %s', async (yes) => {
    const text = `Objet,Date de début,Date de fin,Journée entière,Privé\nA,13/04/2027,14/04/2027,${yes},${yes}\n`
    expect(await readItems('x.csv', text, assumed)).toEqual([
      [
        'events',
        2,
        { title: 'A', start_date: '2027-04-13', end_date: '2027-04-14', all_day: 'true', status: 'private' },
      ],
    ])
  })
})

it.each([
  ['12 mars 2027', '2027-03-12'],
  ['vendredi 12 mars 2027 à 20h30', '2027-03-12 20:30:00'],
  ['1er mai 2027', '2027-05-01'],
  ['14 août 2027 20h', '2027-08-14 20:00:00'],
  ['3 juin 2027', '2027-06-03'],
  ['3 juillet 2027', '2027-07-03'],
  ['25 déc. 2027', '2027-12-25'],
  ['mardi 2 février 2027', '2027-02-02'],
  ['12 de marzo de 2027', '2027-03-12'],
  ['domingo 12 de septiembre de 2027', '2027-09-12'],
  ['jueves 1 de julio de 2027', '2027-07-01'],
  ['martedì 12 gennaio 2027', '2027-01-12'],
  ['giovedì 1 luglio 2027', '2027-07-01'],
  ['dinsdag 2 maart 2027', '2027-03-02'],
  ['2 mei 2027', '2027-05-02'],
  ['March 2, 2027', '2027-03-02'],
  ['July 2, 2027', '2027-07-02'],
])('a date in words: %s', async (written, start_date) => {
  expect(await readItems('x.csv', `Titre;Date;Lieu\nA;${written};\n`)).toEqual([
    ['events', 2, { title: 'A', start_date, end_date: start_date }],
  ])
})

it('the headers decide the order of day and month, unless a date contradicts them', async () => {
  const { cal, write } = newWorkspace()
  write('a.csv', 'Titre;Date;Heure\nA;03/04/2027;19h\n')
  expect((await cal('validate a.csv')).stderr).toContain(
    'a.csv:2: "03/04/2027" is read day first; to read the month first, use --date-order mdy\n',
  )
  write('b.csv', 'Titre;Date;Heure\nA;03/04/2027;19h\nB;04/25/2027;19h\n')
  expect((await cal('validate b.csv')).stderr).toBe(
    'error: b.csv:3: "04/25/2027" starts with the month\nhint: to read all dates this way, use --date-order mdy; ' +
      'to reject only such rows, use --date-order dmy\n',
  )
  expect((await cal('validate b.csv --date-order mdy')).code).toBe(0)
  // A single word of another language does not decide.
  write('c.csv', 'Title,Date,Sala\nA,03/04/2027 19:00,\n')
  expect((await cal('validate c.csv')).stderr).toContain('is read month first')
})

it('words of English keep their meaning in English tables', async () => {
  const { cal, write } = newWorkspace()
  write(
    'a.csv',
    'Title,Start Date,End Date,Data,Fine,Entree,Prix\nA,2027-03-04,2027-03-05,2026-01-01,5.00,Soup,Monaco\n',
  )
  expect(await readItems('a.csv', 'Title,Start Date,Entree\nA,2027-03-04,Soup\n')).toEqual([
    ['events', 2, { title: 'A', start_date: '2027-03-04', end_date: '2027-03-04' }],
  ])
  const { code, stderr } = await cal('validate a.csv')
  expect([code, stderr]).toEqual([0, expect.stringContaining('columns "Data", "Fine", "Entree", "Prix" are unknown')])
  expect(await readItems('b.csv', 'Titolo,Data,Fine\nA,4.3.2027,5.3.2027\n')).toEqual([
    ['events', 2, { title: 'A', start_date: '2027-03-04', end_date: '2027-03-05' }],
  ])
})
