// Headers of tables in English and German, as found in real files. Every header here is normalized: lower case, without
// blanks and punctuation, umlauts as `ae`, `oe`, `ue`.
import type { Plural } from '../../../spec/model.ts'

interface HeaderWords {
  /** Of English, and of programs in English; also those that other languages share with it, such as `was`. */
  readonly en?: string
  readonly de?: string
  /** French, Spanish, Italian and Dutch, in that order. */
  readonly further?: string
}

/**
 * The headers of each field, or part of a field, in addition to its own name.
 * Source: the headers of Google Calendar, Outlook, Facebook, Meetup, Eventbrite and schema.org.
 */
const vocabulary: Readonly<Record<string, HeaderWords>> = {
  title: {
    en: 'subject summary headline eventtitle eventname event was',
    de: `titel veranstaltung veranstaltungstitel veranstaltungsname termin terminname bezeichnung betreff anlass ereignis
      thema ueberschrift`,
    further: `titre objet intitule evenement nomdelevenement manifestation titulo asunto evento nombredelevento
      titolo oggetto nomeevento nomedellevento onderwerp evenement naamevenement activiteit`,
  },
  description: {
    en: 'details content body',
    de: 'beschreibung inhalt',
    further: 'descriptif descripcion descrizione beschrijving omschrijving',
  },
  excerpt: { en: 'shortdescription auszug', de: 'kurzbeschreibung kurztext' },
  timezone: { en: 'timezonename tz', de: 'zeitzone', further: 'fuseauhoraire zonahoraria fusoorario tijdzone' },
  all_day: {
    en: 'alldayevent isallday',
    de: 'ganztaegig ganztags ganztaegigesereignis ganztaegigertermin',
    further: `journeeentiere toutelajournee todoeldia diacompleto giornataintera tuttoilgiorno
      heledag duurtheledag`,
  },
  hide_from_listings: { en: 'hideeventfromeventlistings hidefromeventlistings hideeventfromlistings' },
  sticky: { en: 'stickyinmonthview eventstickyinmonthview' },
  featured: { en: 'feature featureevent featuredevent' },
  venue: {
    en: `venuename venues venuenames location locationname place placename where venue.venue venue.slug venue.id`,
    de: 'ort wo veranstaltungsort ortsname ortname spielstaette raum saal treffpunkt',
    further: `lieu emplacement salle lieudelevenement lugar ubicacion sala luogo ubicazione sede
      locatie plaats zaal`,
  },
  organizer: {
    en: `organizername organizernames organizers organizernamesorids organizernameorid organiser organisers
      organisername host hosts groupname organizer.organizer`,
    de: 'veranstalter organisator veranstaltername verein ausrichter',
    further: 'organisateur organisatrice organizador organizadora organizzatore organisatie',
  },
  categories: {
    en: 'category categoryname categorynames categories.name',
    de: 'kategorie kategorien rubrik',
    further: 'categorie categoria categorias categorieen',
  },
  tags: {
    en: 'tag tagname tagnames keywords labels tags.name',
    de: 'schlagwort schlagworte schlagwoerter stichworte stichwoerter',
    further: 'motscles etiquettes etiquetas palabrasclave etichette parolechiave trefwoorden',
  },
  start_date: {
    en: `start begin begins starts from when startsat startson begindate startdatetime startdateandtime
      startdatetimelocal dtstart datestart datefrom fromdate localdate datetime dateandtime eventdatetime`,
    de: `wann startdatum beginndatum anfangsdatum datumvon vondatum datumbeginn datumstart datumab beginntam
      starttag ersttag beginn anfang von`,
    further: `debut datededebut datedebut inicio fechadecomienzo fechadeinicio fechainicio
      inizio datainizio datadiinizio begindatum aanvang`,
  },
  end_date: {
    en: `end ends to until endsat endson enddatetime enddateandtime finishdate dtend dateend dateto todate
      dateuntil`,
    de: 'enddatum datumbis bisdatum datumende endetam endtag ende bis',
    further: `fin datedefin datefin fechadefinalizacion fechadefin fechafin fine datafine datadifine
      einddatum einde`,
  },
  start_time: {
    en: 'time timestart timefrom fromtime begintime localtime eventtime',
    de: `uhrzeit zeit startzeit startuhrzeit anfangszeit beginnzeit beginnuhrzeit beginntum uhrzeitvon
      zeitvon vonuhrzeit vonzeit uhrzeitbeginn uhrzeitstart zeitbeginn`,
    further: `heure horaire heurededebut heuredebut hora horario comienzo horadecomienzo horadeinicio horainicio
      ora orario orainizio oradiinizio tijd tijdstip begintijd aanvangstijd`,
  },
  end_time: {
    en: 'timeend timeto totime finishtime',
    de: 'endzeit enduhrzeit endeuhrzeit endetum uhrzeitbis zeitbis bisuhrzeit biszeit uhrzeitende zeitende',
    further: 'heuredefin heurefin finalizacion horadefinalizacion horadefin horafin orafine oradifine eindtijd',
  },
  duration: { en: 'length', de: 'dauer', further: 'duree duracion durata duur' },
  cost: {
    en: 'price fee admission ticketprice',
    de: 'preis eintritt eintrittspreis kosten gebuehr teilnahmegebuehr',
    further: 'prix tarif tarifs precio prezzo costo prijs toegang entree',
  },
  website: {
    en: 'url web websiteurl websitelink websiteaddress homepage link eventlink ticketuri weblink',
    de: 'webseite internetadresse internetseite',
    further: 'siteweb siteinternet lien sitioweb paginaweb enlace sitoweb websiteadres',
  },
  image: {
    en: 'featuredimage featuredimageurl imageurl picture photo coverimage foto',
    de: 'bild titelbild beitragsbild',
  },
  address: {
    en: 'street streetaddress address1 addressline1',
    de: 'strasse strassehausnummer strasseundhausnummer strassehausnr strassenr anschrift adresse',
    further: 'adressepostale rue direccion indirizzo adres straat',
  },
  address_2: { en: 'addressline2', de: 'adresszusatz adresse2' },
  privacy: {
    en: 'private sensitivity',
    de: 'privat vertraulichkeit',
    further: `prive criteredediffusion privado confidencialidad privato riservatezza gevoeligheid`,
  },
  city: { en: 'town', de: 'stadt gemeinde', further: 'ville ciudad citta stad' },
  stateprovince: { en: 'state province', de: 'bundesland kanton' },
  country: { en: 'land', further: 'pays pais paese' },
  zip: { en: 'postalcode postcode zipcode zippostalcode', de: 'plz postleitzahl', further: 'codepostal codigopostal' },
  email: { en: 'emailaddress mail', de: 'emailadresse', further: 'courriel correo correoelectronico' },
  phone: { en: 'phonenumber telephone tel', de: 'telefon telefonnummer', further: 'telefono telefoon' },
  parent: { en: 'parentcategory parentname', de: 'uebergeordnet oberkategorie' },
  date: { de: 'datum', further: 'fecha data' },
}

