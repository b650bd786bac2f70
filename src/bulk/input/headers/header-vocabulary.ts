// Headers of tables in English and German, as found in real files. Every header here is normalized: lower case, without
// blanks and punctuation, umlauts as `ae`, `oe`, `ue`.
import type { Plural } from '../../../spec/model.ts'

/** Synonyms of each field, or part of a field. */
const further_headers: Readonly<Record<string, readonly string[]>> = {
  title: [
    'titre objet intitule evenement nomdelevenement manifestation',
    'titulo asunto evento nombredelevento',
    'titolo oggetto nomeevento nomedellevento',
    'onderwerp evenement naamevenement activiteit',
  ],
  description: ['descriptif', 'descripcion', 'descrizione', 'beschrijving omschrijving'],
  all_day: [
    'journeeentiere toutelajournee',
    'todoeldia diacompleto',
    'giornataintera tuttoilgiorno',
    'heledag duurtheledag',
  ],
  venue: [
    'lieu emplacement salle lieudelevenement',
    'lugar ubicacion sala',
    'luogo ubicazione sede',
    'locatie plaats zaal',
  ],
  organizer: ['organisateur organisatrice', 'organizador organizadora', 'organizzatore', 'organisatie'],
  categories: ['categorie', 'categoria categorias', 'categorie', 'categorieen'],
  tags: ['motscles etiquettes', 'etiquetas palabrasclave', 'etichette parolechiave', 'trefwoorden'],
  start_date: [
    'debut datededebut datedebut',
    'inicio fechadecomienzo fechadeinicio fechainicio',
    'inizio datainizio datadiinizio',
    'begindatum aanvang',
  ],
  end_date: [
    'fin datedefin datefin',
    'fechadefinalizacion fechadefin fechafin',
    'fine datafine datadifine',
    'einddatum einde',
  ],
  start_time: [
    'heure horaire heurededebut heuredebut',
    'hora horario comienzo horadecomienzo horadeinicio horainicio',
    'ora orario orainizio oradiinizio',
    'tijd tijdstip begintijd aanvangstijd',
  ],
  end_time: [
    'heuredefin heurefin',
    'finalizacion horadefinalizacion horadefin horafin',
    'orafine oradifine',
    'eindtijd',
  ],
  duration: ['duree', 'duracion', 'durata', 'duur'],
  timezone: ['fuseauhoraire', 'zonahoraria', 'fusoorario', 'tijdzone'],
  cost: ['prix tarif tarifs', 'precio', 'prezzo costo', 'prijs toegang entree'],
  website: ['siteweb siteinternet lien', 'sitioweb paginaweb enlace', 'sitoweb', 'websiteadres'],
  address: ['adressepostale rue', 'direccion', 'indirizzo', 'adres straat'],
  city: ['ville', 'ciudad', 'citta', 'stad'],
  country: ['pays', 'pais', 'paese'],
  zip: ['codepostal', 'codigopostal'],
  email: ['courriel', 'correo correoelectronico'],
  phone: ['', 'telefono', 'telefono', 'telefoon'],
  privacy: ['prive criteredediffusion', 'privado confidencialidad', 'privato riservatezza', 'prive gevoeligheid'],
  date: ['', 'fecha', 'data', ''],
}

/**
 * Synonyms of each field, or part of a field, in addition to its own name.
 * Source: the headers of Google Calendar, Outlook, Facebook, Meetup, Eventbrite and schema.org.
 */
