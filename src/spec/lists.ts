// What lists share that the tables of parameters don't say: the size of a page, filters by date, and common statuses.

/** The highest `per_page` that services accept. */
export const per_page_max = 50

/** Filters by the whole window, whose default is from today on. */
export const window_dates = ['start_date', 'end_date'] as const

/** Filters of which any one removes the default window. */
export const relative_dates = ['starts_before', 'starts_after', 'ends_before', 'ends_after'] as const

/** All filters by date. */
export const date_bounds = [...window_dates, ...relative_dates] as const
export type DateBound = (typeof date_bounds)[number]

/** The statuses of lists for callers who may edit, without those of extensions. */
export const visible_statuses = ['publish', 'draft', 'pending', 'private', 'future'] as const

/** The statuses that users give; services and extensions have others. */
export const common_statuses: readonly string[] = [...visible_statuses, 'trash']
