// What German spreadsheets write above their columns, as fields of the interface or parts of them.

export const german_headers: Readonly<Record<string, string>> = {
  titel: 'title', veranstaltung: 'title', termin: 'title', bezeichnung: 'title', beschreibung: 'description',
  datum: 'date', startdatum: 'start_date', beginn: 'start_date', anfang: 'start_date', von: 'start_date', uhrzeit: 'start_time', startzeit: 'start_time',
  enddatum: 'end_date', ende: 'end_date', bis: 'end_date', endzeit: 'end_time', dauer: 'duration', ganztägig: 'all_day', zeitzone: 'timezone',
  ort: 'venue', veranstaltungsort: 'venue', veranstalter: 'organizer', kategorie: 'categories', kategorien: 'categories',
  schlagwort: 'tags', schlagwörter: 'tags', preis: 'cost', eintritt: 'cost', kosten: 'cost', webseite: 'website', internetadresse: 'website', bild: 'image',
  straße: 'address', adresse: 'address', stadt: 'city', plz: 'zip', postleitzahl: 'zip', land: 'country', telefon: 'phone',
}
