// Words of a line that are no command of cal: German names, kinds in other programs, words that say nothing, and what
// words ask for.
import { type WrittenDate, readDate } from '../../../base/dates/written-dates.ts'
import { CalError } from '../../../base/errors.ts'
import { export_formats } from '../../../bulk/input/entry.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import { meaningsIn } from '../../arguments/spellings.ts'
import { formatNamed } from '../../types/outcome.ts'

/** The English name of a command or kind: `suche` → `search`. Other words are returned unchanged. */
export function inEnglish(word: string): string {
  const lower = word.toLowerCase()
  return Object.hasOwn(german, lower) ? (german[lower] ?? word) : word
}

export const german = meaningsIn(`
  language: sprache, deutsch, englisch, zeitzone
  cost: kosten, preis, eintritt
  attach: hänge, hängen, anhängen, zuordnen, zuweisen
  earlier: früher, vorverlegen
  conflicts: überschneiden, überschneidungen, doppelte, dubletten, konflikte
  repeat: wiederhole, wiederholen, wiederholung, wiederholungen, wiederkehrend
  sync: synchronisieren, synchronisiere, abgleichen
  merge: zusammenführen, zusammenlegen
  tag: tagge, taggen, verschlagworten, verschlagworte, versehen
  server: dienst
  search: suche, suchen, such, finde, finden
  new: neu, neue, neuer, neues, neuen, anlegen, lege, erstellen, erstelle
  add: hinzufügen, hinzufuegen, füge, eintragen, trage
  list: liste, listen, auflisten, alle
  show: zeige, zeig, zeigen, anzeigen, ansehen
  delete: löschen, lösche, lösch, loeschen, loesche, entfernen, entferne
  update: ändern, ändere, aendern, aendere
  set: setzen, setze, stellen, stelle
  edit: bearbeiten, bearbeite
  move: später, verschoben, verschieben, verschiebe, verschieb, verlegen, verlege, verleg, vertagen, vertage
  rename: umbenennen, umbenenne, benenne
  copy: kopieren, kopiere, duplizieren, dupliziere
  cancel: entfällt, ausgefallen, fällt, absagen, absage, abgesagt, stornieren, storniere, streichen, streiche
  publish: veröffentlichen, veröffentliche, freigeben, freischalten
  hide: ausblenden, verstecken, verstecke
  restore: wiederherstellen, zurückspielen, zurückholen, hol, hole
  trash: papierkorb
  empty: leeren, leere
  switch: wechseln, wechsle, umschalten
  drafts: entwürfe
  upgrade: aktualisieren, aktualisierung
  undo: rückgängig, zurücknehmen, widerrufen
  reset: zurücksetzen
  history: verlauf, läufe
  help: hilfe, befehle, anleitung, handbuch
  start: starten, starte, anfang, beginnen, einführung, beispiel, beispiele
  init: einrichten, verbinden
  login: anmelden, anmeldung
  logout: abmelden
  config: einstellungen, konfiguration
  open: öffnen, öffne, oeffnen
  import: importieren, importiere, einlesen, hochladen, einspielen, übernehmen
  export: exportieren, exportiere, ausgeben, herunterladen
  validate: prüfen, prüfe, pruefen, pruefe
  backup: sichern, sichere, sicherung, datensicherung, sicherungskopie
  feed: abonnieren, abonniere, abo
  save: speichern, speichere, abspeichern
  image: bild, foto, titelbild
  print: plakat, aushang, drucken, drucke, ausdrucken
  count: anzahl, statistik, zählen, zähle
  users: benutzer, nutzer, passwort, rechte
  remind: erinnerung, erinnern, erinnere, einladen, einladung, einladungen
  agenda: kalender, übersicht
  day: tagesansicht
  week: kalenderwoche, woche, wochenansicht, wochenplan, wochenübersicht
  month: monat, monatsansicht, monatsplan, monatsübersicht
  free: frei, freie, freien, freier
  year: jahr, jahresansicht, jahresübersicht, jahresplan, jahresprogramm
  next: nächster, nächste, nächstes
  profile: profil
  weekend: wochenende
  version: versionsnummer
  events: termin, termine, veranstaltung, veranstaltungen
  venues: ort, orte, veranstaltungsort, veranstaltungsorte, räume
  organizers: veranstalter
  categories: kategorie, kategorien
  tags: schlagwort, schlagwörter, schlagworte`)

