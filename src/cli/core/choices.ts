// The allowed values of flags and arguments. A separate file, so that help and completion load nothing else.

/** The formats of `-o`. */
export const format_names = ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'md', 'ids', 'count', 'ics'] as const
export type Format = (typeof format_names)[number]

export const progress_forms = ['auto', 'bar', 'lines', 'ndjson', 'none'] as const
export type ProgressForm = (typeof progress_forms)[number]

export const weekday_names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** The common publication statuses, for completion, prompts and suggestions. Other statuses are accepted. */
export const common_statuses: readonly string[] = ['publish', 'draft', 'pending', 'private', 'future', 'trash']

/** The kinds of values that completion looks up when Tab is pressed. */
export const lookup_kinds = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'profiles',
  'zones',
  'aliases',
  'settings',
  'runs',
  'roots',
] as const

/** The pages of `cal help TOPIC`. */
export const topic_names = ['filters', 'dates', 'output', 'import', 'exit-codes', 'environment', 'security'] as const
export type TopicName = (typeof topic_names)[number]
