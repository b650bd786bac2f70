// What may be chosen by flags and words: apart from what is done with it, because help and completion need the words
// alone.
export const progress_forms = ['auto', 'bar', 'lines', 'ndjson', 'none'] as const
export type ProgressForm = (typeof progress_forms)[number]

export const weekday_names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/**
 * The publication statuses that services usually have: for completion, questions and near misses, never for refusing.
 */
export const usual_statuses: readonly string[] = ['publish', 'draft', 'pending', 'private', 'future', 'trash']

/** What completion looks up. */
export const live_kinds = ['events', 'venues', 'organizers', 'categories', 'tags', 'profiles', 'zones'] as const

/** The pages of `cal help TOPIC`. */
export const topic_names = ['filters', 'dates', 'output', 'import', 'exit-codes', 'environment', 'security'] as const
export type TopicName = (typeof topic_names)[number]
