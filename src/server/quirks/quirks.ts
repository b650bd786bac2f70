// Every way in which deployed services differ from standard mode, as a table.

/** Which service `cal serve` behaves like: the documented one, or a deployed release (6.9.1 or 6.17). */
export type Mode = 'standard' | 'quirks' | 'quirks-6.17'

/**
 * The quirks by name, with the releases that have them. The comment begins with the row of the table in section 16 of
 * docs/interface.md, or another section of it. Q18 is the same in all modes, and Q23 allows any order of ties: they
 * have no entry.
 */
export const quirks = {
  /** Q1: An update resets status, date, flags, cost, website, image, organizers and time zone unless they are sent. */
  updates_reset_unsent_fields: 'all',
  /** Q1: An update of a venue derives stateprovince from the state and province in the same request. */
  stateprovince_is_recomputed: 'all',
  /** Q2: An update with only one of start_date and end_date ignores it. */
  single_dates_are_ignored: 'all',
  /** Q3: An end before the start is stored: end_date becomes start_date, utc_end_date keeps the sent end. */
  end_before_start_is_stored: 'all',
  /** Q4: Links to other pages of a list leave out some filters and write blanks unencoded. */
  page_links_lose_filters: 'all',
  /** Q5: A search for venues or organizers without a hit counts all records in total. */
  empty_searches_count_all: 'all',
  /** Q6: Creating a venue or organizer whose name exists overwrites the existing record. */
  same_names_reuse_records: 'all',
  /** Q7: A list as venue, a bare object as organizer and comma-separated ids are refused. */
  linked_data_takes_few_forms: 'all',
  /** Q8: A tag given by the name of an existing tag becomes a new tag named after the id of the existing one. */
  existing_tag_names_make_new_tags: 'all',
  /** Q9: The default date window applies to events selected by include. */
  include_keeps_date_window: 'all',
  /** Q10: An unknown id or slug in a path is 400 rest_invalid_param. */
  unknown_targets_are_invalid_params: 'all',
  /** Q11: A slug in the body or query selects the record instead of the slug in the path. */
  body_slug_selects: 'all',
  /** Q11: An update by an unknown slug answers 200 with an error object as data. */
  unknown_slugs_answer_200: 'all',
  /** Q12: Objects as cost or term, blank titles and blank or too long term names are 500. */
  unchecked_inputs_crash: 'all',
  /** Q12: An update of a term to a slug that is taken is 500. */
  taken_term_slugs_crash: 'all',
  /** Q12: An object as categories or tags counts as the list of its members; booleans among them are left out. */
  term_objects_are_lists: 'all',
  /** Q13: An empty description or excerpt of an event and an empty description of a term are 400. */
  optional_texts_cannot_be_empty: 'all',
  /** Q14: A category parent of 0 is 400, as a field and as a filter. */
  parent_zero_is_refused: 'all',
  /** Q15: An empty venue in an update of an event keeps the venue. */
  venues_cannot_be_unlinked: 'all',
  /** Q15: null is 400 for fields with a declared type. */
  null_is_a_type_error: 'all',
  /** Q16: A number or boolean for a field that is declared a string is 400. */
  json_types_are_strict: 'all',
  /** Q17: An offset or Z in a date is dropped: the wall time counts as written. */
  offsets_are_dropped: 'all',
  /** Q19: Zones such as UTC+2 follow a representative city with its daylight saving. */
  offset_zones_use_cities: 'all',
  /** Q19: Any time zone that begins with UTC is accepted, and counts as UTC where it is unknown; so is a letter. */
  unknown_utc_zones_are_utc: 'all',
  /** Q19: CET, EET, MET, WET and single letters are zones with a fixed offset. */
  abbreviated_zones_are_fixed: 'all',
  /** Q20: Lists leave out events with hide_from_listings for every caller. */
  hidden_events_are_never_listed: 'all',
  /** Q21: The text "0" is refused as title, slug, description and name. */
  zero_text_is_refused: 'all',
  /** Q21: The text "0" is stored as an empty text where it is accepted. */
  zero_text_is_stored_empty: 'all',
  /** Q22: An unknown order is descending, an unknown orderby is name. */
  unknown_orders_are_accepted: 'all',
  /** Q24: An event shows its draft, private and trashed venues and organizers to everyone. */
  linked_records_are_public: 'all',
  /** Q25: GET of a trashed event is 403 event-not-accessible for callers who may not edit it. */
  trashed_events_are_inaccessible: '6.9.1',
  /** Q26: Any caller with the general right to edit may change the records of others. */
  rights_ignore_author: '6.9.1',
  /** Q42: A caller who may write a record may name any user as its author. */
  any_author_can_be_set: 'all',
  /** Q43: Filters by an event accept events that the caller may not read. */
  unreadable_events_select: 'all',
  /** Q43: has_events counts private and trashed events for visitors, too. */
  has_events_counts_unpublished: 'all',
  /** Q44: A password in the query of a list unlocks all its events with that password. */
  passwords_unlock_lists: 'all',
  /** Q27: /doc states types, lists and status codes that are wrong. */
  doc_is_inaccurate: 'all',
  /** Q28: Titles, names, descriptions, excerpts and websites of events are rendered for display. */
  texts_are_rendered: 'all',
  /** Q29: An image by URL is fetched; here, where nothing is fetched, it is refused. */
  images_are_fetched: 'all',
  /** Q30: A caller who may edit a protected event needs its password, too, unless context is edit. */
  passwords_apply_to_editors: 'all',
  /** Q31: Trashing one organizer removes all organizers from its events. */
  trashing_clears_organizers: 'all',
  /** Q32: An id in the body or query selects the record instead of the id in the path. */
  body_id_selects: 'all',
  /** Q33: Dates may be written in any form that the date parser of PHP reads; days that do not exist roll over. */
  dates_are_parsed_loosely: 'all',
  /** Q34: Filters by coordinates are accepted and ignored without the premium extension. */
  coordinates_are_ignored: 'all',
  /** Q35: A cost of 0 is dropped when an event is created. */
  zero_cost_is_dropped: 'all',
  /** Q36: A start_date or end_date of "0" makes an event without dates. */
  zero_date_is_accepted: 'all',
  /** Q37: A time zone alone in an update changes the label; the times in UTC stay. */
  single_timezone_keeps_utc: 'all',
  /** Q38: date or date_utc alone in an update of a venue or organizer leaves the other as it was. */
  single_date_keeps_date_utc: 'all',
  /** Q39: An empty description in an update of a venue or organizer is ignored. */
  place_descriptions_cannot_be_cleared: 'all',
  /** Q40: Lists of categories with hide_empty contain unused parents of used ones, which total does not count. */
  unused_parents_are_listed: 'all',
  /** Q41: In zones ahead of UTC, an hour that daylight saving repeats is the second one. */
  repeated_hours_are_second: 'all',
  /** 16.2: A list of events filtered by several tags uses the first one only. */
  only_the_first_tag_counts: 'all',
  /** 16.2: only_with_upcoming looks at the first ten upcoming events only. */
  only_ten_upcoming_events_count: 'all',
  /** 16.2: Revisions and embedded addresses take ids from the counter of events, venues and organizers. */
  revisions_take_ids: 'all',
  /** 16.2: Terms obey context, and lists of tags obey offset, two parameters that are not documented for them. */
  term_lists_take_core_parameters: 'all',
  /** 16.2: A date filter of a list means the day in UTC. */
  list_dates_are_utc_days: 'all',
  /** 16.2: A search among events ignores single letters and common words and splits at commas. */
  stop_words_are_ignored: 'all',
  /** 5.2: status=any is refused, although links to other pages contain it. */
  status_any_is_refused: 'all',
  /** 16.2: An update that leaves an event published publishes its draft venues and organizers. */
  updates_publish_linked_drafts: 'all',
  /** 16.2: An empty name of a new venue or organizer inside an event is could-not-create-venue or -organizer. */
  empty_linked_names_are_refused_late: 'all',
  /** 16.2: The name 0 between blanks of a venue or organizer counts as blank. */
  zero_names_are_blank: 'all',
  /** 16.2: If an organizer of an event is refused, a new venue and new terms of the same request stay. */
  refused_organizers_keep_writes: 'all',
  /** 16.2: A name of more than 200 characters among the categories or tags of an event is ignored. */
  long_term_names_are_ignored: 'all',
  /** 16.2: Names of terms are stored without markup, with ampersands and brackets as entities. */
  term_names_are_escaped: 'all',
  /** 16.2: Draft venues and organizers are published with an event only for callers who may publish them. */
  publishing_linked_drafts_needs_rights: '6.17',
  /** 15: An unknown event id is 404 after the rights, the id of another kind 400 rest-invalid-event-id. */
  unknown_event_ids_answer_404: '6.17',
  /** 15: An update of an unknown event slug is 404 after the rights, before values are checked. */
  unknown_event_slugs_answer_404: '6.17',
  /** 15: GET of a trashed event is 403 event-no-longer-available for every caller. */
  trashed_events_are_unavailable: '6.17',
  /** 15: Contributors may not change their own published records. */
  contributors_cannot_change_published: '6.17',
  /** 15: Writes by slug need only the general right to edit, regardless of the author. */
  rights_by_slug_ignore_author: '6.17',
  /** 16.2: Contributors need the password of their own published, protected records. */
  contributors_need_passwords_of_published: 'all',
  /** 15: Writing categories needs the role author, writing tags the role editor. */
  terms_need_author_or_editor: '6.17',
  /** 15: Venues and organizers have passwords, without which their fields are blank. */
  places_have_passwords: '6.17',
  /** 15: Events end with custom_fields. */
  events_have_custom_fields: '6.17',
  /** 16.2: A new record was modified at its publication date. */
  creates_are_modified_on_their_date: 'all',
  /** 16.2: A draft keeps the date_utc that was sent, although it was never published. */
  drafts_keep_sent_date_utc: 'all',
  /** 16.2: An update of a venue or organizer that was never published dates it now, whatever date was sent. */
  updates_date_drafts_now: 'all',
  /** 16.2: A draft that was never published gets the current time as its date when it is deleted. */
  deleted_drafts_are_dated_now: 'all',
  /** 16.2: A publication date in the hour that daylight saving skips is an hour later. */
  skipped_dates_move_on: 'all',
  /** 16.2: The URL of a private record has its id for callers who may not read it. */
  unreadable_private_pages_have_ids: 'all',
  /** 16.2: Descriptions of terms keep the markup of titles only, and lose everything between two brackets. */
  term_descriptions_are_stripped: 'all',
  /** 16.2: For authors and contributors, ampersands and brackets that are not markup are stored as entities. */
  markup_is_escaped: 'all',
  /** 16.2: Structured data has escaped texts and empty keys, and is shown for drafts to callers who may edit them. */
  structured_data_is_escaped: 'all',
  /** 16.2: Titles, names and descriptions are stored without one level of backslashes. */
  stored_texts_lose_backslashes: 'all',
  /** 16.2: Websites and costs are stored without percent-encoded characters and tags. */
  websites_and_costs_are_cleaned: 'all',
  /** 7: Of several amounts in a cost only those that are numbers as written are shown, and 1.000 is 1. */
  costs_are_read_in_part: 'all',
  /** 16.2: A category that is made its own parent has no parent. */
  terms_that_are_their_parent_have_none: 'all',
  /** 16.2: An empty list or false as the website of an event counts as an empty text. */
  empty_websites_take_any_type: 'all',
  /** 16.2: A bracket that is not markup is stored as an entity in the lines of venues and organizers. */
  lines_escape_brackets: 'all',
  /**
   * Q11: An update of a venue or organizer by an unknown slug is 400, for visitors too; so is the slug 0 of an event.
   */
  unknown_place_slugs_are_refused: 'all',
  /** 5.3: A search among venues and organizers splits the text at every character outside a-z, 0-9 and "-". */
  place_searches_are_ascii: 'all',
  /** 14: A slug in a path is decoded once, and compared with its accents. */
  slugs_keep_accents: 'all',
  /** 16.2: wp/v2/tribe_events/ID with context=edit shows the cost as it is stored. */
  core_interface_shows_stored_costs: 'all',
  /** 16.2: cost_details has no text as it was sent. */
  cost_texts_are_not_shown: 'all',
} as const satisfies Readonly<Record<string, 'all' | '6.9.1' | '6.17'>>

export type QuirkName = keyof typeof quirks

/** Whether a service in this mode has any quirks. */
export function hasQuirks({ mode }: { readonly mode: Mode }): boolean {
  return mode !== 'standard'
}

/** Whether a service in this mode has the quirk. */
export function quirk({ mode }: { readonly mode: Mode }, name: QuirkName): boolean {
  if (mode === 'standard') return false
  const releases = quirks[name]
  return releases === 'all' || releases === (mode === 'quirks' ? '6.9.1' : '6.17')
}