const headers_of_fields: Readonly<Record<string, readonly string[]>> = {
  title: [
    'subject summary headline eventtitle eventname event',
    'titel veranstaltung veranstaltungstitel veranstaltungsname termin terminname bezeichnung betreff',
    'anlass ereignis thema ueberschrift was',
  ],
  description: ['details content body', 'beschreibung inhalt'],
  excerpt: ['shortdescription', 'kurzbeschreibung kurztext auszug'],
  timezone: ['timezonename tz', 'zeitzone'],
  all_day: ['alldayevent isallday', 'ganztaegig ganztags ganztaegigesereignis ganztaegigertermin'],
  hide_from_listings: ['hideeventfromeventlistings hidefromeventlistings hideeventfromlistings'],
  sticky: ['stickyinmonthview eventstickyinmonthview'],
  featured: ['feature featureevent featuredevent'],
  venue: [
    'venuename venues venuenames location locationname place placename where venue.venue venue.slug',
    'venue.id',
    'ort wo veranstaltungsort ortsname ortname spielstaette raum saal treffpunkt',
  ],
  organizer: [
    'organizername organizernames organizers organizernamesorids organizernameorid organiser organisers',
    'organisername host hosts groupname organizer.organizer',
    'veranstalter organisator veranstaltername verein ausrichter',
  ],
  categories: ['category categoryname categorynames categories.name', 'kategorie kategorien rubrik'],
  tags: [
    'tag tagname tagnames keywords labels tags.name',
    'schlagwort schlagworte schlagwoerter stichworte stichwoerter',
  ],
  start_date: [
    'start begin begins starts from when startsat startson begindate startdatetime startdateandtime',
    'startdatetimelocal dtstart datestart datefrom fromdate localdate datetime dateandtime eventdatetime',
    'wann startdatum beginndatum anfangsdatum datumvon vondatum datumbeginn datumstart datumab beginntam',
    'starttag ersttag beginn anfang von',
  ],
  end_date: [
    'end ends to until endsat endson enddatetime enddateandtime finishdate dtend dateend dateto todate',
    'dateuntil',
    'enddatum datumbis bisdatum datumende endetam endtag ende bis',
  ],
  start_time: [
    'time timestart timefrom fromtime begintime localtime eventtime',
    'uhrzeit zeit startzeit startuhrzeit anfangszeit beginnzeit beginnuhrzeit beginntum uhrzeitvon',
    'zeitvon vonuhrzeit vonzeit uhrzeitbeginn uhrzeitstart zeitbeginn',
  ],
  end_time: [
    'timeend timeto totime finishtime',
    'endzeit enduhrzeit endeuhrzeit endetum uhrzeitbis zeitbis bisuhrzeit biszeit uhrzeitende zeitende',
  ],
  duration: ['length', 'dauer'],
  cost: ['price fee admission ticketprice', 'preis eintritt eintrittspreis kosten gebuehr teilnahmegebuehr'],
  website: [
    'url web websiteurl websitelink websiteaddress homepage link eventlink ticketuri',
    'webseite internetadresse internetseite weblink',
  ],
  image: ['featuredimage featuredimageurl imageurl picture photo coverimage', 'bild foto titelbild beitragsbild'],
  address: [
    'street streetaddress address1 addressline1',
    'strasse strassehausnummer strasseundhausnummer strassehausnr strassenr anschrift adresse',
  ],
  address_2: ['addressline2', 'adresszusatz adresse2'],
  privacy: ['private sensitivity', 'privat vertraulichkeit'],
  city: ['town', 'stadt gemeinde'],
  stateprovince: ['state province', 'bundesland kanton'],
  zip: ['postalcode postcode zipcode zippostalcode', 'plz postleitzahl'],
  email: ['emailaddress', 'mail emailadresse'],
  phone: ['phonenumber telephone', 'telefon telefonnummer tel'],
  parent: ['parentcategory parentname', 'uebergeordnet oberkategorie'],
  date: ['datum'],
  country: ['land'],
}

/** The field of each header. */
export const field_of_header: ReadonlyMap<string, string> = new Map([
  ...pairsOf(further_headers),
  ...pairsOf(headers_of_fields),
])

const further_names: ReadonlySet<string> = new Set(pairsOf(further_headers).map(([header]) => header))

/** German headers that are not words of English. */
const german_headers = words([
  'titel veranstaltung veranstaltungstitel veranstaltungsname termin terminname bezeichnung betreff anlass ereignis',
  'thema ueberschrift beschreibung inhalt kurzbeschreibung kurztext zeitzone ganztaegig ganztags ganztaegigesereignis',
  'ganztaegigertermin ort wo veranstaltungsort ortsname ortname spielstaette raum saal treffpunkt veranstalter',
  'organisator veranstaltername verein ausrichter kategorie kategorien rubrik schlagwort schlagworte schlagwoerter',
  'stichworte stichwoerter wann startdatum beginndatum anfangsdatum datumvon vondatum datumbeginn datumstart datumab',
  'beginntam starttag ersttag beginn anfang von enddatum datumbis bisdatum datumende endetam endtag ende bis uhrzeit',
  'zeit startzeit startuhrzeit anfangszeit beginnzeit beginnuhrzeit beginntum uhrzeitvon endzeit enduhrzeit',
  'endeuhrzeit endetum uhrzeitbis dauer preis eintritt eintrittspreis kosten gebuehr teilnahmegebuehr webseite',
  'strasse anschrift adresse stadt gemeinde bundesland plz postleitzahl telefon telefonnummer bild beitragsbild datum',
])

