// Files in formats of others, looked at on a terminal instead of being kept.
import { escapeControls } from '../../base/text/untrusted-text.ts'
import type { OutputPage } from '../core/outcome.ts'

/** What a terminal is shown of such a text: nothing that steers it. Elsewhere the text itself. */
export function terminalTextOf({ isTerminal }: Pick<OutputPage, 'isTerminal'>): (text: string) => string {
  return isTerminal ? (text) => escapeControls(text.replaceAll('\r\n', '\n')) : (text) => text
}