/** The field of each header. */
export const field_of_header: ReadonlyMap<string, string> = new Map(
  Object.entries(vocabulary).flatMap(([field, { en = '', de = '', further = '' }]) =>
    words(further, en, de).map((header) => [header, field] as const),
  ),
)

const further_headers = headersIn('further')

/** Headers in whose languages dates with slashes begin with the day. */
export const day_first_headers: ReadonlySet<string> = new Set([...further_headers, ...headersIn('de')])

function headersIn(language: keyof HeaderWords): ReadonlySet<string> {
  return new Set(words(...Object.values(vocabulary).map((of_field) => of_field[language] ?? '')))
}

/** Headers of these languages that are words of English too. */
const english_words: ReadonlySet<string> = new Set(words('data fine fin entree prix lien pays rue'))

/** Whether a header means nothing in this table: it is a word of English, and no other header is of its language. */
export function isEnglishWord(header: string, headers: readonly string[]): boolean {
  const isForeign = (other: string) => further_headers.has(other) && !english_words.has(other)
  return english_words.has(header) && !headers.some(isForeign)
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
  words(`
    start starts begin begins end ends from to until startsat endsat beginn anfang ende von bis
    debut fin inicio inizio fine aanvang einde
  `),
)

/** Headers of values without a field in the interface. */
export const ignored_headers: ReadonlySet<string> = new Set(
  words(`
    allowcomments allowtrackbacksandpingbacks allowtrackbacks isocurrencycode currencycode globalid
    globalidlineage resturl permalink modified modifiedutc count taxonomy utcstartdate utcenddate
    timezoneabbr error reminderonoff reminderdate remindertime requiredattendees optionalattendees
    meetingresources billinginformation mileage priority showtimeas erinnerungeinaus
    erinnerungam erinnerungum besprechungsplanung erforderlicheteilnehmer optionaleteilnehmer
    besprechungsressourcen abrechnungsinformationen prioritaet reisekilometer
    zeitspannezeigenals
  `),
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

function words(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(/\s+/)).filter((word) => word !== '')
}
