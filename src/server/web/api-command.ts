// The command line and the address for the request behind a page.
import { shellWord } from '../../base/text/quoted.ts'
import { type ApiAddress, type ApiQuery, apiQueryText } from './reader.ts'

/** The URL of a request for users; the api root can contain a query itself. */
export function apiUrl(api_root: string, { path, query }: ApiAddress): string {
  const text = apiQueryText(query)
  if (text === '') return `${api_root}${path}`
  return `${api_root}${path}${api_root.includes('?') ? '&' : '?'}${text}`
}

/** The arguments of the command for a list. With `all`, `page` is omitted and `--all` is added. */
export function listWords(query: ApiQuery, all = false): readonly string[] {
  const flags = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined || (all && (name === 'page' || name === 'per_page'))) return []
    return flagWords(name, String(value))
  })
  return ['events', 'list', ...flags, ...(all ? ['--all'] : [])]
}

function flagWords(name: string, value: string): readonly string[] {
  const flag = `--${name.replaceAll('_', '-')}`
  return value.startsWith('-') ? [`${flag}=${value}`] : [flag, value]
}

/** `cal events list --api-root … --search 'jazz & wine'` for a POSIX shell. */
export function commandLine(api_root: string, words: readonly string[]): string {
  return ['cal', ...words.slice(0, 2), '--api-root', api_root, ...words.slice(2)].map(shellWord).join(' ')
}
