// Texts of one line: phone numbers, streets, cities.

/** Markup gone, line breaks and runs of blanks as one blank. Source: deployed 3.5. */
export function oneLine(text: string): string {
  return text.replace(/<(?:script|style)\b[^>]*>[\s\S]*?<\/(?:script|style)>/gi, '').replace(/<[a-z/!?][^>]*>/gi, '').replace(/\s+/g, ' ').trim()
}
