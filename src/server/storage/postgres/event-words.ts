// The column `words` of events: the text that searches read. The shorter it is, the faster
// the trigram index is updated.
import type { Post } from '../../domain/records.ts'
import { field_end, folded, isAscii } from '../search-text.ts'
import { containing, part, type QueryPart } from './query.ts'

/**
 * Each word of the text once, after a `field_end`, if PostgreSQL can fold the fields; the whole text otherwise. The
 * trigrams are the same: those of a text are the trigrams of its words.
 */
export function eventWords({ title, excerpt, description }: Pick<Post, Field>, text: string): string {
  if (![title, excerpt, description].every(isAscii)) return text
  return `${field_end} ${[...new Set(text.replaceAll(field_end, ' ').split(' '))].join(' ')} `
}

type Field = 'title' | 'excerpt' | 'description'

/** Whether the text of the event `e` contains this one: a phrase is compared with the fields. */
export function eventContains(text: string): QueryPart {
  const wanted = folded(text)
  if (!wanted.includes(' ')) return part('e.words LIKE ?', containing(wanted))
  const words = wanted.split(' ')
  const patterns = words.flatMap((word, i) => {
    const [before, after] = [i > 0 ? ' ' : '', i < words.length - 1 ? ' ' : '']
    return word === '' ? [] : [containing(`${before}${word}${after}`)]
  })
  const conditions = [...patterns.map(() => 'e.words LIKE ?'), `${whole_text} LIKE ?`]
  return part(`(${conditions.join(' AND ')})`, ...patterns, containing(wanted))
}

/** The columns have the collation "C", in which `lower` changes A to Z only. */
const whole_text = `CASE WHEN starts_with(e.words, E'\\x1f')
  THEN lower(e.title || E'\\x1f' || e.excerpt || E'\\x1f' || e.description) ELSE e.words END`
