// Headers of tables in English and German, as found in real files. Every header here is normalized: lower case, without
// blanks and punctuation, umlauts as `ae`, `oe`, `ue`.
import type { DateOrder } from '../../../base/dates/days.ts'
import type { Plural } from '../../../spec/model.ts'

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** `Start-Date`, `startDate`, `START DATE:` → `startdate`; `Ganztägig` → `ganztaegig` */
export function normalizedHeader(header: string): string {
  const letters = header
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => umlauts[letter] ?? letter)
  return letters
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}.]+/gu, '')
    .replace(/^\.+|(?<!\.)\.+$/g, '')
}

interface HeaderWords {
  /** Of English, and of programs in English; also others that say nothing of the order of dates, such as `was`. */
  readonly english?: string
  readonly german?: string
  /** French, Spanish, Italian and Dutch, in that order. */
  readonly further?: string
}

/**
 * The headers of each field, or part of a field, in addition to its own name.
 * Source: the headers of Google Calendar, Outlook, Facebook, Meetup, Eventbrite and schema.org.
 */
const vocabulary: Readonly<Record<string, HeaderWords>> = {
  title: {
    english: `subject summary headline eventtitle eventname nameofevent titleofevent event was sessiontitle fixture`,
    german: `titel veranstaltung veranstaltungstitel veranstaltungsname termin terminname bezeichnung betreff anlass ereignis
      thema ueberschrift begegnung paarung spielpaarung gottesdienst`,
    further: `titre objet intitule evenement nomdelevenement manifestation titulo asunto evento nombredelevento
      titolo oggetto nomeevento nomedellevento onderwerp evenement naamevenement activiteit`,
  },
  description: {
    english: 'details content body',
    german: 'beschreibung inhalt',
    further: 'descriptif descripcion descrizione beschrijving omschrijving',
  },
  excerpt: { english: 'shortdescription auszug', german: 'kurzbeschreibung kurztext' },
  timezone: {
    english: 'timezonename tz',
    german: 'zeitzone',
    further: 'fuseauhoraire zonahoraria fusoorario tijdzone',
  },
  all_day: {
    english: 'alldayevent isallday',
    german: 'ganztaegig ganztags ganztaegigesereignis ganztaegigertermin',
    further: `journeeentiere toutelajournee todoeldia diacompleto giornataintera tuttoilgiorno
      heledag duurtheledag`,
  },
  hide_from_listings: { english: 'hideeventfromeventlistings hidefromeventlistings hideeventfromlistings' },
  sticky: { english: 'stickyinmonthview eventstickyinmonthview' },
  featured: { english: 'feature featureevent featuredevent', german: 'hervorgehoben' },
  venue: {
    english: `venuename venues venuenames location locationname place placename where room venue.venue venue.slug
      venue.id`,
    german: `ort wo veranstaltungsort ortsname ortname spielstaette raum saal treffpunkt spielort austragungsort
      veranstaltungsstaette tagungsort kursort kirche`,
    further: `lieu emplacement salle lieudelevenement lugar ubicacion sala luogo ubicazione sede
      locatie plaats zaal`,
  },
  organizer: {
    english: `organizername organizernames organizers organizernamesorids organizernameorid organiser organisers
      organisername host hosts groupname organizer.organizer`,
    german: 'veranstalter organisator veranstaltername verein ausrichter',
    further: 'organisateur organisatrice organizador organizadora organizzatore organisatie',
  },
  categories: {
    english: 'category categoryname categorynames categories.name',
    german: 'kategorie kategorien rubrik',
    further: 'categorie categoria categorias categorieen',
  },
  tags: {
    english: 'tag tagname tagnames keywords labels tags.name',
    german: 'schlagwort schlagworte schlagwoerter stichworte stichwoerter',
    further: 'motscles etiquettes etiquetas palabrasclave etichette parolechiave trefwoorden',
  },
  start_date: {
    english: `start begin begins starts from when startsat startat startson begindate startdatetime startdateandtime
      startdatetimelocal dtstart datestart datefrom fromdate localdate datetime dateandtime eventdatetime`,
    german: `wann datumunduhrzeit datumuhrzeit startdatum beginndatum anfangsdatum datumvon vondatum datumbeginn
      datumstart datumab beginntam starttag ersttag beginn anfang von`,
    further: `debut datededebut datedebut inicio fechadecomienzo fechadeinicio fechainicio
      inizio datainizio datadiinizio begindatum aanvang`,
  },
  end_date: {
    english: `end ends to until endsat endat endson enddatetime enddateandtime finishdate dtend dateend dateto todate
      dateuntil`,
    german: 'enddatum endedatum datumbis bisdatum datumende endetam endtag ende bis',
    further: `fin datedefin datefin fechadefinalizacion fechadefin fechafin fine datafine datadifine
      einddatum einde`,
  },
  start_time: {
    english: 'time times timestart timefrom fromtime begintime localtime eventtime kickoff kickofftime',
    german: `uhrzeit uhrzeiten zeit zeiten startzeit startuhrzeit anfangszeit beginnzeit beginnuhrzeit beginntum
      uhrzeitvon zeitvon vonuhrzeit vonzeit uhrzeitbeginn uhrzeitstart zeitbeginn anstoss spielbeginn`,
    further: `heure heures horaire horaires heurededebut heuredebut hora horario horarios comienzo horadecomienzo
      horadeinicio horainicio ora orario orari orainizio oradiinizio tijd tijdstip begintijd aanvangstijd`,
  },
  end_time: {
    english: 'timeend timeto totime finishtime',
    german: 'endzeit enduhrzeit endeuhrzeit endetum uhrzeitbis zeitbis bisuhrzeit biszeit uhrzeitende zeitende',
    further: 'heuredefin heurefin finalizacion horadefinalizacion horadefin horafin orafine oradifine eindtijd',
  },
  duration: { english: 'length', german: 'dauer', further: 'duree duracion durata duur' },
  cost: {
    english: 'price fee admission ticketprice',
    german: 'preis eintritt eintrittspreis kosten gebuehr teilnahmegebuehr',
    further: 'prix tarif tarifs precio prezzo costo biglietto prijs toegang entree',
  },
  website: {
    english: 'url web websiteurl websitelink websiteaddress homepage link eventlink ticketuri weblink',
    german: 'webseite internetadresse internetseite',
    further: 'siteweb siteinternet lien sitioweb paginaweb enlace sitoweb websiteadres',
  },
  image: {
    english: 'featuredimage featuredimageurl imageurl picture photo coverimage foto',
    german: 'bild titelbild beitragsbild',
  },
  address: {
    english: 'street streetaddress address1 addressline1',
    german: `strasse strassehausnummer strasseundhausnummer strassehausnr strassenr anschrift adresse ortstrasse
      ortadresse`,
    further: 'adressepostale rue direccion indirizzo adres straat',
  },
  address_2: { english: 'addressline2', german: 'adresszusatz adresse2' },
  house_number: {
    english: 'housenumber streetnumber',
    german: 'hausnummer hausnr',
    further: 'huisnummer numerocivico',
  },
  privacy: {
    english: 'private sensitivity',
    german: 'privat vertraulichkeit',
    further: `prive criteredediffusion privado confidencialidad privato riservatezza gevoeligheid`,
  },
  cancelled: {
    english: 'iscancelled canceled iscanceled eventcancelled eventcanceled',
    german: 'abgesagt entfaellt storniert',
    further: 'annule cancelado annullato geannuleerd afgelast',
  },
  city: { english: 'town', german: 'stadt gemeinde', further: 'ville ciudad citta stad' },
  stateprovince: { english: 'state province', german: 'bundesland kanton' },
  country: { english: 'land', further: 'pays pais paese' },
  zip: {
    english: 'postalcode postcode zipcode zippostalcode',
    german: 'plz postleitzahl',
    further: 'codepostal codigopostal',
  },
  email: { english: 'emailaddress mail', german: 'emailadresse', further: 'courriel correo correoelectronico' },
  phone: { english: 'phonenumber telephone tel', german: 'telefon telefonnummer', further: 'telefono telefoon' },
  parent: { english: 'parentcategory parentname', german: 'uebergeordnet oberkategorie' },
  date: { german: 'datum', further: 'fecha data' },
}

