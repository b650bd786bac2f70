// Files in formats of others, looked at on a terminal instead of being kept.
import { harmless } from '../../base/text/untrusted-text.ts'
import type { Page } from './page.ts'

/** What a terminal is shown of such a text: nothing that steers it. Elsewhere the text itself. */
export function sightOf({ isTerminal }: Pick<Page, 'isTerminal'>): (text: string) => string {
  return isTerminal ? (text) => harmless(text.replaceAll('\r\n', '\n')) : (text) => text
}
