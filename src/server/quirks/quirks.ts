// Every way in which deployed services differ from standard mode, as a table.

/** Which service `cal serve` behaves like: the documented one, or a deployed release (6.9.1 or 6.17). */
export type Mode = 'standard' | 'quirks' | 'quirks-6.17'

interface Quirk {
  /** What the deployed service does. */
  readonly text: string
  /** A row of the table in section 16 of docs/interface.md, or another section of it. */
  readonly source: `Q${number}` | `interface ${string}`
  /** The first release with this behavior; absent: all releases. */
  readonly since?: '6.17'
  /** The first release without this behavior; absent: none. */
  readonly until?: '6.17'
}

/** The quirks by name. Q18 is the same in all modes, and Q23 allows any order of ties: they have no entry. */
export const quirks = {
  updates_reset_unsent_fields: {
    text: 'An update resets status, date, flags, cost, website, image, organizers and time zone unless they are sent.',
    source: 'Q1',
  },
  stateprovince_is_recomputed: {
    text: 'An update of a venue derives stateprovince from the state and province in the same request.',
    source: 'Q1',
  },
  single_dates_are_ignored: { text: 'An update with only one of start_date and end_date ignores it.', source: 'Q2' },
  end_before_start_is_stored: {
    text: 'An end before the start is stored: end_date becomes start_date, utc_end_date keeps the sent end.',
    source: 'Q3',
  },
  page_links_lose_filters: {
    text: 'Links to other pages of a list leave out some filters and write blanks unencoded.',
    source: 'Q4',
  },
  empty_searches_count_all: {
    text: 'A search for venues or organizers without a hit counts all records in total.',
    source: 'Q5',
  },
  same_names_reuse_records: {
    text: 'Creating a venue or organizer whose name exists overwrites the existing record.',
    source: 'Q6',
  },
  linked_data_takes_few_forms: {
    text: 'A list as venue, a bare object as organizer and comma-separated ids are refused.',
    source: 'Q7',
  },
  existing_tag_names_make_new_tags: {
    text: 'A tag given by the name of an existing tag becomes a new tag named after the id of the existing one.',
    source: 'Q8',
  },
  include_keeps_date_window: { text: 'The default date window applies to events selected by include.', source: 'Q9' },
  unknown_targets_are_invalid_params: {
    text: 'An unknown id or slug in a path is 400 rest_invalid_param.',
    source: 'Q10',
  },
  body_slug_selects: {
    text: 'A slug in the body or query selects the record instead of the slug in the path.',
    source: 'Q11',
  },
  unknown_slugs_answer_200: {
    text: 'An update by an unknown slug answers 200 with an error object as data.',
    source: 'Q11',
  },
  unchecked_inputs_crash: {
    text: 'Objects as cost or term, blank titles and blank or too long term names are 500.',
    source: 'Q12',
  },
  taken_term_slugs_crash: { text: 'An update of a term to a slug that is taken is 500.', source: 'Q12' },
  term_objects_are_lists: {
    text: 'An object as categories or tags counts as the list of its members; booleans among them are left out.',
    source: 'Q12',
  },
  optional_texts_cannot_be_empty: {
    text: 'An empty description or excerpt of an event and an empty description of a term are 400.',
    source: 'Q13',
  },
  parent_zero_is_refused: { text: 'A category parent of 0 is 400, as a field and as a filter.', source: 'Q14' },
  venues_cannot_be_unlinked: { text: 'An empty venue in an update of an event keeps the venue.', source: 'Q15' },
  null_is_a_type_error: { text: 'null is 400 for fields with a declared type.', source: 'Q15' },
  json_types_are_strict: { text: 'A number or boolean for a field that is declared a string is 400.', source: 'Q16' },
  offsets_are_dropped: {
    text: 'An offset or Z in a date is dropped: the wall time counts as written.',
    source: 'Q17',
  },
  offset_zones_use_cities: {
    text: 'Zones such as UTC+2 follow a representative city with its daylight saving.',
    source: 'Q19',
  },
  unknown_utc_zones_are_utc: {
    text: 'Any time zone that begins with UTC is accepted, and counts as UTC where it is unknown; so is a letter.',
    source: 'Q19',
  },
  abbreviated_zones_are_fixed: {
    text: 'CET, EET, MET, WET and single letters are zones with a fixed offset.',
    source: 'Q19',
  },
  hidden_events_are_never_listed: {
    text: 'Lists leave out events with hide_from_listings for every caller.',
    source: 'Q20',
  },
  zero_text_is_refused: { text: 'The text "0" is refused as title, slug, description and name.', source: 'Q21' },
  zero_text_is_stored_empty: { text: 'The text "0" is stored as an empty text where it is accepted.', source: 'Q21' },
  unknown_orders_are_accepted: { text: 'An unknown order is descending, an unknown orderby is name.', source: 'Q22' },
  linked_records_are_public: {
    text: 'An event shows its draft, private and trashed venues and organizers to everyone.',
    source: 'Q24',
  },
  trashed_events_are_inaccessible: {
    text: 'GET of a trashed event is 403 event-not-accessible for callers who may not edit it.',
    source: 'Q25',
    until: '6.17',
  },
  rights_ignore_author: {
    text: 'Any caller with the general right to edit may change the records of others.',
    source: 'Q26',
    until: '6.17',
  },
  any_author_can_be_set: {
    text: 'A caller who may write a record may name any user as its author.',
    source: 'Q42',
  },
  unreadable_events_select: {
    text: 'Filters by an event accept events that the caller may not read.',
    source: 'Q43',
  },
  has_events_counts_unpublished: {
    text: 'has_events counts private and trashed events for visitors, too.',
    source: 'Q43',
  },
  passwords_unlock_lists: {
    text: 'A password in the query of a list unlocks all its events with that password.',
    source: 'Q44',
  },
  doc_is_inaccurate: { text: '/doc states types, lists and status codes that are wrong.', source: 'Q27' },
  texts_are_rendered: {
    text: 'Titles, names, descriptions, excerpts and websites of events are rendered for display.',
    source: 'Q28',
  },
  images_are_fetched: {
    text: 'An image by URL is fetched; here, where nothing is fetched, it is refused.',
    source: 'Q29',
  },
  passwords_apply_to_editors: {
    text: 'A caller who may edit a protected event needs its password, too, unless context is edit.',
    source: 'Q30',
  },
  trashing_clears_organizers: { text: 'Trashing one organizer removes all organizers from its events.', source: 'Q31' },
  body_id_selects: {
    text: 'An id in the body or query selects the record instead of the id in the path.',
    source: 'Q32',
  },
  dates_are_parsed_loosely: {
    text: 'Dates may be written in any form that the date parser of PHP reads; days that do not exist roll over.',
    source: 'Q33',
  },
  coordinates_are_ignored: {
    text: 'Filters by coordinates are accepted and ignored without the premium extension.',
    source: 'Q34',
  },
  zero_cost_is_dropped: { text: 'A cost of 0 is dropped when an event is created.', source: 'Q35' },
  zero_date_is_accepted: { text: 'A start_date or end_date of "0" makes an event without dates.', source: 'Q36' },
  single_timezone_keeps_utc: {
    text: 'A time zone alone in an update changes the label; the times in UTC stay.',
    source: 'Q37',
  },
  single_date_keeps_date_utc: {
    text: 'date or date_utc alone in an update of a venue or organizer leaves the other as it was.',
    source: 'Q38',
  },
  place_descriptions_cannot_be_cleared: {
    text: 'An empty description in an update of a venue or organizer is ignored.',
    source: 'Q39',
  },
  unused_parents_are_listed: {
    text: 'Lists of categories with hide_empty contain unused parents of used ones, which total does not count.',
    source: 'Q40',
  },
  repeated_hours_are_second: {
    text: 'In zones ahead of UTC, an hour that daylight saving repeats is the second one.',
    source: 'Q41',
  },
  only_the_first_tag_counts: {
    text: 'A list of events filtered by several tags uses the first one only.',
    source: 'interface 16.2',
  },
  only_ten_upcoming_events_count: {
    text: 'only_with_upcoming looks at the first ten upcoming events only.',
    source: 'interface 16.2',
  },
  revisions_take_ids: {
    text: 'Revisions and embedded addresses take ids from the counter of events, venues and organizers.',
    source: 'interface 16.2',
  },
  term_lists_take_core_parameters: {
    text: 'Terms obey context, and lists of tags obey offset, two parameters that are not documented for them.',
    source: 'interface 16.2',
  },
  list_dates_are_utc_days: { text: 'A date filter of a list means the day in UTC.', source: 'interface 16.2' },
  stop_words_are_ignored: {
    text: 'A search among events ignores single letters and common words and splits at commas.',
    source: 'interface 16.2',
  },
  status_any_is_refused: {
    text: 'status=any is refused, although links to other pages contain it.',
    source: 'interface 5.2',
  },
  updates_publish_linked_drafts: {
    text: 'An update that leaves an event published publishes its draft venues and organizers.',
    source: 'interface 16.2',
  },
  empty_linked_names_are_refused_late: {
    text: 'An empty name of a new venue or organizer inside an event is could-not-create-venue or -organizer.',
    source: 'interface 16.2',
  },
  zero_names_are_blank: {
    text: 'The name 0 between blanks of a venue or organizer counts as blank.',
    source: 'interface 16.2',
  },
  refused_organizers_keep_writes: {
    text: 'If an organizer of an event is refused, a new venue and new terms of the same request stay.',
    source: 'interface 16.2',
  },
  long_term_names_are_ignored: {
    text: 'A name of more than 200 characters among the categories or tags of an event is ignored.',
    source: 'interface 16.2',
  },
  term_names_are_escaped: {
    text: 'Names of terms are stored without markup, with ampersands and brackets as entities.',
    source: 'interface 16.2',
  },
  publishing_linked_drafts_needs_rights: {
    text: 'Draft venues and organizers are published with an event only for callers who may publish them.',
    source: 'interface 16.2',
    since: '6.17',
  },
  unknown_event_ids_answer_404: {
    text: 'An unknown event id is 404 after the rights, the id of another kind 400 rest-invalid-event-id.',
    source: 'interface 15',
    since: '6.17',
  },
  unknown_event_slugs_answer_404: {
    text: 'An update of an unknown event slug is 404 after the rights, before values are checked.',
    source: 'interface 15',
    since: '6.17',
  },
  trashed_events_are_unavailable: {
    text: 'GET of a trashed event is 403 event-no-longer-available for every caller.',
    source: 'interface 15',
    since: '6.17',
  },
  contributors_cannot_change_published: {
    text: 'Contributors may not change their own published records.',
    source: 'interface 15',
    since: '6.17',
  },
  rights_by_slug_ignore_author: {
    text: 'Writes by slug need only the general right to edit, regardless of the author.',
    source: 'interface 15',
    since: '6.17',
  },
  contributors_need_passwords_of_published: {
    text: 'Contributors need the password of their own published, protected records.',
    source: 'interface 16.2',
  },
  terms_need_author_or_editor: {
    text: 'Writing categories needs the role author, writing tags the role editor.',
    source: 'interface 15',
    since: '6.17',
  },
  places_have_passwords: {
    text: 'Venues and organizers have passwords, without which their fields are blank.',
    source: 'interface 15',
    since: '6.17',
  },
  events_have_custom_fields: { text: 'Events end with custom_fields.', source: 'interface 15', since: '6.17' },
  creates_are_modified_on_their_date: {
    text: 'A new record was modified at its publication date.',
    source: 'interface 16.2',
  },
  drafts_keep_sent_date_utc: {
    text: 'A draft keeps the date_utc that was sent, although it was never published.',
    source: 'interface 16.2',
  },
  updates_date_drafts_now: {
    text: 'An update of a venue or organizer that was never published dates it now, whatever date was sent.',
    source: 'interface 16.2',
  },
  deleted_drafts_are_dated_now: {
    text: 'A draft that was never published gets the current time as its date when it is deleted.',
    source: 'interface 16.2',
  },
  skipped_dates_move_on: {
    text: 'A publication date in the hour that daylight saving skips is an hour later.',
    source: 'interface 16.2',
  },
  unreadable_private_pages_have_ids: {
    text: 'The URL of a private record has its id for callers who may not read it.',
    source: 'interface 16.2',
  },
  term_descriptions_are_stripped: {
    text: 'Descriptions of terms keep the markup of titles only, and lose everything between two brackets.',
    source: 'interface 16.2',
  },
  markup_is_escaped: {
    text: 'For authors and contributors, ampersands and brackets that are not markup are stored as entities.',
    source: 'interface 16.2',
  },
  structured_data_is_escaped: {
    text: 'Structured data has escaped texts and empty keys, and is shown for drafts to callers who may edit them.',
    source: 'interface 16.2',
  },
  stored_texts_lose_backslashes: {
    text: 'Titles, names and descriptions are stored without one level of backslashes.',
    source: 'interface 16.2',
  },
  websites_and_costs_are_cleaned: {
    text: 'Websites and costs are stored without percent-encoded characters and tags.',
    source: 'interface 16.2',
  },
  costs_are_read_in_part: {
    text: 'Of several amounts in a cost only those that are numbers as written are shown, and 1.000 is 1.',
    source: 'interface 7',
  },
  terms_that_are_their_parent_have_none: {
    text: 'A category that is made its own parent has no parent.',
    source: 'interface 16.2',
  },
  empty_websites_take_any_type: {
    text: 'An empty list or false as the website of an event counts as an empty text.',
    source: 'interface 16.2',
  },
  lines_escape_brackets: {
    text: 'A bracket that is not markup is stored as an entity in the lines of venues and organizers.',
    source: 'interface 16.2',
  },
  unknown_place_slugs_are_refused: {
    text: 'An update of a venue or organizer by an unknown slug is 400, for visitors too; so is the slug 0 of an event.',
    source: 'Q11',
  },
  place_searches_are_ascii: {
    text: 'A search among venues and organizers splits the text at every character outside a-z, 0-9 and "-".',
    source: 'interface 5.3',
  },
  slugs_keep_accents: {
    text: 'A slug in a path is decoded once, and compared with its accents.',
    source: 'interface 14',
  },
  include_orders_events_by_publication: {
    text: 'Events selected by include are ordered by publication date, oldest first.',
    source: 'interface 16.2',
  },
  core_interface_shows_stored_costs: {
    text: 'wp/v2/tribe_events/ID with context=edit shows the cost as it is stored.',
    source: 'interface 16.2',
  },
  cost_texts_are_not_shown: { text: 'cost_details has no text as it was sent.', source: 'interface 16.2' },
} as const satisfies Readonly<Record<string, Quirk>>

export type QuirkName = keyof typeof quirks

const table: Readonly<Record<QuirkName, Quirk>> = quirks

/** Whether a service in this mode has any quirks. */
export function hasQuirks({ mode }: { readonly mode: Mode }): boolean {
  return mode !== 'standard'
}

/** Whether a service in this mode has the quirk. */
export function quirk({ mode }: { readonly mode: Mode }, name: QuirkName): boolean {
  if (mode === 'standard') return false
  const { since, until } = table[name]
  return mode === 'quirks' ? since === undefined : until === undefined
}
