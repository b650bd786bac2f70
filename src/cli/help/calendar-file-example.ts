// The keys of a calendar file, as an example with a comment on every line.
import type { Text } from '../../base/text/language.ts'

const rows: readonly (readonly [string, string, string])[] = [
  [
    'calendar: services',
    'name of the file for --prune (default: its path)',
    'Name der Datei für --prune; ohne Angabe ihr Pfad',
  ],
  ['timezone: Europe/Berlin', 'default time zone of events', 'Zeitzone aller Termine, die keine nennen'],
  ['language: en', 'language of months and weekdays: en or de', 'Sprache von Monaten und Wochentagen: en oder de'],
  [
    'defaults:',
    'default fields of events; or by kind under event:, venue:, …',
    'Felder von Terminen, die selbst keine nennen; oder unter event:, venue:, …',
  ],
  ['  duration: 45m', 'ignored if the event has an end', 'gilt nur, wenn der Termin kein Ende hat'],
  ['categories:', 'a tree', 'verschachtelt'],
  ['  - Music: [Jazz, {name: Rock, slug: rock}]', '', ''],
  ['tags: [free]', '', ''],
  ['venues:', 'key is a name for references within the file', 'key ist ein Name für Verweise in der Datei'],
  ['  - {key: hall, venue: City Hall, city: Ulm}', '', ''],
  ['organizers:', '', ''],
  ['  - {key: choir, organizer: Choir}', '', ''],
  ['events:', '', ''],
  [
    '  - key: rehearsal',
    'becomes the slug: rehearsal-2027-01-05 for each date',
    'wird zum Slug: je Datum rehearsal-2027-01-05',
  ],
  [
    '    title: "Rehearsal {date:D MMMM}"',
    '{date}, {time}, {year}, {month}, {day}, {week}, {n}',
    '{date}, {time}, {year}, {month}, {day}, {week}, {n}',
  ],
  [
    '    slug: rehearsal-{date}',
    'or auto: from the title, and the date of a repeated event',
    'oder auto: aus dem Titel, bei Wiederholungen mit Datum',
  ],
  [
    '    start: 2027-01-05 18:00',
    'or start_date; also +7d 18:00, fri 18:00',
    'oder start_date; auch +7d 18:00, fr 18:00',
  ],
  ['    end: "20:00"', 'or end_date, or duration', 'oder end_date oder duration'],
  [
    '    repeat: FREQ=WEEKLY;BYDAY=TU;UNTIL=2027-03-31',
    'a rule of RFC 5545 with UNTIL or COUNT, or apply --until',
    'eine Regel nach RFC 5545 mit UNTIL oder COUNT, oder apply --until',
  ],
  ['    except: [2027-02-16]', 'dates left out', 'ausgelassene Daten'],
  ['    skip_months: [8]', 'months without dates, 1 to 12', 'Monate ohne Termine, 1 bis 12'],
  ['    also: [2027-04-02 19:00]', 'dates added', 'zusätzliche Daten'],
  ['    venue: hall', 'key, id, slug or name', 'key, ID, Slug oder Name'],
  ['    categories: [Music > Jazz]', '', ''],
  ['  - key: talk', '', ''],
  ['    count: 50', 'number of events, numbered by {n}', 'Anzahl, nummeriert durch {n}'],
  ['    title: "Talk {n:00}"', '', ''],
  [
    '    start: {between: [2027-01-01, 2027-03-31], at: ["18:00", "19:30"]}',
    'random, determined by --seed',
    'Zufallsauswahl nach --seed',
  ],
  [
    '    venue: {choose: [hall, City Library]}',
    'one of these; with of: 2, two of them',
    'eines davon; mit of: 2 zwei davon',
  ],
  [
    '  - {title: Picnic, start: 2027-07-01, disabled: true}',
    'this record is left out',
    'dieser Eintrag wird ausgelassen',
  ],
]

const column = 34
const width_max = 80

/** YAML that can be applied unchanged if its venues exist. A comment that doesn't fit on its line is put above it. */
export function calendarFile(language: keyof Text): string {
  return rows
    .map(([line, en, de]) => {
      const remark = language === 'de' ? de : en
      if (remark === '') return `${line}\n`
      const commented = `${line.padEnd(column)}  # ${remark}`
      const indent = ' '.repeat(line.search(/[^ -]/))
      return commented.length <= width_max ? `${commented}\n` : `${indent}# ${remark}\n${line}\n`
    })
    .join('')
}
