// The fields that deployed services reset when an update does not send them: the client sends them, quirks mode resets
// them. Source: interface Q1.

/** Their values after an update of an event; `status`, `date` and `timezone` become those of a new event. */
export const event_resets = {
  all_day: false,
  image: null,
  cost: '',
  website: '',
  show_map: false,
  show_map_link: false,
  hide_from_listings: false,
  sticky: false,
  featured: false,
  organizer: [],
} as const

/** The same of a venue and an organizer; `status` becomes that of a new record. */
export const place_resets = {
  venue: { show_map: true, show_map_link: true, image: null },
  organizer: { image: null },
} as const