/** The field of each header. */
export const field_of_header: ReadonlyMap<string, string> = new Map(
  Object.entries(vocabulary).flatMap(([field, { english = '', german = '', further = '' }]) =>
    words(further, english, german).map((header) => [header, field] as const),
  ),
)

const further_headers = headersIn('further')

/** Headers in whose languages dates with slashes begin with the day. */
export const day_first_headers: ReadonlySet<string> = new Set([...further_headers, ...headersIn('german')])

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
  { kind: 'venues', header: 'plaats', first: 'venue', second: 'city' },
  { kind: 'venues', header: 'location', first: 'venue', second: 'address' },
]

/** Headers that have their meaning only if no other column of the table has it. */
export const weak_headers: ReadonlySet<string> = new Set(
  words(`
  sessiontitle begegnung paarung spielpaarung fixture gottesdienst anstoss kickoff kickofftime spielbeginn
  spielort austragungsort veranstaltungsstaette tagungsort kursort kirche room
  nameofevent titleofevent
`),
)

/** Headers of a date and time, or of a time of day if there is a column for the date alone. */
export const clock_headers: ReadonlySet<string> = new Set(
  words(`
    start starts begin begins end ends from to until startsat endsat beginn anfang ende von bis
    debut fin inicio inizio fine aanvang einde
  `),
)

/** The order of dates that a header names: `Date (DD/MM/YYYY)`, `Datum TT.MM.JJJJ`. */
export function writtenOrder(header: string): DateOrder | undefined {
  const [, first] = /(?<!\p{L})([dtjgm])\1?[./-](?:mm?|[dtjg]{1,2})[./-](?:yy|aa|jj)/iu.exec(header) ?? []
  if (first === undefined) return undefined
  return first.toLowerCase() === 'm' ? 'mdy' : 'dmy'
}

/** Headers of values without a field in the interface. */
export const ignored_headers: ReadonlySet<string> = new Set(
  words(`
    allowcomments allowtrackbacksandpingbacks allowtrackbacks isocurrencycode currencycode globalid
    globalidlineage resturl permalink modified modifiedutc count taxonomy utcstartdate utcenddate
    timezoneabbr error reminderonoff reminderdate remindertime requiredattendees optionalattendees
    meetingresources billinginformation mileage priority showtimeas erinnerungeinaus
    erinnerungam erinnerungum besprechungsplanung erforderlicheteilnehmer optionaleteilnehmer
    besprechungsressourcen abrechnungsinformationen prioritaet reisekilometer
    zeitspannezeigenals lat latitude breitengrad lng lon longitude laengengrad geolat geolng
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

/** Headers of rules by which events repeat. */
export const repeat_headers = /recurr|repeat|rrule|wiederhol|repetition|repeticion|ripeti|herhal/

/** Headers of lengths, which are no times of day. */
export const length_headers = /length|duration|runtime|laenge|dauer|laufzeit|duree|duracion|durata|duur/

function words(...texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.split(/\s+/)).filter((word) => word !== '')
}
