// Tries a proposed line on the calendar before it is shown: what it names exists, and it would do something.
import { isObject, parsedJson } from '../../../base/json.ts'
import { commandLine } from '../../../base/text/closest.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { textOfHtml } from '../../../base/text/untrusted-text.ts'
import { resources } from '../../../spec/resources.ts'
import type { TryLine } from '../../types/session.ts'
import type { Answer, Typed } from './line.ts'
import { isFiller, kindNamed, plain } from './words.ts'

export type Proposed = Extract<Answer, { line: readonly string[] }>

/** What the proposal becomes, or why it is not shown. `isSure` unless the calendar cannot be read. */
export type Checked =
  | { readonly answer: Proposed; readonly isSure: boolean; readonly note?: Text }
  | { readonly problem: Text; readonly hint?: Text }
  | { readonly advice: Text }

/** Stops the check: the calendar cannot be read. */
class NoCalendarError extends Error {}

/** Words that were taken for a search become the category, tag, venue or organizer of that name, if there is one. */
export async function checked(answer: Proposed, typed: Typed, tryLine: TryLine): Promise<Checked> {
  try {
    const [kind = ''] = answer.line
    if (kind !== 'agenda' && kind !== 'search' && kind !== 'add' && !Object.hasOwn(resources, kind))
      return { answer, isSure: true }
    const given = typed.flags.map(({ value }) => value)
    const resolved = await withNames(answer, given, tryLine)
    if (!('answer' in resolved) || answer.form === 'example') return resolved
    return await afterRun(resolved.answer, given, tryLine)
  } catch (error) {
    if (error instanceof NoCalendarError) return { answer, isSure: false }
    throw error
  }
}

async function output(argv: readonly string[], tryLine: TryLine): Promise<string> {
  const { stdout, error } = await tryLine(argv)
  if (error !== undefined) throw new NoCalendarError()
  return stdout.trim()
}

const link_flags = { categories: '--categories', tags: '--tags', venues: '--venue', organizers: '--organizer' } as const
type LinkedPlural = keyof typeof link_flags

async function withNames(answer: Proposed, given: readonly (string | undefined)[], tryLine: TryLine): Promise<Checked> {
  const { line } = answer
  const isInferred = (flag: string) => line.includes(flag) && !given.includes(line[line.indexOf(flag) + 1])
  if (line[0] === 'search') {
    const words = line.slice(1).join(' ')
    if ((await output(line, tryLine)) !== '') return { answer, isSure: true }
    const found = await filtersFor(words, line, tryLine)
    const list = found.flags.length === 0 ? [] : ['events', 'list', ...found.flags]
    if (found.rest.length > 0) return nothing(words, found.rest, list)
    return { answer: { ...answer, line: list }, isSure: true }
  }
  const at = isInferred('--search')
    ? line.indexOf('--search')
    : line.findIndex((word) => word.startsWith('search=')) - 1
  if (at < 0) return { answer, isSure: true }
  const words = (line[at + 1] ?? '').replace(/^search=/, '')
  if (line[0] !== 'agenda' && line[0] !== 'events') {
    const isFound = (await output([line[0] ?? '', 'list', '--search', words, '-o', 'ids'], tryLine)) !== ''
    return isFound ? { answer, isSure: true } : nothing(words)
  }
  const found = await filtersFor(words, line, tryLine)
  const flags =
    line[at] === '--where'
      ? found.flags.flatMap((flag, i) => (i % 2 === 1 ? [] : ['--where', `${flag.slice(2)}=${found.flags[i + 1]}`]))
      : found.flags
  const replaced = line.toSpliced(at, 2, ...flags)
  if (found.rest.length > 0) return nothing(words, found.rest, found.flags.length === 0 ? [] : replaced)
  return { answer: { ...answer, line: replaced }, isSure: true }
}

function nothing(words: string, rest: readonly string[] = [], line: readonly string[] = []): Checked {
  const problem = t('nothing matches "{words}"', { words })
  if (line.length === 0 || rest.length > 1 || /^(update|delete)$/.test(line[1] ?? '')) return { problem }
  return { problem, hint: t('without {rest}: {line}', { rest: rest.join(' '), line: commandLine(line) }) }
}

interface Found {
  readonly flags: readonly string[]
  /** The words that are not in `flags`. */
  readonly rest: readonly string[]
}

