// Extra arguments of commands that take none of that kind.
import { database_extension, withoutDatabasePassword } from '../../../base/database-url.ts'
import { commandLine } from '../../../base/text/closest.ts'
import { t } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { isLocalCalendar } from '../../../client/address/api-root.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import type { TypedFlag } from './flag-words.ts'
import { type Answer, lineOf, type Typed } from './line.ts'
import { inEnglish } from './words.ts'

/** `serve start`, `backup to x.db`, `login ada`, `feed --venue Hall`. */
export function special(path: readonly string[], typed: Typed): readonly Answer[] {
  const [name = ''] = path
  const { words, flags } = typed
  const [first = ''] = words
  const line = path.join(' ')
  // `Sicherung erstellen`
  if (name === 'backup' && inEnglish(first) === 'new') return [lineOf(path, ['calendar-backup.db'], typed, 'example')]
  if (/^(serve|mcp|demo)$/.test(name) && /^(start|run|up|serve|server|starten)$/.test(first))
    return forServe(path, { ...typed, words: words.slice(1) })
  if (name === 'serve' && (words.length > 0 || flags.some(isDetached))) return forServe(path, typed)
  if (/^(backup|restore|import)$/.test(name) && words.length === 2 && /^(to|from|nach|von|in|into|aus)$/i.test(first))
    return [lineOf(path, words.slice(1), typed)]
  if (line === 'history undo' && words.every((word) => undo_words.test(word))) return [lineOf(path, [], typed)]
  if (name === 'login' && isUrl(first))
    return [{ advice: t('to connect to a site: cal init {first}', { first: shellWord(first) }) }]
  if (name === 'login' && first !== '')
    return [
      {
        advice: t('for a profile: cal login --profile {first}; as a user: cal login --user {first}', {
          first: shellWord(first),
        }),
      },
    ]
  if (name === 'doctor' && isUrl(first)) return [lineOf(path, ['--api-root', ...words], typed)]
  if (name === 'doc' && first !== '')
    return [lineOf([resourceNamed(first.split('.')[0] ?? '') ? 'explain' : 'help'], words, typed)]
  if (name === 'feed') {
    const kind = flags.find((flag) => resourceNamed(flag.name.slice(2)) && flag.value !== undefined)
    if (kind)
      return [
        lineOf(path, [resourceNamed(kind.name.slice(2))?.singular ?? '', kind.value ?? ''], {
          ...typed,
          flags: flags.filter((one) => one !== kind),
        }),
      ]
  }
  const file = flags.find((flag) => /^(-f|-i|--file|--input)$/.test(flag.name) && flag.value !== undefined)
  if (/^(import|validate|seed)$/.test(line) && file)
    return [lineOf(path, [file.value ?? '', ...words], { ...typed, flags: flags.filter((one) => one !== file) })]
  return []
}

const undo_words = /^(the|my|it|last|latest|change|changes|run|import|die|das|den|letzten?|änderung|lauf|machen)$/i

function isDetached({ name }: TypedFlag): boolean {
  return /^(-d|--daemon|--detach|--background)$/.test(name)
}

function forServe(path: readonly string[], typed: Typed): readonly Answer[] {
  const line = `cal ${path.join(' ')}`
  const { words, flags } = typed
  const [first = ''] = words
  const detached = flags.find((flag) => isDetached(flag) && flag.value === undefined)
  if (detached) {
    const rest = lineOf(path, words, { ...typed, flags: flags.filter((flag) => flag !== detached) })
    const shown = 'line' in rest ? commandLine(rest.line) : line
    return [
      {
        advice: t('cal serve stays in the foreground and has no {flag}: {line}', { flag: detached.name, line: shown }),
      },
    ]
  }
  if (words.length === 0) return [lineOf(path, [], typed)]
  const ports = words.filter((word) => !/^(on|at|port|auf|an)$/i.test(word))
  if (ports.length === 1 && /^\d+$/.test(ports[0] ?? '')) return [lineOf(path, ['--port', ...ports], typed)]
  if (words.length === 1 && (database_extension.test(first) || isLocalCalendar(first)))
    return [lineOf(path, ['--data', withoutDatabasePassword(first)], typed)]
  const command = `${line} … -- ${words.join(' ')}`
  return [{ advice: t('put the command to run after --: {typed}', { typed: command }) }]
}

function isUrl(word: string): boolean {
  return /^https?:|^[\w-]+(\.[\w-]+)+(\/|$)/i.test(word)
}
