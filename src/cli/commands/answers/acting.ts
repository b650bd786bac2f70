// The lines for what is to happen to a record.
import { eachLanguage, t, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { flagsOf } from '../../arguments/flags.ts'
import { assignmentIn, meaningOf, type TypedFlag } from './flag-words.ts'
import { type Answer, lineOf, spellingsIn, type Typed } from './line.ts'
import { type Meaning, no_months } from './meanings.ts'
import { type Act, type Query, readAct } from './read-words.ts'

/** `move 15 +1w`, `cancel event 53`, `set 15 title=x`, `tag 41 kids`. */
export async function actLines(
  meaning: Meaning,
  words: readonly string[],
  group: Plural | undefined,
  typed: Typed,
): Promise<readonly Answer[]> {
  const template = typeof meaning === 'string' ? meaning : meaning.en
  const takesDate = template.includes('--shift REST')
  const takesText = template.endsWith('ID …') || (template.includes('REST(') && !takesDate)
  const [moved, flags] = takesDate ? movedBy(words, typed.flags) : [words, typed.flags]
  const act = await readAct(template.endsWith('ID …') ? fieldLast(moved) : moved, {
    takesDate,
    takesText,
    isBack: template.includes('REST(-'),
  })
  const { targets, selection } = act
  if (typeof meaning !== 'string') return [{ advice: filledText(meaning, act) }]
  if (act.shift === 'months') return [{ advice: filledText(no_months, act) }]
  const kind = template.includes('-tags') ? 'events' : (act.kind ?? group ?? 'events')
  const [noun = '', verb = '', ...more] = template.replace('KIND', kind).split(/ (?![^(]*\))/)
  const path = [noun === 'events' ? kind : noun, verb]
  const command = typed.find(path)
  const needs_dates = takesDate || /--(start|end)/.test(template)
  const hasStatus = !template.includes('--status') || resources[kind].family === 'post'
  if (!command || !hasStatus || (needs_dates && kind !== 'events')) return [{ left: words.slice(0, 1), path: [kind] }]
  const change = act.shift ?? act.date
  const fields = template.endsWith('ID …') ? fieldsIn(act.rest, kind, spellingsIn(flagsOf(command))) : []
  if (fields === undefined) return [{ left: act.rest, path }]
  const others = { ...typed, flags: [...fields, ...flags.filter(({ name }) => name !== '--all')] }
  if (takesDate && act.rest.length > 0) return [{ left: act.rest, path }]
  const isAll = flags.some(({ name }) => name === '--all') || (selection !== undefined && words.length === 1)
  if (isAll && !hasWhole(template))
    return [{ advice: t('to select records, use a filter such as {meaning}', { meaning: '--where status=draft' }) }]
  const where = whereOf(isAll ? undefined : selection, isAll && targets.length === 0, template)
  if (where === undefined) return [{ left: selection?.left.length ? selection.left : words.slice(0, 1), path }]
  const isNamed = targets.length > 0 || where.length > 0 || flags.some(({ name }) => /^--(where|file)$|^-f$/.test(name))
  const list = template.includes('-tags') ? act.rest.join(' ').replace(/,? (and|und|&) /g, ',') : act.rest.join(' ')
  const text = takesDate ? change : list === '' ? undefined : list
  const needs_text = template.includes('REST(')
  if (!needs_text && !template.endsWith('…') && act.rest.length > 0) return [{ left: act.rest, path }]
  const isExample = !isNamed || (needs_text && text === undefined)
  const end = more.flatMap((word, i) => {
    const [, standard] = /^REST\((.*)\)$/.exec(word) ?? []
    if (word === 'ID' || word === '…') return []
    if (word === '--shift' && verb === 'copy' && act.date !== undefined && more[i + 1]?.startsWith('REST'))
      return ['--start-date']
    if (word === '--title' && kind !== 'events') return ['--name']
    return [standard === undefined ? word : (text ?? standard)]
  })
  const named = targets.length > 0 ? targets : isNamed ? [] : ['15']
  return [lineOf(path, [...named, ...where, ...end], others, isExample ? 'example' : undefined)]
}

/** `the title of event 7 to Jazz` → `event 7 title Jazz` */
function fieldLast(words: readonly string[]): readonly string[] {
  const own = words.filter((word, i) => i > 0 || !/^(the|den|die|das)$/i.test(word))
  const of = own.findIndex((word) => /^(of|for|von|des|der|vom)$/i.test(word))
  const to = own.findIndex((word, i) => i > of && /^(to|auf|zu|in|=)$/i.test(word))
  return of !== 1 || to === -1 ? words : [...own.slice(2, to), ...own.slice(0, 1), ...own.slice(to + 1)]
}

/** `--to friday` and `--by 1h` of verbs that move are words. */
function movedBy(
  words: readonly string[],
  flags: readonly TypedFlag[],
): readonly [readonly string[], readonly TypedFlag[]] {
  const when = flags.find(
    ({ name, value }) => /^--(to|on|by|date|start|start-date|um|auf|shift)$/.test(name) && value !== undefined,
  )
  return when === undefined
    ? [words, flags]
    : [[...words, 'to', ...(when.value ?? '').split(' ')], flags.filter((flag) => flag !== when)]
}

function hasWhole(template: string): boolean {
  return /(publish|draft)$/.test(template)
}

/** The `--where` of records that are described instead of named; undefined if they cannot be. */
function whereOf(selection: Query | undefined, isAll: boolean, template: string): readonly string[] | undefined {
  // `publish --all`: all drafts.
  if (isAll)
    return template.endsWith('draft')
      ? ['--where', 'status=publish']
      : template.endsWith('publish')
        ? ['--where', 'status=draft']
        : undefined
  if (selection === undefined) return []
  const { left, filters, days, text } = selection
  const flags = [
    ...filters,
    ...(days === undefined ? [] : ['--start-date', days, '--end-date', days]),
    ...(text === '' ? [] : ['--search', text]),
  ]
  if (left.length > 0 || flags.length === 0 || flags.some((word) => /^--(sort|limit|no-)/.test(word))) return undefined
  return flags.flatMap((word, i) =>
    i % 2 === 1 ? [] : ['--where', `${word.slice(2).replaceAll('-', '_')}=${flags[i + 1]}`],
  )
}

/** `title New name status draft`, `title=x`, `title: x`; undefined unless each word belongs to a field. */
export function fieldsIn(
  words: readonly string[],
  kind: Plural,
  known: readonly string[],
): readonly TypedFlag[] | undefined {
  const flags: { readonly name: string; readonly value: string[] }[] = []
  for (const word of words) {
    const assigned = assignmentIn(word)
    const name = assigned?.name ?? word.replace(/[:=]$/, '')
    const [meant] =
      name === name.toLowerCase()
        ? (meaningOf({ name: `--${name}`, value: 'x' }, known, { kind, nears: false }) ?? [])
        : []
    const last = flags.at(-1)
    const isNew = meant !== undefined && meant.value === 'x' && !flags.some((one) => one.name === meant.name)
    if (isNew && last?.value.length !== 0) flags.push({ name: meant.name, value: assigned ? [assigned.value] : [] })
    else if (last && !/^(to|auf|and|und)$/.test(word)) last.value.push(word)
    else if (!last && !/^(set|the|mit|with|auf)$/.test(word)) return undefined
  }
  if (flags.some(({ value }) => value.length === 0)) return undefined
  return flags.map(({ name, value }) => ({ name, value: value.join(' ') }))
}

function filledText(text: Text, { targets, rest, shift, date }: Act): Text {
  const words = [
    ...rest,
    ...(date === undefined ? [] : [date]),
    ...(shift === undefined || shift === 'months' ? [] : [shift]),
  ]
  const [first, ...others] = targets
  const more = [...others, ...words].filter((word) => !/^(into|in|to|with|mit)$/.test(word))
  return eachLanguage((language) =>
    text[language].replaceAll(/\bREST\(([^)]*)\)|\bID\b/g, (found, standard: string | undefined) =>
      standard !== undefined
        ? more.length === 0
          ? standard
          : shellWord(more.join(' '))
        : first === undefined
          ? found
          : shellWord(first),
    ),
  )
}