/** The filters that find events by these words: linked records of that name, or words of titles and descriptions. */
async function filtersFor(words: string, line: readonly string[], tryLine: TryLine): Promise<Found> {
  const kinds = (['categories', 'tags', 'venues', 'organizers'] as const).filter(
    (kind) => !line.some((word) => word === link_flags[kind] || word.startsWith(`${link_flags[kind].slice(2)}=`)),
  )
  const parts = partsOf(words).filter((word) => kindNamed(word) !== 'events' && !isFiller(word))
  const records = await named(parts, kinds, tryLine)
  const whole = records.find(({ isWhole, has }) => isWhole && has.length === parts.length)
  if (whole) return { flags: flagFor(whole), rest: [] }
  const singular = words.replace(/(?<=\p{L}{3})s(?=\s|$)/giu, '')
  for (const text of new Set([words, singular]))
    if (await hasEvents(text, tryLine)) return { flags: ['--search', text], rest: [] }
  // `jazz Blue Cellar`: one record of each kind, that with most of the words first.
  let rest = parts
  const flags: string[] = []
  const used = new Set<LinkedPlural>()
  for (;;) {
    const left = rest
    const [best] = records
      .filter(({ kind }) => !used.has(kind))
      .map((record) => ({ record, count: record.has.filter((word) => left.includes(word)).length }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count || Number(b.record.isWhole) - Number(a.record.isWhole))
    if (best === undefined) break
    used.add(best.record.kind)
    flags.push(...flagFor(best.record))
    rest = rest.filter((word) => !best.record.has.includes(word))
  }
  if (flags.length > 0 && rest.length > 0 && (await hasEvents(rest.join(' '), tryLine, flags)))
    return { flags: [...flags, '--search', rest.join(' ')], rest: [] }
  return { flags, rest: flags.length > 0 ? rest : parts }
}

async function hasEvents(text: string, tryLine: TryLine, flags: readonly string[] = []): Promise<boolean> {
  const list = ['events', 'list', ...flags, '--search', text, '--any-date', '--limit', '1', '-o', 'ids']
  return (await output(list, tryLine)) !== ''
}

interface Named {
  readonly kind: LinkedPlural
  readonly id: string
  /** The words that its name has. */
  readonly has: readonly string[]
  /** They are its whole name. */
  readonly isWhole: boolean
}

function flagFor({ kind, id }: Named): readonly string[] {
  return [link_flags[kind], id]
}

/** The records whose names have some of the words: the category Film for `Filme`, Jazz for `Jazzkonzert`. */
async function named(
  words: readonly string[],
  kinds: readonly LinkedPlural[],
  tryLine: TryLine,
): Promise<readonly Named[]> {
  const [longest] = words.toSorted((a, b) => b.length - a.length)
  if (longest === undefined) return []
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const { name, family } = resources[kind]
      // Terms are few; places may be many, so the service searches them.
      const searches =
        family === 'term' ? [['--all']] : words.filter((word) => word.length > 2).map((word) => ['--search', word])
      const lists = await Promise.all(
        searches.map((search) => output([kind, 'list', ...search, '-o', 'json'], tryLine)),
      )
      const records = lists.flatMap((text) => {
        const listed = parsedJson(text)
        return Array.isArray(listed) ? listed.filter(isObject) : []
      })
      return [...new Map(records.map((record) => [record.id, record])).values()].flatMap((record) => {
        const parts = partsOf(textOfHtml(String(record[name] ?? '')))
        const has = words.filter((word) =>
          parts.some(
            (part) => part.length > 2 && (word.startsWith(part) || (word.length > 3 && part.startsWith(word))),
          ),
        )
        const slug = String(record.slug ?? '')
        const id = /^[a-z][a-z0-9-]*$/.test(slug) ? slug : String(record.id)
        return has.length === 0 ? [] : [{ kind, id, has, isWhole: parts.length === has.length }]
      })
    }),
  )
  return found.flat()
}

function partsOf(text: string): readonly string[] {
  return text
    .split(/[\s&/-]+/)
    .map(plain)
    .filter((word) => word !== '' && !/^(the|der|die|das)$/.test(word))
}

/** The line is run, with `--dry-run` if it would change records. Ids and values of flags are those that were typed. */
async function afterRun(answer: Proposed, given: readonly (string | undefined)[], tryLine: TryLine): Promise<Checked> {
  const { line } = answer
  const [kind = '', verb = ''] = line
  const names = line.slice(2).filter((word) => !/^-|^\d+$/.test(word) && !given.includes(word))
  const isList = kind === 'agenda' || verb === 'list'
  const writes = kind === 'add' || /^(create|update|delete|copy|restore)$/.test(verb)
  const isNamed = names.length > 0 && Object.values(link_flags).some((flag) => line.includes(flag))
  if (isList ? !isNamed : !writes && verb !== 'get') return { answer, isSure: true }
  // A browser, or a list without an end.
  if (line.some((word) => /^--(web|watch)/.test(word))) return { answer, isSure: false }
  // `--dry-run` is where no other flag can take it as its value.
  const { stdout, error } = await tryLine(
    writes ? line.toSpliced(kind === 'add' ? 1 : 2, 0, '--dry-run') : line.filter((word) => word !== '--all'),
  )
  // Without a calendar, a dry run has an empty one.
  if (error !== undefined || stdout.trim() === '')
    await output(['events', 'list', '--limit', '1', '-o', 'ids'], tryLine)
  if (error?.code === 'usage' && verb === 'create' && error.text.en.includes('missing'))
    return { answer, isSure: true, note: error.text }
  const isName = names.some((word) => error?.text.en.includes(`"${word}"`))
  if (error && (error.code === 'usage' || isName))
    return { problem: error.text, ...(error.hint && { hint: error.hint }) }
  const where = line.flatMap((word, i) => (word === '--where' ? [word, line[i + 1] ?? ''] : []))
  if (where.length > 0 && (await output([kind, 'list', ...where, '--limit', '1', '-o', 'ids'], tryLine)) === '')
    return { advice: t('no records match: {line}', { line: commandLine(line) }) }
  return { answer, isSure: error === undefined }
}
