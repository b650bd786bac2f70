// Events as iCalendar, and what that format cannot hold of them.
import { isObject, type Json, type JsonObject, objectsOf, isEmpty } from '../../base/json.ts'
import { sameText, t, type Text } from '../../base/text/language.ts'
import { calendar_end, calendarHead, eventWriter, isBackward } from '../../icalendar/calendar.ts'
import type { ExportBatches, ExportWriter } from './formats.ts'

export async function* icsOf(batches: ExportBatches, { onLoss }: Pick<ExportWriter, 'onLoss'>): AsyncIterable<string> {
  yield calendarHead('export')
  const componentsOf = eventWriter()
  for await (const { kind, records } of batches) {
    for await (const record of records) {
      if (kind !== 'events') continue
      for (const text of unsupportedFieldsOf(record)) onLoss(text)
      yield componentsOf(record)
    }
  }
  yield calendar_end
}

const unsupported_fields = [
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
/** `LOCATION` is a single text, and `ORGANIZER` a name with an email address. */
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
  ...unsupported_fields.map((field): Loss => [sameText(field), (record) => hasValue(record[field])]),
  [t('an end before the start'), isBackward],
  [t('markup of the description'), ({ description }) => /<[a-z!/]/i.test(String(description ?? ''))],
  [
    t('details of organizers'),
    ({ organizer }) => objectsOf(organizer).some((one) => organizer_details.some((field) => hasValue(one[field]))),
  ],
  [
    t('details of the venue'),
    ({ venue }) => objectsOf(venue).some((one) => venue_details.some((field) => hasValue(one[field]))),
  ],
  [t('parents of categories'), ({ categories }) => objectsOf(categories).some(({ parent }) => Number(parent ?? 0) > 0)],
]

/** What iCalendar cannot hold of the event, in the order above. */
function unsupportedFieldsOf(record: JsonObject): readonly Text[] {
  return losses.filter(([, isLost]) => isLost(record)).map(([text]) => text)
}

function hasValue(value: Json | undefined): boolean {
  return !isEmpty(value) && value !== false && !(isObject(value) && Object.keys(value).length === 0)
}
