// The modes as one table of named switches: each row of the interface's list of modes, each read at one place.
import type { ServiceSettings } from '../domain/settings.ts'

export type Mode = ServiceSettings['mode']

type Row = `D${number}` | `D-${number}`

/** A way in which the deployed services behave; standard mode does not have it. Two names may share a row. */
function row<const R extends Row>(row: R) {
  return { row, standard: false, quirks: true, 'quirks-6.17': true } as const
}

/** Gone in the newest release. */
function untilNewest<const R extends Row>(row: R) {
  return { row, standard: false, quirks: true, 'quirks-6.17': false } as const
}

/** New in the newest release. */
function sinceNewest<const R extends Row>(row: R) {
  return { row, standard: false, quirks: false, 'quirks-6.17': true } as const
}

/**
 * Source: the list of modes, D1–D41; what no row of it names has the number of a decision; D18 is the same in all, any
 * order is right for D23. What later releases changed is decision D-550.
 */
export const quirks = {
  updates_reset_what_is_not_sent: row('D1'),
  stateprovince_is_made_anew: row('D1'),
  lone_dates_are_ignored: row('D2'),
  end_before_start_is_stored: row('D3'),
  links_lose_parameters: row('D4'),
  searches_without_hit_count_all: row('D5'),
  same_names_are_one_record: row('D6'),
  links_take_few_forms: row('D7'),
  tags_by_name_are_renamed: row('D8'),
  include_keeps_the_window: row('D9'),
  unknown_targets_are_refused_values: row('D10'),
  slug_in_the_body_selects: row('D11'),
  unknown_slugs_are_data: row('D11'),
  odd_inputs_crash: row('D12'),
  taken_slugs_crash: row('D12'),
  odd_terms_are_their_members: row('D12'),
  optional_texts_cannot_be_empty: row('D13'),
  no_parent_cannot_be_said: row('D14'),
  venues_stay_linked: row('D15'),
  null_is_a_wrong_type: row('D15'),
  json_types_are_strict: row('D16'),
  offsets_are_dropped: row('D17'),
  offsets_go_through_cities: row('D19'),
  nonsense_zones_are_utc: row('D19'),
  hidden_events_are_never_listed: row('D20'),
  zero_is_no_text: row('D21'),
  zero_is_stored_as_nothing: row('D21'),
  unknown_orders_are_taken: row('D22'),
  linked_records_show_to_all: row('D24'),
  trashed_events_are_inaccessible: untilNewest('D25'),
  rights_are_generic: untilNewest('D26'),
  description_is_wrong: row('D27'),
  texts_are_rendered: row('D28'),
  pictures_are_fetched: row('D29'),
  passwords_hold_for_editors: row('D30'),
  trash_empties_organizers: row('D31'),
  id_in_the_body_selects: row('D32'),
  dates_roll_over: row('D33'),
  coordinates_are_ignored: row('D34'),
  zero_cost_is_dropped: row('D35'),
  zero_is_a_date: row('D36'),
  lone_timezone_is_a_label: row('D37'),
  lone_date_leaves_its_twin: row('D38'),
  descriptions_cannot_be_cleared: row('D39'),
  unused_parents_are_listed: row('D40'),
  repeated_hour_is_the_second: row('D41'),
  only_the_first_tag_counts: row('D-123'),
  few_coming_events_count: row('D-124'),
  revisions_take_ids: row('D-141'),
  lists_of_terms_leak: row('D-142'),
  days_of_lists_are_utc: row('D-390'),
  common_words_are_left_out: row('D-391'),
  addresses_of_pages_are_refused: row('D-149'),
  updates_publish_linked_drafts: row('D-551'),
  linked_drafts_need_the_right: sinceNewest('D-551'),
  unknown_event_ids_are_not_found: sinceNewest('D-550'),
  unknown_event_slugs_are_not_found: sinceNewest('D-550'),
  trashed_events_are_gone: sinceNewest('D-550'),
  published_is_not_for_contributors: sinceNewest('D-550'),
  rights_by_slug_are_generic: sinceNewest('D-550'),
  published_stays_locked_for_contributors: row('D-590'),
  terms_need_more_rights: sinceNewest('D-550'),
  places_have_passwords: sinceNewest('D-550'),
  lists_have_custom_fields: sinceNewest('D-550'),
  searches_know_ascii_only: row('D-560'),
  slugs_of_other_scripts_are_refused: row('D-560'),
  include_orders_for_visitors: row('D-561'),
  cost_texts_are_not_shown: row('D-563'),
} as const

export type QuirkName = keyof typeof quirks

/** Whether the service has this way of the deployed ones. */
export function quirk(settings: Pick<ServiceSettings, 'mode'>, name: QuirkName): boolean {
  return quirks[name][settings.mode]
}
