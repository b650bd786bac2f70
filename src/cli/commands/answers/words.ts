// Words of a line that are no command of cal: German names, kinds in other programs, words that say nothing.
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed } from '../../../spec/resources.ts'

export function sameFor<T>(meaning: T, ...words: readonly string[]): Readonly<Record<string, T>> {
  return Object.fromEntries(words.map((word) => [word, meaning]))
}

/** The English name of a command or kind: `suche` → `search`. Other words are returned unchanged. */
export function inEnglish(word: string): string {
  const lower = word.toLowerCase()
  return Object.hasOwn(german, lower) ? (german[lower] ?? word) : word
}

export const german: Readonly<Record<string, string>> = {
  ...sameFor('repeat', 'wiederhole', 'wiederholen', 'wiederholung'),
  ...sameFor('sync', 'synchronisieren', 'synchronisiere', 'abgleichen'),
  ...sameFor('merge', 'zusammenführen', 'zusammenlegen'),
  ...sameFor('tag', 'verschlagworten', 'verschlagworte'),
  ...sameFor('token', 'schlüssel'),
  ...sameFor('all-day', 'ganztägig', 'ganztags'),
  ...sameFor('server', 'dienst'),
  ...sameFor('search', 'suche', 'suchen', 'such', 'finde', 'finden'),
  ...sameFor('new', 'neu', 'neue', 'neuer', 'neues', 'neuen', 'anlegen', 'lege', 'erstellen', 'erstelle'),
  ...sameFor('add', 'hinzufügen', 'hinzufuegen', 'eintragen', 'trage'),
  ...sameFor('list', 'liste', 'listen', 'auflisten', 'alle'),
  ...sameFor('show', 'zeige', 'zeig', 'zeigen', 'anzeigen', 'ansehen'),
  ...sameFor('delete', 'löschen', 'lösche', 'lösch', 'loeschen', 'loesche', 'entfernen', 'entferne'),
  ...sameFor('update', 'ändern', 'ändere', 'aendern', 'aendere'),
  ...sameFor('edit', 'bearbeiten', 'bearbeite'),
  ...sameFor('move', 'verschieben', 'verschiebe', 'verschieb', 'verlegen', 'verlege', 'verleg', 'vertagen', 'vertage'),
  ...sameFor('rename', 'umbenennen', 'umbenenne', 'benenne'),
  ...sameFor('copy', 'kopieren', 'kopiere', 'duplizieren', 'dupliziere'),
  ...sameFor('cancel', 'absagen', 'absage', 'stornieren', 'storniere', 'streichen', 'streiche'),
  ...sameFor('publish', 'veröffentlichen', 'veröffentliche'),
  ...sameFor('restore', 'wiederherstellen', 'stelle'),
  ...sameFor('trash', 'papierkorb'),
  ...sameFor('empty', 'leeren', 'leere'),
  ...sameFor('switch', 'wechseln', 'wechsle', 'umschalten'),
  ...sameFor('drafts', 'entwürfe'),
  ...sameFor('upgrade', 'aktualisieren', 'aktualisierung'),
  ...sameFor('undo', 'rückgängig', 'zurücknehmen', 'widerrufen'),
  ...sameFor('history', 'verlauf', 'läufe'),
  ...sameFor('help', 'hilfe', 'befehle', 'anleitung', 'handbuch'),
  ...sameFor('start', 'starten', 'starte', 'anfang', 'beginnen', 'einführung', 'beispiel', 'beispiele'),
  ...sameFor('init', 'einrichten', 'verbinden'),
  ...sameFor('login', 'anmelden', 'anmeldung'),
  ...sameFor('logout', 'abmelden'),
  ...sameFor('config', 'einstellungen', 'konfiguration'),
  ...sameFor('open', 'öffnen', 'öffne', 'oeffnen'),
  ...sameFor('import', 'importieren', 'importiere', 'einlesen', 'hochladen', 'einspielen', 'übernehmen'),
  ...sameFor('export', 'exportieren', 'exportiere', 'ausgeben', 'herunterladen'),
  ...sameFor('validate', 'prüfen', 'prüfe', 'pruefen', 'pruefe'),
  ...sameFor('backup', 'sichern', 'sichere', 'sicherung', 'datensicherung'),
  ...sameFor('feed', 'abonnieren', 'abo'),
  ...sameFor('share', 'teilen', 'teile'),
  ...sameFor('print', 'drucken', 'drucke'),
  ...sameFor('count', 'anzahl', 'statistik', 'zählen', 'zähle'),
  ...sameFor('users', 'benutzer', 'nutzer', 'passwort', 'rechte'),
  ...sameFor('remind', 'erinnerung', 'erinnern', 'einladen'),
  ...sameFor('agenda', 'kalender', 'übersicht', 'frei'),
  ...sameFor('week', 'woche'),
  ...sameFor('month', 'monat'),
  ...sameFor('year', 'jahr'),
  ...sameFor('next', 'nächster', 'nächste', 'nächstes'),
  ...sameFor('profile', 'profil'),
  ...sameFor('weekend', 'wochenende'),
  ...sameFor('events', 'termin', 'termine', 'veranstaltung', 'veranstaltungen'),
  ...sameFor('venues', 'ort', 'orte', 'veranstaltungsort', 'veranstaltungsorte', 'räume'),
  ...sameFor('organizers', 'veranstalter'),
  ...sameFor('categories', 'kategorie', 'kategorien'),
  ...sameFor('tags', 'schlagwort', 'schlagwörter', 'schlagworte'),
}
/** Words between others that belong to a name: `Jazz in the park`. At the ends of a sentence they mean nothing. */
export const glue = wordsIn(
  'a an the of in on at by to from with for and or about around near during as into start starts begin begins ' +
    'after before since until till between bis seit vor ' +
    'der die das den dem des ein eine einen einem einer im am an auf um zu zum zur von vom bei beim für mit und oder nach als über aus ab',
)

