// The command line and the address for the request behind a page.
import { shellWord } from '../../base/text/quoted.ts'
import { type ApiAddress, type ApiQuery, apiQueryText } from './reader.ts'

/** The address of a request as others name it; an api root can be a query itself. */
export function apiUrl(api_root: string, { path, query }: ApiAddress): string {
  const text = apiQueryText(query)
  if (text === '') return `${api_root}${path}`
  return `${api_root}${path}${api_root.includes('?') ? '&' : '?'}${text}`
}

/** The words of a command for a list: `page` is left out and `--all` added where all pages are shown. */
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
