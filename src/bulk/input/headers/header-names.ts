// Headers whose field is not their own name, as calendar programs and people write them: `squashed` headers.
import type { Plural } from '../../../spec/model.ts'

/** Sources: interface/spreadsheet.md; what Google Calendar, Outlook, Facebook, Meetup, Eventbrite and schema.org call their columns. */
export const synonyms: Readonly<Record<string, string>> = {
  subject: 'title', summary: 'title', headline: 'title', eventtitle: 'title', eventname: 'title', event: 'title',
  details: 'description', content: 'description', body: 'description', shortdescription: 'excerpt',
  timezonename: 'timezone', tz: 'timezone', alldayevent: 'all_day', isallday: 'all_day',
  hideeventfromeventlistings: 'hide_from_listings', hidefromeventlistings: 'hide_from_listings', hideeventfromlistings: 'hide_from_listings',
  stickyinmonthview: 'sticky', eventstickyinmonthview: 'sticky', feature: 'featured', featureevent: 'featured', featuredevent: 'featured',
  venuename: 'venue', venues: 'venue', venuenames: 'venue', location: 'venue', locationname: 'venue', place: 'venue', placename: 'venue', where: 'venue',
  'venue.venue': 'venue', 'venue.slug': 'venue', 'venue.id': 'venue',
  organizername: 'organizer', organizernames: 'organizer', organizers: 'organizer', organizernamesorids: 'organizer', organizernameorid: 'organizer',
  organiser: 'organizer', organisers: 'organizer', organisername: 'organizer', host: 'organizer', hosts: 'organizer', groupname: 'organizer',
  category: 'categories', categoryname: 'categories', categorynames: 'categories', tag: 'tags', tagname: 'tags', tagnames: 'tags', keywords: 'tags', labels: 'tags',
  start: 'start_date', begin: 'start_date', begins: 'start_date', starts: 'start_date', from: 'start_date', when: 'start_date', startsat: 'start_date', startson: 'start_date', begindate: 'start_date',
  startdatetime: 'start_date', startdateandtime: 'start_date', startdatetimelocal: 'start_date', dtstart: 'start_date', datestart: 'start_date', datefrom: 'start_date', fromdate: 'start_date',
  localdate: 'start_date', datetime: 'start_date', dateandtime: 'start_date', eventdatetime: 'start_date',
  end: 'end_date', ends: 'end_date', to: 'end_date', until: 'end_date', endsat: 'end_date', endson: 'end_date', enddatetime: 'end_date', enddateandtime: 'end_date',
  finishdate: 'end_date', dtend: 'end_date', dateend: 'end_date', dateto: 'end_date', todate: 'end_date', dateuntil: 'end_date',
  time: 'start_time', timestart: 'start_time', timefrom: 'start_time', fromtime: 'start_time', begintime: 'start_time', localtime: 'start_time', eventtime: 'start_time',
  timeend: 'end_time', timeto: 'end_time', totime: 'end_time', finishtime: 'end_time', length: 'duration',
  price: 'cost', fee: 'cost', admission: 'cost', ticketprice: 'cost',
  url: 'website', web: 'website', websiteurl: 'website', websitelink: 'website', websiteaddress: 'website', homepage: 'website', link: 'website', eventlink: 'website', ticketuri: 'website',
  featuredimage: 'image', featuredimageurl: 'image', imageurl: 'image', picture: 'image', photo: 'image', coverimage: 'image',
  street: 'address', streetaddress: 'address', address1: 'address', addressline1: 'address', addressline2: 'address_2', town: 'city', state: 'stateprovince', province: 'stateprovince',
  postalcode: 'zip', postcode: 'zip', zipcode: 'zip', zippostalcode: 'zip', emailaddress: 'email', phonenumber: 'phone', telephone: 'phone', parentcategory: 'parent', parentname: 'parent',
}

/** Headers that mean the second field where another column fills the first. */
export const second_meanings: readonly { readonly kind: Plural; readonly header: string; readonly first: string; readonly second: string }[] = [
  { kind: 'events', header: 'termin', first: 'title', second: 'start_date' },
  { kind: 'venues', header: 'ort', first: 'venue', second: 'city' },
  { kind: 'venues', header: 'location', first: 'venue', second: 'address' },
]

/** They stand for a moment, or for a time of day where a plain date stands beside them. */
export const clocks: ReadonlySet<string> = new Set([
  'start', 'starts', 'begin', 'begins', 'end', 'ends', 'from', 'to', 'until', 'startsat', 'endsat', 'beginn', 'anfang', 'ende', 'von', 'bis',
])

export const without_counterpart: ReadonlySet<string> = new Set([
  'allowcomments', 'allowtrackbacksandpingbacks', 'allowtrackbacks', 'isocurrencycode', 'currencycode', 'globalid', 'globalidlineage', 'resturl', 'permalink',
  'modified', 'modifiedutc', 'count', 'taxonomy', 'utcstartdate', 'utcenddate', 'timezoneabbr', 'error',
  'reminderonoff', 'reminderdate', 'remindertime', 'requiredattendees', 'optionalattendees', 'meetingresources', 'billinginformation', 'mileage', 'priority', 'private', 'sensitivity', 'showtimeas',
  'erinnerungeinaus', 'erinnerungam', 'erinnerungum', 'besprechungsplanung', 'erforderlicheteilnehmer', 'optionaleteilnehmer', 'besprechungsressourcen', 'abrechnungsinformationen',
  'prioritaet', 'privat', 'reisekilometer', 'vertraulichkeit', 'zeitspannezeigenals', 'wochentag', 'weekday', 'dayofweek',
])

/** Parts of words that tell what an unknown column may hold, the most telling first. */
export const hints_of_fields: readonly (readonly [RegExp, string])[] = [
  [/mail/, 'email'], [/phone|telef|mobil|handy/, 'phone'], [/price|preis|cost|kosten|fee\b|eintritt|gebuehr|admission|ticket/, 'cost'],
  [/link|url|web|homepage|internet/, 'website'], [/image|picture|photo|poster|bild|foto|plakat|flyer/, 'image'],
  [/organi[sz]|veranstalter|host|verein|kontakt|contact|ansprech/, 'organizer'], [/venue|location|place|raum|room|saal|halle|^ort|ort$|adresse|address/, 'venue'],
  [/categor|kategor|rubrik|genre|sparte/, 'categories'], [/schlag|stichw|keyword/, 'tags'],
  [/title|titel|name$|subject|betreff|thema|motto/, 'title'], [/time|zeit|uhr|einlass|doors/, 'start_time'], [/date|datum|day$|tag$|termin/, 'start_date'],
  [/street|strasse/, 'address'], [/city|stadt|town/, 'city'], [/zip|post/, 'zip'], [/text|info|note|notiz|bemerk|comment|remark|detail|beschreib|descr/, 'description'],
]
