// Words of a line that are no command of cal: German names, kinds in other programs, words that say nothing.
import { remembering } from '../../../base/bounded-cache.ts'
import { readDate, type WrittenDate } from '../../../base/dates/written-dates.ts'
import { CalError } from '../../../base/errors.ts'
import { export_formats } from '../../../bulk/input/entry.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import { formatNamed } from '../../types/outcome.ts'

/** Rows such as `search: suche, suchen`: `suche` and `suchen` mean `search`. A row goes on after a comma. */
export function meaningsIn(rows: string): Readonly<Record<string, string>> {
  return Object.fromEntries(pairsIn(rows))
}

/** Each word of the rows with its meaning. */
export function pairsIn(rows: string): readonly (readonly [word: string, meaning: string])[] {
  return rows
    .trim()
    .replaceAll(/,\s+/g, ',')
    .split(/\n\s*/)
    .flatMap((row) => {
      const [meaning = '', words = ''] = row.split(/: (?!.*: )/)
      return words.split(',').map((word) => [word, meaning] as const)
    })
}

/** The English name of a command or kind: `suche` → `search`. Other words are returned unchanged. */
export function inEnglish(word: string): string {
  const lower = word.toLowerCase()
  return Object.hasOwn(german, lower) ? (german[lower] ?? word) : word
}

export const german = meaningsIn(`
  language: sprache, deutsch, englisch, zeitzone
  address: adresse, anschrift
  cost: kosten, preis, eintritt
  attach: hänge, hängen, anhängen, zuordnen, zuweisen
  earlier: früher, vorverlegen
  extend: verlängern, verlängere, kürzen, kürze
  conflicts: überschneiden, überschneidungen, doppelte, dubletten, konflikte
  repeat: wiederhole, wiederholen, wiederholung, wiederholungen, wiederkehrend
  sync: synchronisieren, synchronisiere, abgleichen
  merge: zusammenführen, zusammenlegen
  tag: tagge, taggen, verschlagworten, verschlagworte, versehen
  token: schlüssel
  all-day: ganztägig, ganztags
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
  share: teilen, teile, schick, schicke, schicken, sende, senden, verschicken
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

/** Words between others that belong to a name: `Jazz in the park`. At the ends of a sentence they mean nothing. */
const glue = wordsIn(`
  a an the of in on at by to from with for and about around near during as into start starts begin begins after
  before since until till between bis seit vor der die das den dem des ein eine einen einem einer im am an auf um zu
  zum zur von vom bei beim für mit und nach als über aus ab`)

/** Words of a question or request that say nothing about what is asked for. */
const fillers = wordsIn(`
  i you we it me my us our your they there here this that these those any some all every each please just only now
  also is are was be been am do does did has have had can could would will want wants need like let lets should what
  whats what's which when where who whose how much show tell give see display view look print get list find search
  happening happens going coming up scheduled planned available anything something things stuff everything named
  called titled matching containing between tagged takes take place exist exists off out ich du sie wir ihr es man
  mir mich uns mein meine meinen unser unsere bitte mal nur noch auch denn eigentlich so da dort hier ist sind war
  wird werden sein hat haben hatte kann kannst können könnte könntest möchte würde soll gib gibt geben findet finden
  statt los ansteht anstehen steht stehen passiert läuft kostet kosten plays play organizes organises hosts spielt
  spielen organisiert veranstaltet welche welcher welches welchen wann wo wer wie viel zeig zeige zeigen sag sage
  nenne suche such alle alles allen jede jeder jeden etwas aktuelle aktuellen kommende kommenden namens zwischen`)

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** A word that is dropped from the beginning of a request: `please`, `bitte`, `the`. */
export function isFiller(word: string): boolean {
  return isRequest(word) || glue.has(plain(word))
}

/** At the start of a line that asks what there is. */
export function isRequest(word: string): boolean {
  return fillers.has(plain(word))
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

/** Words that begin what is to happen to a record. */
export const separator = /^(to|into|as|by|on|with|=|zu|in|als|um|auf|nach|mit)$/i
export const joining = /^(and|und|then|dann|but|aber)$/i
export const isMany = /^(all|alle[nrs]?|every|everything|alles|jede[nrs]?|each)$/i

const sentence_words = /^(of|von|des|der|for|für|in|at|from|vom)$/i

/** The words are no name: one of them is a number, or relates to others. */
export function isSentence(words: readonly string[]): boolean {
  const relates = [separator, joining, isMany, sentence_words, /\d|@/]
  return words.length > 1 && words.some((word) => relates.some((form) => form.test(word)))
}

/** `ambiguous` for a date that can be read in two ways. Many patterns read the same words. */
export const dateIn = remembering(async (text): Promise<WrittenDate | 'ambiguous' | undefined> => {
  try {
    return await readDate(text, { now: 0, zone: 'UTC' })
  } catch (error) {
    if (error instanceof CalError) return 'ambiguous'
    throw error
  }
})

/** German verbs in two parts: `sage 53 ab`, `lege termin … an`, `stelle die Sprache um`. */
const verbs_in_two = meaningsIn(`
  absagen: sag ab, sage ab
  anlegen: lege an
  hinzufügen: füge hinzu
  eintragen: trage ein
  wiederherstellen: stelle wiederher, stelle her, stelle wiederherstellen
  einstellungen: stell um, stelle um, stellen um, stell ein, stelle ein, stellen ein
  hochladen: lade hoch
  umbenennen: benenne um`)

/** `sage 53 ab` → `absagen 53` */
export function withoutParticle(typed: readonly string[]): readonly string[] {
  // `what takes place` asks for no venue.
  const own = typed.filter((one, i) => one !== 'place' || !/^tak(es?|ing)$/.test(typed[i - 1] ?? ''))
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

/** A method of HTTP. */
export function isMethod(word: string): boolean {
  return /^(GET|POST|PUT|PATCH|DELETE)$/i.test(word)
}

/** The format of an export that a word names. */
export function exportFormat(word = ''): string | undefined {
  const format = formatNamed(word.toLowerCase().replace(/^--/, ''))
  return export_formats.find((name) => name === format)
}

/** Words that bound a period: `after friday` is not friday. */
export function isBound(word: string): boolean {
  return /^(after|before|since|until|till|from|bis|seit|vor|nach|ab)$/i.test(word)
}

/** The days at the start or the end of the words, and the others. */
export async function splitDays(words: readonly string[]) {
  for (let length = words.length; length > 0; length -= 1)
    for (const from of new Set([0, words.length - length])) {
      const own = words.slice(from, from + length)
      const days = (/^(on|in|at|for|am|im|für)$/i.test(own[0] ?? '') ? own.slice(1) : own).join(' ')
      if (await areDays(days)) return { days, others: words.toSpliced(from, length) }
    }
  return { days: undefined, others: words }
}

/** Short words such as `so` and `do` are days, and words of a sentence. */
export async function areDays(text: string): Promise<boolean> {
  if (text === '' || /^(\p{L}{1,2}|\d{1,2}|may|sun|mon|see|now|jetzt)$/iu.test(text)) return false
  const found = await dateIn(text)
  return found !== undefined && found !== 'ambiguous' && (!('at' in found) || !found.at.includes(' '))
}