/** Words that name nothing, by what they do in a sentence. */
const classes = {
  article: `the a an my our this that new der die das den dem ein eine einen einem einer eines neue neuen neuer neues
    mein meine meinen meinem meiner diese diesen dieser dieses please bitte me mir id nr nr. no no.`,
  many: 'all alle allen aller alles every everything each jede jeden jeder jedes',
  joining: 'and und then dann but aber',
  /** Before what a record becomes. */
  to: 'to into as in = zu als auf',
  /** Before how it is changed. */
  by: 'by on with um nach mit',
  relating: 'of von des der for für in at from vom',
  /** Before a day. */
  on: 'on in at for am im für',
  /** Before a name. */
  with: 'in at by with for about im von mit bei',
  /** `after friday` is not friday. */
  bound: 'after before since until till from bis seit vor nach ab',
  called: 'called named namens',
  polite: 'please now bitte jetzt wieder',
  last: 'last latest change changes run letzte letzten änderung lauf machen',
  question: 'where wo who wer when wann',
  asking: 'list ls show get find search',
  /** Which the views of whole days don't tell apart. */
  part_of_day: `morning evening night afternoon morgens abend abends nacht nachts nachmittag nachmittags vormittag
    vormittags früh`,
  /** At the ends of a sentence they mean nothing; between others they belong to a name: `Jazz in the park`. */
  glue: `a an the of in on at by to from with for and about around near during as into start starts begin begins after
    before since until till between bis seit vor der die das den dem des ein eine einen einem einer im am an auf um zu
    zum zur von vom bei beim für mit und nach als über aus ab`,
  /** In a question or request they say nothing about what is asked for. */
  request: `i you we it me my us our your they there here this that these those any some all every each please just only
    now also is are was be been am do does did has have had can could would will want wants need like let lets should
    what whats what's which when where who whose how much show tell give see display view look print get list find
    search happening happens going coming up scheduled planned available anything something things stuff everything
    named called titled matching containing between tagged takes take place exist exists off out ich du sie wir ihr es
    man mir mich uns mein meine meinen unser unsere bitte mal nur noch auch denn eigentlich so da dort hier ist sind
    war wird werden sein hat haben hatte kann kannst können könnte könntest möchte würde soll gib gibt geben findet
    finden statt los ansteht anstehen steht stehen passiert läuft kostet kosten plays play organizes organises hosts
    spielt spielen organisiert veranstaltet welche welcher welches welchen wann wo wer wie viel zeig zeige zeigen sag
    sage nenne suche such alle alles allen jede jeder jeden etwas aktuelle aktuellen kommende kommenden namens
    zwischen`,
} as const

export type WordClass = keyof typeof classes

const words_of = Object.fromEntries(Object.entries(classes).map(([name, words]) => [name, new Set(words.split(/\s+/))]))

/** Whether the word is in one of these classes: `isA('all', 'many')`. */
export function isA(word: string, ...names: readonly WordClass[]): boolean {
  return names.some((name) => words_of[name]?.has(word.toLowerCase()))
}

/** A word that is dropped from the beginning of a request: `please`, `bitte`, `the`. */
export function isFiller(word: string): boolean {
  return isA(plain(word), 'request', 'glue')
}

/** Before a record or what is to happen to it. */
export function isSeparator(word: string): boolean {
  return isA(word, 'to', 'by')
}

export function plain(word: string): string {
  return word.toLowerCase().replace(/^[¿]|(?<![?!.,;:/])[?!.,;:/]+$/g, '')
}

/** Other names of kinds, as in `cal places`. */
export const other_kinds = meaningsIn(`
  events: post, posts, entries, items, records, meetings, appointment, appointments, gigs, einträge, tribe_events
  venues: place, places, location, locations, room, rooms, sites
  organizers: people, host, hosts, contact, contacts, author, artists
  categories: topic, topics, types, taxonomy, term, terms, cats, tribe_events_cat
  tags: labels, label, keywords, post_tag`)

export function kindNamed(word: string): Plural | undefined {
  const name = plain(word)
  return resourceNamed(Object.hasOwn(other_kinds, name) ? (other_kinds[name] ?? '') : inEnglish(name))?.plural
}

/** `15` and `#15` are the id 15. */
export function idOf(word = ''): string | undefined {
  return /^#?(\d+)$/.exec(word)?.[1]
}

/** The words before the first flag. */
export function untilFlag(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => word.startsWith('-'))
  return at === -1 ? words : words.slice(0, at)
}

/** A word that says how others belong together. */
export function relates(word: string): boolean {
  return isA(word, 'to', 'by', 'joining', 'many', 'relating', 'bound')
}

/** The words are no name: one of them is a number, or relates to others. */
export function isSentence(words: readonly string[]): boolean {
  return words.length > 1 && words.some((word) => /\d|@/.test(word) || relates(word))
}

/** `ambiguous` for a date that can be read in two ways. */
export async function dateIn(text: string): Promise<WrittenDate | 'ambiguous' | undefined> {
  try {
    return readDate(text, { now: 0, zone: 'UTC' })
  } catch (error) {
    if (error instanceof CalError) return 'ambiguous'
    throw error
  }
}

