// What an event has and iCalendar has no place for: it is named, so that nobody takes an .ics file for a backup.
import { isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { sameText, type Text } from '../../base/text/language.ts'

const unheld = [
  'image',
  'cost',
  'show_map',
  'show_map_link',
  'hide_from_listings',
  'sticky',
  'featured',
  'tags',
  'excerpt',
] as const
/** `LOCATION` is one text, and `ORGANIZER` a name with a mail address. */
const venue_details = [
  'address',
  'city',
  'country',
  'province',
  'state',
  'stateprovince',
  'zip',
  'phone',
  'website',
  'description',
  'image',
] as const
const organizer_details = ['phone', 'website', 'description', 'image'] as const

type Loss = readonly [text: Text, isLost: (record: JsonObject) => boolean]

const losses: readonly Loss[] = [
  ...unheld.map((field): Loss => [sameText(field), (record) => isSaid(record[field])]),
  [
    { en: 'markup of the description', de: 'Auszeichnung der Beschreibung' },
    ({ description }) => /<[a-z!/]/i.test(String(description ?? '')),
  ],
  [
    { en: 'organizers after the first', de: 'weitere Veranstalter' },
    ({ organizer }) => objectsOf(organizer).length > 1,
  ],
  [
    { en: 'details of organizers', de: 'Angaben zu Veranstaltern' },
    ({ organizer }) => objectsOf(organizer).some((one) => organizer_details.some((field) => isSaid(one[field]))),
  ],
  [
    { en: 'details of the venue', de: 'Angaben zum Ort' },
    ({ venue }) => objectsOf(venue).some((one) => venue_details.some((field) => isSaid(one[field]))),
  ],
  [
    { en: 'parents of categories', de: 'Eltern von Kategorien' },
    ({ categories }) => objectsOf(categories).some(({ parent }) => Number(parent ?? 0) > 0),
  ],
]

/** In the order above. */
export function unsupportedFieldsOf(record: JsonObject): readonly Text[] {
  return losses.filter(([, isLost]) => isLost(record)).map(([text]) => text)
}

function isSaid(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  return Array.isArray(value) ? value.length > 0 : !isObject(value) || Object.keys(value).length > 0
}
