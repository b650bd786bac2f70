// Whether a service shows a text that was sent: services clean texts before they store them, and deployed ones render
// them for display. Both texts are compared in one form, because what was sent cannot be read.
import { strippedMarkup } from './safe-markup.ts'
import { undoTexturize } from './slug.ts'
import { decodedEntities, replacedRuns, withoutScripts, withoutTags } from './untrusted-text.ts'

/** How services store and show a text: `line` is plain text, such as a phone number. */
export type TextForm = 'prose' | 'title' | 'line' | 'term' | 'address'

/** Emoticons and what deployed services show for them. */
export const smilies: Readonly<Record<string, string>> = { ':)': '🙂', ';)': '😉', ':(': '🙁', ':D': '😀' }

/** Whether a service that stored the sent text would show this one. */
export function isShownAs(form: TextForm, sent: string, shown: string): boolean {
  if (isSameText(sent, shown)) return true
  return storedForms(form, sent).some((stored) => isShownOfStored(form, stored, shown))
}

/** Whether texts are the same but for blanks around them, and the ends of their lines. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [one.trim(), other.trim()]
  return a === b || ((a.includes('\r') || b.includes('\r')) && withLineFeeds(a) === withLineFeeds(b))
}

function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** The text without tags, in one line. */
export function oneLine(text: string): string {
  return withBlanks(withoutTags(withoutScripts(text)))
}

/** The text with one level of backslashes removed. */
export function withoutBackslashes(text: string): string {
  return text.replace(/\\(.?)/gs, '$1')
}

/** The forms in which services may have stored the text: some remove tags, some a level of backslashes. */
function storedForms(form: TextForm, sent: string): readonly string[] {
  const cleaned =
    form === 'line'
      ? [oneLine(sent)]
      : form === 'term'
        ? [withoutTags(sent), replacedRuns(sent, [/</g, />/g], ''), strippedMarkup(sent)]
        : []
  return [sent, ...cleaned].flatMap((text) => [text, ...(text.includes('\\') ? [withoutBackslashes(text)] : [])])
}

function isShownOfStored(form: TextForm, stored: string, shown: string): boolean {
  if (stored.trim() === shown.trim()) return true
  if (form === 'address') return decodedEntities(stored.trim()) === decodedEntities(shown.trim())
  if (form === 'line' && withBlanks(stored) === withBlanks(shown)) return true
  return isRendered(shown) && plainForm(stored) === plainForm(shown)
}

/** Whether the text has what rendering makes; a text without it is compared as it is. */
function isRendered(shown: string): boolean {
  return /&#?\w+;|<p>|<br/.test(shown) || block_tag.test(shown)
}

const block_tag = /<\/?(?:p|div|h[1-6]|ul|ol|li|pre|blockquote|table|t[rdh]|thead|tbody|figure|section|hr)\b[^<>]*>/i
const blocks = new RegExp(` ?(${block_tag.source}) ?`, 'gi')

/** The text as it was before it was rendered, in a form that is equal for all spellings. */
function plainForm(text: string): string {
  const without_notes = replacedRuns(text, [/<!--/g, /-->/g], '')
  const bare = replacedRuns(without_notes, [/\[\/?(?:gallery|caption)\b/g, /\]/g], '').replace(
    / (?:decoding|loading)="\w{1,9}"/g,
    '',
  )
  const plain = undoTexturize(bare)
    .replace(blocks, '$1')
    .replace(/([:;])-(?=[()D])/g, '$1')
  return Object.entries(smilies).reduce((so_far, [smiley, emoji]) => so_far.replaceAll(emoji, smiley), plain)
}

function withBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
