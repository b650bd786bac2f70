// The names of publication statuses, as pages and German screens show them.
import { type Language, t, type Text } from '../base/text/language.ts'

/** Other statuses are shown unchanged. */
export const status_names: Readonly<Record<string, Text>> = {
  publish: t('Published'),
  draft: t('Draft'),
  pending: t('Pending review'),
  private: t('Private'),
  future: t('Scheduled'),
  trash: t('Trash'),
}

/** The status as the terminal shows it: in English, the value that flags take. */
export function statusIn(status: string, language: Language): string {
  return language === 'en' ? status : (status_names[status]?.[language] ?? status)
}
