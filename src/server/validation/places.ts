// The checks of the fields of venues and organizers.
import type { OrganizerValues, VenueValues } from '../domain/values.ts'
import type { Checks } from './check.ts'
import { status, user } from './records.ts'
import { anyProse, anyText, flagText, name, picture, website } from './text.ts'
import { moment } from './time.ts'

const shared = {
  author: user,
  date: moment,
  date_utc: moment,
  description: anyProse,
  status,
  website,
  phone: anyText,
  image: picture,
} as const

export const venue_checks: Checks<VenueValues> = {
  ...shared,
  venue: name,
  show_map: flagText,
  show_map_link: flagText,
  address: anyText,
  city: anyText,
  country: anyText,
  province: anyText,
  state: anyText,
  zip: anyText,
  stateprovince: anyText,
}

/** E-mail addresses are not checked. Source: interface 6. */
export const organizer_checks: Checks<OrganizerValues> = { ...shared, organizer: name, email: anyText }