/** German verbs in two parts: `sage 53 ab`, `lege termin … an`, `stelle die Sprache um`. */
const verbs_in_two = meaningsIn(`
  absagen: sag ab, sage ab
  anlegen: lege an
  hinzufügen: füge hinzu
  eintragen: trage ein
  wiederherstellen: stelle wieder, stelle wiederher, stelle her, stelle wiederherstellen
  einstellungen: stell um, stelle um, stellen um, stell ein, stelle ein, stellen ein
  hochladen: lade hoch
  umbenennen: benenne um`)

/** `sage 53 ab` → `absagen 53` */
export function withoutParticle(typed: readonly string[]): readonly string[] {
  // `what takes place` asks for no venue.
  const joined = typed.map((one, i) => (one === 'wieder' && typed[i + 1] === 'her' ? '' : one))
  const own = joined.filter((one, i) => one !== '' && (one !== 'place' || !/^tak(es?|ing)$/.test(typed[i - 1] ?? '')))
  const [word = '', ...after] = own
  const verbOf = (one: string) => verbs_in_two[`${word.toLowerCase()} ${plain(one)}`]
  // `stelle 53 um 20 Uhr`: a preposition.
  const at = after.findLastIndex((one, i) => verbOf(one) !== undefined && !/^\d/.test(after[i + 1] ?? ''))
  return at === -1 ? own : [verbOf(after[at] ?? '') ?? word, ...after.toSpliced(at, 1)]
}

/** A verb for a new record. */
export function isMaking(word: string): boolean {
  return /^(new|create|add)$/.test(inEnglish(word))
}

/** The format of an export that a word names. */
export function exportFormat(word = ''): string | undefined {
  const format = formatNamed(word.toLowerCase().replace(/^--/, ''))
  return export_formats.find((name) => name === format)
}

/** The days at the start or the end of the words, and the others. */
export async function splitDays(words: readonly string[]) {
  for (let length = words.length; length > 0; length -= 1)
    for (const from of new Set([0, words.length - length])) {
      const own = words.slice(from, from + length)
      const days = daysIn(own)
      if (await areDays(days)) return { days, others: words.toSpliced(from, length) }
    }
  return { days: undefined, others: words }
}

/** `on friday` → `friday` */
export function daysIn(words: readonly string[]): string {
  return words.slice(isA(words[0] ?? '', 'on') ? 1 : 0).join(' ')
}

/** Short words such as `so` and `do` are days, and words of a sentence. */
export async function areDays(text: string): Promise<boolean> {
  if (text === '' || /^(\p{L}{1,2}|\d{1,2}|may|sun|mon|see|now|jetzt)$/iu.test(text)) return false
  const found = await dateIn(text)
  return found !== undefined && found !== 'ambiguous' && (!('at' in found) || !found.at.includes(' '))
}

/** Other names of commands; the words after them stay. */
export const renames = meaningsIn(`
  profile use: auth switch, profile switch, use, switch, checkout, config use-context, context use, agenda switch,
    calendar switch
  init: setup, connect, account, remote add, remote set-url, profile add, profile create, profile new, profile set
  history show: history get, history view, history diff, run view
  restore: db restore, db import, database import, backup load
  import: upload, load, read, ingest
  export: download, dump, save, pull, export-all
  feed: ical url, ics url, feed url, calendar url, agenda feed, agenda subscribe, agenda abonnieren,
    calendar subscribe, calendar feed, webcal
  validate: check, lint, verify
  search: grep, lookup
  api: rest, curl, http, request, graphql
  agenda: calendar, schedule, between
  add: quick, quickadd, all-day, allday, khal-new
  help: man, manual
  serve: server, server start, run, up, host-it, listen, daemon, mock, mock-server, dev
  apply: deploy, plan
  count: how many, wie viele, wieviele, wieviel`)

/** The words with the name of the command that the first of them stand for. */
export function renamed(words: readonly string[]): readonly string[] {
  const found = phraseAt(renames, words)
  return found ? [...found.meaning.split(' '), ...words.slice(found.length)] : words
}

/** Whether the words are another name of a command, and nothing else. */
export function isNamed(words: readonly string[]): boolean {
  return words.length === phraseAt(renames, words)?.length
}

/** The row of a table for two words, or one, at this position: `KIND`, `ID` and `URL` stand for one of them. */
export function phraseAt(table: Readonly<Record<string, string>>, words: readonly string[], at = 0) {
  const [one = '', two = ''] = words.slice(at, at + 2)
  const [first, second] = [inEnglish(plain(one)), inEnglish(plain(two))]
  const keys = [
    `${first} ${second}`,
    ...(kindNamed(one) ? [`KIND ${second}`] : []),
    ...(kindNamed(two) ? [`${first} KIND`] : []),
    ...(idOf(two) === undefined ? [] : [`${first} ID`]),
    ...(/^https?:\/\//i.test(two) ? [`${first} URL`] : []),
    first,
  ]
  const key = keys.find((name) => Object.hasOwn(table, name))
  return key === undefined ? undefined : { meaning: table[key] ?? '', length: key.includes(' ') ? 2 : 1 }
}