/** Words of a question or request that say nothing about what is asked for. */
export const fillers = wordsIn(
  'i you we it me my us our your they there here this that these those any some all every each please just only ' +
    'now also is are was be been am do does did has have had can could would will want wants need like let lets ' +
    'should what whats which when where who whose how much show tell give see display view look print get list ' +
    'find search happening happens going coming up scheduled planned available anything something things stuff ' +
    'everything named called titled matching containing between tagged takes take place ' +
    'exist exists off out ich du sie wir ihr es man mir mich uns mein meine meinen unser unsere bitte mal nur ' +
    'noch auch denn eigentlich so da dort hier ist sind war wird werden sein kann kannst können könnte könntest ' +
    'möchte würde soll gib gibt geben findet finden statt los ansteht anstehen steht stehen passiert läuft welche ' +
    'welcher welches welchen wann wo wer wie viel zeig zeige zeigen sag sage nenne suche such alle alles allen ' +
    'jede jeder jeden etwas aktuelle aktuellen kommende kommenden ' +
    'namens zwischen',
)

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

/** A word that is dropped from the beginning of a request: `please`, `bitte`, `the`. */
export function isFiller(word: string): boolean {
  return fillers.has(plain(word)) || glue.has(plain(word))
}

export function plain(word: string): string {
  return word.toLowerCase().replace(/^[¿]|[?!.,;:]+$/g, '')
}

/** Other names of kinds, as in `cal places`. */
const other_kinds: Readonly<Record<string, Plural>> = {
  appointments: 'events',
  meetings: 'events',
  entries: 'events',
  gigs: 'events',
  veranstaltungen: 'events',
  einträge: 'events',
  places: 'venues',
  locations: 'venues',
  topics: 'categories',
  labels: 'tags',
}

export function kindNamed(word: string): Plural | undefined {
  const name = plain(word)
  return resourceNamed(inEnglish(name))?.plural ?? (Object.hasOwn(other_kinds, name) ? other_kinds[name] : undefined)
}

/** German verbs in two parts: `sage 53 ab`, `lege termin … an`. */
const particles: Readonly<Record<string, readonly [particle: RegExp, verb: string]>> = {
  sag: [/^ab$/i, 'absagen'],
  sage: [/^ab$/i, 'absagen'],
  lege: [/^an$/i, 'anlegen'],
  trage: [/^ein$/i, 'eintragen'],
  stelle: [/^(wieder|her)$/i, 'wiederherstellen'],
  benenne: [/^um$/i, 'umbenennen'],
}

/** `sage 53 ab` → `absagen 53` */
export function withoutParticle(typed: readonly string[]): readonly string[] {
  const [word = '', ...after] = typed
  const [particle, verb = word] = particles[word.toLowerCase()] ?? []
  const at = after.findLastIndex((one) => particle?.test(one) === true)
  return at === -1 ? typed : [verb, ...after.filter((_, i) => i !== at)]
}
