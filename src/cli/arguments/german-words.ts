// Names of commands and kinds in German, as German versions of other programs use them.

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
  ...sameFor('start', 'anfang', 'beginnen', 'einführung', 'beispiel', 'beispiele'),
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
  ...sameFor('weekend', 'wochenende'),
  ...sameFor('events', 'termin', 'termine', 'veranstaltung', 'veranstaltungen'),
  ...sameFor('venues', 'ort', 'orte', 'veranstaltungsort', 'veranstaltungsorte', 'räume'),
  ...sameFor('organizers', 'veranstalter'),
  ...sameFor('categories', 'kategorie', 'kategorien'),
  ...sameFor('tags', 'schlagwort', 'schlagwörter', 'schlagworte'),
}
