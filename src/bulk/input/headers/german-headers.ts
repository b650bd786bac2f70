// What German spreadsheets write above their columns, as fields of the interface or parts of them: `squashed` headers.

export const german_headers: Readonly<Record<string, string>> = {
  titel: 'title', veranstaltung: 'title', veranstaltungstitel: 'title', veranstaltungsname: 'title', termin: 'title', terminname: 'title', bezeichnung: 'title',
  betreff: 'title', anlass: 'title', ereignis: 'title', thema: 'title', ueberschrift: 'title', was: 'title',
  beschreibung: 'description', inhalt: 'description', details: 'description', kurzbeschreibung: 'excerpt', kurztext: 'excerpt', auszug: 'excerpt',
  datum: 'date', wann: 'start_date', startdatum: 'start_date', beginndatum: 'start_date', anfangsdatum: 'start_date', datumvon: 'start_date', vondatum: 'start_date',
  datumbeginn: 'start_date', datumstart: 'start_date', datumab: 'start_date', beginntam: 'start_date', starttag: 'start_date', ersttag: 'start_date', beginn: 'start_date', anfang: 'start_date', von: 'start_date',
  enddatum: 'end_date', datumbis: 'end_date', bisdatum: 'end_date', datumende: 'end_date', endetam: 'end_date', endtag: 'end_date', ende: 'end_date', bis: 'end_date',
  uhrzeit: 'start_time', zeit: 'start_time', startzeit: 'start_time', startuhrzeit: 'start_time', anfangszeit: 'start_time', beginnzeit: 'start_time', beginnuhrzeit: 'start_time',
  beginntum: 'start_time', uhrzeitvon: 'start_time', zeitvon: 'start_time', vonuhrzeit: 'start_time', vonzeit: 'start_time', uhrzeitbeginn: 'start_time', uhrzeitstart: 'start_time', zeitbeginn: 'start_time',
  endzeit: 'end_time', enduhrzeit: 'end_time', endeuhrzeit: 'end_time', endetum: 'end_time', uhrzeitbis: 'end_time', zeitbis: 'end_time', bisuhrzeit: 'end_time', biszeit: 'end_time', uhrzeitende: 'end_time', zeitende: 'end_time',
  dauer: 'duration', ganztaegig: 'all_day', ganztags: 'all_day', ganztaegigesereignis: 'all_day', ganztaegigertermin: 'all_day', zeitzone: 'timezone',
  ort: 'venue', wo: 'venue', veranstaltungsort: 'venue', ortsname: 'venue', ortname: 'venue', spielstaette: 'venue', raum: 'venue', saal: 'venue', treffpunkt: 'venue',
  veranstalter: 'organizer', organisator: 'organizer', veranstaltername: 'organizer', verein: 'organizer', ausrichter: 'organizer',
  kategorie: 'categories', kategorien: 'categories', rubrik: 'categories', schlagwort: 'tags', schlagworte: 'tags', schlagwoerter: 'tags', stichworte: 'tags', stichwoerter: 'tags',
  preis: 'cost', eintritt: 'cost', eintrittspreis: 'cost', kosten: 'cost', gebuehr: 'cost', teilnahmegebuehr: 'cost',
  webseite: 'website', internetadresse: 'website', internetseite: 'website', weblink: 'website', bild: 'image', foto: 'image', titelbild: 'image', beitragsbild: 'image',
  strasse: 'address', strassehausnummer: 'address', strasseundhausnummer: 'address', strassehausnr: 'address', strassenr: 'address', anschrift: 'address', adresse: 'address', adresszusatz: 'address_2', adresse2: 'address_2',
  stadt: 'city', gemeinde: 'city', plz: 'zip', postleitzahl: 'zip', bundesland: 'stateprovince', kanton: 'stateprovince', land: 'country',
  telefon: 'phone', telefonnummer: 'phone', tel: 'phone', mail: 'email', emailadresse: 'email', uebergeordnet: 'parent', oberkategorie: 'parent',
}
