// What may be chosen of files and their dates: apart from what is done with it, because help and completion need the
// words alone.
export const input_formats = ['json', 'ndjson', 'csv', 'tsv', 'xlsx', 'ods', 'yaml', 'ics'] as const
export type InputFormat = (typeof input_formats)[number]

export const export_formats = ['json', 'ndjson', 'csv', 'yaml', 'ics'] as const
export type ExportFormat = (typeof export_formats)[number]

/** Which number comes first in `3/4/2026`. */
export const date_orders = ['mdy', 'dmy', 'ymd'] as const
export type DateOrder = (typeof date_orders)[number]
