// The modes as one table of named switches: each row of the interface's list of modes, each read at one place.
import type { Settings } from '../domain/settings.ts'

export type Mode = Settings['mode']

type Row = `D${number}` | `D-${number}`

/** A way in which the deployed services behave; standard mode does not have it. Two names may share a row. */
function quirk<const R extends Row>(row: R) {
  return { row, 'standard': false, 'quirks': true, 'quirks-6.17': true } as const
}

/** Gone in the newest release. */
function untilNewest<const R extends Row>(row: R) {
  return { row, 'standard': false, 'quirks': true, 'quirks-6.17': false } as const
}

/** New in the newest release. */
function sinceNewest<const R extends Row>(row: R) {
  return { row, 'standard': false, 'quirks': false, 'quirks-6.17': true } as const
}

/**
 * Source: the list of modes, D1–D41; what no row of it names has the number of a decision; D18 is the same in all, any order is right for D23.
 * What later releases changed is decision D-550.
 */
export const switches = {
  updates_reset_what_is_not_sent: quirk('D1'),
  stateprovince_is_made_anew: quirk('D1'),
  lone_dates_are_ignored: quirk('D2'),
  end_before_start_is_stored: quirk('D3'),
  links_lose_parameters: quirk('D4'),
  searches_without_hit_count_all: quirk('D5'),
  same_names_are_one_record: quirk('D6'),
  links_take_few_forms: quirk('D7'),
  tags_by_name_are_renamed: quirk('D8'),
  include_keeps_the_window: quirk('D9'),
  unknown_targets_are_refused_values: quirk('D10'),
  slug_in_the_body_selects: quirk('D11'),
  unknown_slugs_are_data: quirk('D11'),
  odd_inputs_crash: quirk('D12'),
  taken_slugs_crash: quirk('D12'),
  odd_terms_are_their_members: quirk('D12'),
  optional_texts_cannot_be_empty: quirk('D13'),
  no_parent_cannot_be_said: quirk('D14'),
  venues_stay_linked: quirk('D15'),
  null_is_a_wrong_type: quirk('D15'),
  json_types_are_strict: quirk('D16'),
  offsets_are_dropped: quirk('D17'),
  offsets_go_through_cities: quirk('D19'),
  nonsense_zones_are_utc: quirk('D19'),
  hidden_events_are_never_listed: quirk('D20'),
  zero_is_no_text: quirk('D21'),
  zero_is_stored_as_nothing: quirk('D21'),
  unknown_orders_are_taken: quirk('D22'),
  linked_records_show_to_all: quirk('D24'),
  trashed_events_are_inaccessible: untilNewest('D25'),
  rights_are_generic: untilNewest('D26'),
  description_is_wrong: quirk('D27'),
  texts_are_rendered: quirk('D28'),
  pictures_are_fetched: quirk('D29'),
  passwords_hold_for_editors: quirk('D30'),
  trash_empties_organizers: quirk('D31'),
  id_in_the_body_selects: quirk('D32'),
  dates_roll_over: quirk('D33'),
  coordinates_are_ignored: quirk('D34'),
  zero_cost_is_dropped: quirk('D35'),
  zero_is_a_date: quirk('D36'),
  lone_timezone_is_a_label: quirk('D37'),
  lone_date_leaves_its_twin: quirk('D38'),
  descriptions_cannot_be_cleared: quirk('D39'),
  unused_parents_are_listed: quirk('D40'),
  repeated_hour_is_the_second: quirk('D41'),
  only_the_first_tag_counts: quirk('D-123'),
  few_coming_events_count: quirk('D-124'),
  revisions_take_ids: quirk('D-141'),
  lists_of_terms_leak: quirk('D-142'),
  days_of_lists_are_utc: quirk('D-390'),
  common_words_are_left_out: quirk('D-391'),
  addresses_of_pages_are_refused: quirk('D-149'),
  updates_publish_linked_drafts: quirk('D-551'),
  linked_drafts_need_the_right: sinceNewest('D-551'),
  unknown_event_ids_are_not_found: sinceNewest('D-550'),
  unknown_event_slugs_are_not_found: sinceNewest('D-550'),
  trashed_events_are_gone: sinceNewest('D-550'),
  published_is_not_for_contributors: sinceNewest('D-550'),
  rights_by_slug_are_generic: sinceNewest('D-550'),
  published_stays_locked_for_contributors: quirk('D-590'),
  terms_need_more_rights: sinceNewest('D-550'),
  places_have_passwords: sinceNewest('D-550'),
  lists_have_custom_fields: sinceNewest('D-550'),
  searches_know_ascii_only: quirk('D-560'),
  slugs_of_other_scripts_are_refused: quirk('D-560'),
  include_orders_for_visitors: quirk('D-561'),
  cost_texts_are_not_shown: quirk('D-563'),
} as const

export type Switch = keyof typeof switches

/** Whether the service has this way of the deployed ones. */
export function has(settings: Pick<Settings, 'mode'>, name: Switch): boolean {
  return switches[name][settings.mode]
}