/** Headers in whose languages dates with slashes begin with the day. */
export const day_first_headers: ReadonlySet<string> = new Set([...further_names, ...german_headers])

/** Headers of these languages that are words of English too. */
const english_words: ReadonlySet<string> = new Set(words(['data fine fin entree prix lien pays rue']))

/** Whether a table has headers of these languages that are not words of English. */
function isOfFurtherLanguage(headers: readonly string[]): boolean {
  return headers.some((header) => further_names.has(header) && !english_words.has(header))
}

/** Whether a header means nothing in this table, because it is a word of English. */
export function isEnglishWord(header: string, headers: readonly string[]): boolean {
  return english_words.has(header) && !isOfFurtherLanguage(headers)
}

function pairsOf(headers: Readonly<Record<string, readonly string[]>>): readonly [string, string][] {
  return Object.entries(headers).flatMap(([field, lines]) =>
    words(lines).flatMap((header): [string, string][] => (header === '' ? [] : [[header, field]])),
  )
}

/** Headers that mean the second field if another column has the first. */
export const second_meanings: readonly {
  readonly kind: Plural
  readonly header: string
  readonly first: string
  readonly second: string
}[] = [
  { kind: 'events', header: 'termin', first: 'title', second: 'start_date' },
  { kind: 'venues', header: 'ort', first: 'venue', second: 'city' },
  { kind: 'venues', header: 'location', first: 'venue', second: 'address' },
]

/** Headers of a date and time, or of a time of day if there is a column for the date alone. */
export const clock_headers: ReadonlySet<string> = new Set(
  words([
    'start starts begin begins end ends from to until startsat endsat beginn anfang ende von bis',
    'debut fin inicio inizio fine aanvang einde',
  ]),
)

/** Headers of values without a field in the interface. */
export const ignored_headers: ReadonlySet<string> = new Set(
  words([
    'allowcomments allowtrackbacksandpingbacks allowtrackbacks isocurrencycode currencycode globalid',
    'globalidlineage resturl permalink modified modifiedutc count taxonomy utcstartdate utcenddate',
    'timezoneabbr error reminderonoff reminderdate remindertime requiredattendees optionalattendees',
    'meetingresources billinginformation mileage priority showtimeas erinnerungeinaus',
    'erinnerungam erinnerungum besprechungsplanung erforderlicheteilnehmer optionaleteilnehmer',
    'besprechungsressourcen abrechnungsinformationen prioritaet reisekilometer',
    'zeitspannezeigenals',
  ]),
)

/** Headers of weekdays. */
export const weekday_headers: ReadonlySet<string> = new Set(['wochentag', 'weekday', 'dayofweek'])

/** Headers of weekdays if a column with the second header has the dates. */
export const dates_beside_weekdays: ReadonlyMap<string, string> = new Map([
  ['day', 'date'],
  ['tag', 'datum'],
  ['jour', 'date'],
  ['dia', 'fecha'],
  ['giorno', 'data'],
  ['dag', 'datum'],
])

/** Patterns that suggest a field for an unknown header, the most specific first. */
export const field_hints: readonly (readonly [RegExp, string])[] = [
  [/mail/, 'email'],
  [/phone|telef|mobil|handy/, 'phone'],
  [/price|preis|cost|kosten|fee\b|entry|eintritt|gebuehr|admission|ticket/, 'cost'],
  [/link|url|web|homepage|internet/, 'website'],
  [/image|picture|photo|poster|bild|foto|plakat|flyer/, 'image'],
  [/organi[sz]|veranstalter|host|verein|kontakt|contact|ansprech/, 'organizer'],
  [/venue|location|place|raum|room|saal|halle|^ort|ort$|adresse|address/, 'venue'],
  [/categor|kategor|rubrik|genre|sparte/, 'categories'],
  [/schlag|stichw|keyword/, 'tags'],
  [/title|titel|name$|subject|betreff|thema|motto/, 'title'],
  [/time|zeit|uhr|einlass|doors/, 'start_time'],
  [/date|datum|day$|tag$|termin/, 'start_date'],
  [/street|strasse/, 'address'],
  [/city|stadt|town/, 'city'],
  [/zip|post/, 'zip'],
  [/text|info|note|notiz|bemerk|comment|remark|detail|beschreib|descr/, 'description'],
]

function words(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '))
}
