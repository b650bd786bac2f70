// Names and texts derived from the definition: flags, and counts of records.
import { type Language, t } from '../base/text/language.ts'
import type { Resource } from './model.ts'

/** `starts_after` → `--starts-after`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`
}

/** `--starts-after`, `--no-featured` → `starts_after`, `featured`. */
export function nameOfFlag(flag: string): string {
  return flag.replace(/^--(no-)?/, '').replaceAll('-', '_')
}

/** `1 record`, `2 records`. */
export function countedRecords(count: number, language: Language): string {
  return counted(count, any_record, language)
}

const any_record = { title: t('record'), titles: t('records') }

/** `1 event`, `2 events`. */
export function counted(
  count: number,
  { title, titles }: Pick<Resource, 'title' | 'titles'>,
  language: Language,
): string {
  return `${count} ${(count === 1 ? title : titles)[language]}`
}
