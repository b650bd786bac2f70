// Words of a line that are no command of cal: German names, kinds in other programs, words that say nothing, and what
// words ask for.
import { type WrittenDate, readDate } from '../../../base/dates/written-dates.ts'
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

const german = meaningsIn(`
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
const other_kinds = meaningsIn(`
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

/** `ambiguous` for a date that can be read in two ways. */
export async function dateIn(text: string): Promise<WrittenDate | 'ambiguous' | undefined> {
  try {
    return await readDate(text, { now: 0, zone: 'UTC' })
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

/** What is done to records that are named. */
const acts = new Set('get delete update edit copy move rename restore publish hide tag untag'.split(' '))

/** Whether records are changed or shown by it. */
export function isAct(name: string | undefined): name is string {
  return name !== undefined && acts.has(name)
}

/** What a word, or the first two words, ask for: keys of `acts` and `sentences`. */
const intents = meaningsIn(`
  get: inspect, details, info, get, show, view, describe, cat, print ID, open, display
  delete: delete, rm, remove, del, erase, drop, destroy, kill, trash ID, trash KIND
  update: update, change, modify, patch, put ID, set, assign, correct, fix, replace, search-replace, sed, swap,
    post meta, switch ID, bulk edit, bulk-edit, bulk update, bulk-update, bulk set
  field: set-price, make, price, cost, fee, website, phone, title
  edit: edit
  copy: copies, clone, dup, duplicate, cp, copy
  move: move, mv, reschedule, postpone, delay, shift, push, defer, later
  earlier: earlier, prepone, advance, bring-forward
  rename: rename, retitle
  restore: restore, recover, undelete, untrash
  publish: publish, release, approve, unhide, activate
  hide: unpublish, draft, hide, deactivate
  tag: tag, label, mark, flag
  untag: untag, unlabel
  link: post term
  image: image, picture, photo, thumbnail, upload-image, set-image, add-image
  cancel: not happening, cancel, cancelled, canceled, call-off, cancellation
  uncancel: uncancel, un-cancel, reactivate, reinstate, reopen
  archive: prune, archive, close, clean, cleanup, clear
  merge: merge, combine, dedupe, deduplicate, move-to, merge-into, reassign, reassign-to
  extend: extend, lengthen, shorten, prolong
  count: wc, how many, wie viele, wieviele, wieviel, count, stats, statistics, total, report, chart, graph, number,
    summary, summarize, metrics
  except: without tag, without tags, no tags, untagged, except, excluding, excluded, not, außer, ausgenommen, nicht
  rank: by KIND, per KIND, pro KIND, je KIND, nach KIND, rank, group, group-by, top, cheapest, biggest, most, popular,
    best, busiest, longest, latest
  free: free, busy, available, availability, freebusy
  overlap: conflicts, conflict, overlaps, overlap, clash, clashes, collisions, collision, duplicates,
    double-booked, double booking, double bookings
  unused: unused, orphaned, empty KIND, unused KIND, orphaned KIND, KIND empty, KIND unused
  undo: oops, ups, sorry, reset, redo, revert, rollback, history revert, history rollback, undo
  history: log, logs, runs, journal, blame, commit, commits, changes, changelog, audit, events history, events log
  series: repeat, recur, recurring, recurrence, weekly, daily, monthly, series
  begin: start, begin, tutorial, quickstart, getting-started, tour, guide, intro, onboarding, example, examples,
    sample, samples, hello, hi, welcome
  guests: remind, reminder, reminders, alarm, alert, notify, notification, notifications, invite, rsvp, attend,
    attendee, attendees, accept, decline, invitation, invitations, ticket, tickets, register, guests, mute, snooze,
    unmute, booking, bookings, email, mail, e-mail, newsletter, participants
  list: next, upcoming, future, past, drafts, trash, all, everything, featured
  paper: print, print KIND, pdf, poster, flyer, printable, printout
  upgrade: upgrade, self-update, install, npm, core update, cli update
  uninstall: uninstall
  users: user, users, adduser, useradd, accounts, role, permissions, roles, password, passwd
  serve: server, stop, port-forward, expose
  profiles: calendar, context, account, profile add, profile create, profile new, profile set
  tokens: auth token, token, tokens, apikey, api-key, key, keys, secret, secrets
  sync: push URL, sync, mirror, replicate, migrate, synchronize, synchronise
  colors: color, colors, colour, theme, dark
  alias: alias, aliases, shortcut, plugin, plugins, extension, extensions
  share: qr, share, publish-url, embed, send, url, link
  map: map, directions, route, address
  purge: permanent, permanently, trash empty, trash purge, trash clear, trash delete, delete trash, empty trash,
    purge, empty, empty-trash
  new: book, put a, put an, make a, make an, make KIND, schedule, block, reserve, organize, plan, msg, rem
  rss: rss, atom
  holidays: heiligabend, silvester, neujahr, nikolaus, weihnachten, weihnachtstag, ostern, pfingsten, advent, christmas,
    xmas, boxing day, holidays, feiertag, feiertage, ferien, easter, thanksgiving, halloween
  sql: delete from, select, insert, sql, truncate
  runs: history ID, history event
  months: -3, -1, year
  language: language, lang, timezone, tz, german, english
  import: import
  export: export, download, dump, save, pull`)

/** Other names of commands; the words after them stay. */
const renames = meaningsIn(`
  profile use: auth switch, profile switch, use, switch, checkout, config use-context, context use, agenda switch,
    calendar switch
  init: setup, connect, account, remote, remote add, profile add, profile create, profile new, profile set
  history show: history get, history view, history diff, run view
  restore: db restore, db import, database import, backup load
  import: upload, load, read, ingest
  export: download, dump, save, pull, export-all
  feed: ical url, ics url, feed url, calendar url, agenda feed, agenda subscribe, agenda abonnieren,
    calendar subscribe, calendar feed, webcal
  validate: check, lint, verify
  search: grep, query, filter, lookup
  api: rest, curl, http, request, endpoint, graphql
  agenda: calendar, schedule, between
  add: quick, quickadd, event-add, all-day, allday, khal-new
  help: man, manual
  serve: server, server start, run, up, host-it, listen, daemon, mock, mock-server, dev
  apply: deploy, plan
  count: how many, wie viele, wieviele, wieviel`)

/** The words with the name of the command that the first of them stand for. */
export function renamed(words: readonly string[]): readonly string[] {
  const row = rowAt(renames, words)
  return row ? [...row.meaning.split(' '), ...words.slice(row.key.includes(' ') ? 2 : 1)] : words
}

/** Whether the words are another name of a command, and nothing else. */
export function isNamed(words: readonly string[]): boolean {
  const row = rowAt(renames, words)
  return row !== undefined && words.length === (row.key.includes(' ') ? 2 : 1)
}

/** A word as typed, in English, and as the verb or kind that it means. */
export function namesOf(word: string): readonly string[] {
  const english = inEnglish(plain(word))
  const intent = Object.hasOwn(intents, english) ? intents[english] : undefined
  return [
    plain(word) || word,
    english,
    ...(isAct(intent) ? [intent] : []),
    ...(isMaking(english) ? ['new'] : []),
    ...(kindNamed(word) ? [kindNamed(word) ?? ''] : []),
  ]
}

/** The row of a table for two words, or one, at this position: `KIND`, `ID` and `URL` stand for one of them. */
function rowAt(table: Readonly<Record<string, string>>, words: readonly string[], at = 0) {
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
  return key === undefined ? undefined : { key, meaning: table[key] ?? '' }
}

/** What the words ask for: a word that is told by itself, the first word, a German verb at the end, any verb. */
export function intentOf(typed: readonly string[]): string | undefined {
  const isWhole = (word: string) => kindNamed(word) !== undefined || /^https?:/i.test(word)
  const isName = (word: string) => (/\s/.test(word) && typed.length > 1) || /\w\.\w{2,4}$/.test(word)
  const words = typed.flatMap((word) =>
    isWhole(word) ? [word] : isName(word) ? [] : word.split(/(?<=\p{L})[^\p{L}\p{N}'-]+/u),
  )
  const start = words.findIndex((word) => !isFiller(word) || intentAt(words, 0) !== undefined)
  const own = words.slice(Math.max(start, 0))
  const all = own.map((_, i) => intentAt(own, i))
  const [one, two] = all
  const first = kindNamed(own[0] ?? '') && one !== 'unused' ? (two ?? one) : one
  const told = isAct(first) || isMaking(own[0] ?? '') ? undefined : all.find((name) => anywhere.has(name ?? ''))
  const last = inEnglish(own.at(-1) ?? '') === own.at(-1) ? undefined : all.at(-1)
  if (told !== undefined && words.length > 2) return told
  // `where is the book market`
  if ([typed[0], typed.at(-1)].some((word) => question_words.test(plain(word ?? '')))) return undefined
  return first ?? last ?? all.find((name) => isAct(name) || /^(undo|cancel|earlier|count|free)$/.test(name ?? ''))
}

const question_words = /^(where|wo|who|wer|when|wann|what|was)$/i

/** These words are no names and no words of dates: they say what is meant wherever they are. */
const anywhere = new Set('overlap except guests paper cancel rank merge extend unused serve'.split(' '))

function intentAt(words: readonly string[], at: number): string | undefined {
  return rowAt(intents, words, at)?.meaning
}

/** Every word of these tables. */
export function foreignWords(): readonly string[] {
  return [german, other_kinds, intents, renames].flatMap(Object.keys)
}
