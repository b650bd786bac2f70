// The text of a component as its parser takes it: unfolded, its rules as plain text, bare days marked as days.
import ICAL from 'ical.js'

/** The library would read the rules itself, and takes some for others. */
export const rule_property = { rrule: 'x-cal-rrule', exrule: 'x-cal-exrule' } as const

const date_lines = /^(DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)((?:;[^:]*)?):(\d{8}(?:,\d{8})*)$/i

/** undefined where it is not a component of iCalendar. */
export function componentOf(text: string): ICAL.Component | undefined {
  const lines = unfolded(text)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (isBareDay(line) ? asDay(line) : line.replace(/^(RRULE|EXRULE)(?=[;:])/i, 'X-CAL-$1')))
  try {
    return new ICAL.Component(ICAL.parse(lines.join('\r\n')))
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Lines without their folds, parted by line feeds. */
export function unfolded(text: string): string {
  return text.replace(/\r?\n[ \t]/g, '').replaceAll('\r\n', '\n')
}

/** Lines such as `DTSTART:20270301`, which lack `VALUE=DATE`. */
export function bareDaysIn(text: string): readonly string[] {
  return unfolded(text).split('\n').filter(isBareDay)
}

function isBareDay(line: string): boolean {
  const [, , parameters = ''] = date_lines.exec(line) ?? []
  return date_lines.test(line) && !/;VALUE=DATE(;|$)/i.test(parameters)
}

function asDay(line: string): string {
  return line.replace(
    date_lines,
    (_, name: string, parameters: string, days: string) =>
      `${name}${parameters.replace(/;(VALUE|TZID)=("[^"]*"|[^;]*)/gi, '')};VALUE=DATE:${days}`,
  )
}
