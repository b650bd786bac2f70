// The names of the file formats. A separate file, so that help and completion load nothing else.
export const input_formats = ['json', 'ndjson', 'csv', 'tsv', 'xlsx', 'ods', 'yaml', 'ics'] as const
export type InputFormat = (typeof input_formats)[number]

export const export_formats = ['json', 'ndjson', 'csv', 'yaml', 'ics'] as const
export type ExportFormat = (typeof export_formats)[number]
