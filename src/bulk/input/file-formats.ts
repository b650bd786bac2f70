// The names of the file formats, in a file of their own because help and completion need nothing else.
export const input_formats = ['json', 'ndjson', 'csv', 'tsv', 'xlsx', 'ods', 'yaml', 'ics'] as const
export type InputFormat = (typeof input_formats)[number]

export const export_formats = ['json', 'ndjson', 'csv', 'yaml', 'ics'] as const
export type ExportFormat = (typeof export_formats)[number]
