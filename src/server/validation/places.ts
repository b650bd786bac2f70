// How each field of a venue and of an organizer is checked.
import type { Checks } from './read-values.ts'
import { status, user } from './records.ts'
import { anyProse, anyText, flagText, name, picture } from './text.ts'
import { moment } from './time.ts'
import { website } from './website.ts'

const shared: Checks = {
  author: user,
  date: moment,
  date_utc: moment,
  description: anyProse,
  status,
  website,
  phone: anyText,
  image: picture,
}

export const venue_checks: Checks = {
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

/** Addresses are taken as they are. Source: observed 4, organizer email. */
export const organizer_checks: Checks = { ...shared, organizer: name, email: anyText }
