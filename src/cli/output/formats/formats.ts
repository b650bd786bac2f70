// The formats of `-o`: each is one file, loaded when it is asked for.
import type { Printer } from '../page.ts'

export const format_names = ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml', 'md', 'ids', 'count', 'ics'] as const

export type Format = (typeof format_names)[number]

const printers: Readonly<Record<Format, () => Promise<Printer>>> = {
  table: async () => (await import('./table.ts')).printTable,
  json: async () => (await import('./json.ts')).printJson,
  ndjson: async () => (await import('./json.ts')).printNdjson,
  csv: async () => (await import('./csv.ts')).printCsv,
  tsv: async () => (await import('./tsv.ts')).printTsv,
  yaml: async () => (await import('./yaml.ts')).printYaml,
  md: async () => (await import('./markdown.ts')).printMd,
  count: async () => (await import('../fields/count.ts')).printCount,
  ics: async () => (await import('./ics.ts')).printIcs,
  ids: async () => (await import('./ids.ts')).printIds,
}

export function printerOf(format: Format): Promise<Printer> {
  return printers[format]()
}
