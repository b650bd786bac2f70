// Describes pending requests on the status line: `Reading events from calendar.example …`.
import { basename, resolve } from 'node:path'
import type { ApiRequest, Exchange } from '../../base/exchange.ts'
import { statOf } from '../../base/files/file-system.ts'
import { type Language, sameText, t, type Text } from '../../base/text/language.ts'
import { plurals_by_need, resources } from '../../spec/resources.ts'
import type { Runtime } from '../types/session.ts'
import { cut } from '../output/text-width.ts'

/** Opening a file of at least this size blocks the process long enough to be noticed. */
const large_file_bytes = 32 * 1024 * 1024

export interface Waits {
  /** Describes opening the file or the service, until the returned function is called. */
  opening(): () => void
  /** Wraps the exchange: each request is described until it is answered. */
  described(exchange: Exchange): Exchange
}

export function waitsFor(
  api_root: string,
  { status, cwd }: Pick<Runtime, 'status' | 'cwd'>,
  language: Language,
): Waits {
  const isFile = api_root.startsWith('file:')
  const calendar = displayNameOf(api_root)
  const file = isFile ? statOf(resolve(cwd, api_root.slice('file:'.length))) : undefined
  const at_once = Number(file?.size ?? 0) >= large_file_bytes
  const show = (text: Text) => status.show((columns) => cut(text[language], columns), { at_once })
  return {
    opening: () => {
      const name = calendar.replace(/^file:/, '')
      return show(t('Opening {name} …', { name })).end
    },
    described: (exchange) => async (request) => {
      const wait = show(waitText(request, calendar))
      try {
        return await exchange(request)
      } finally {
        wait.end()
      }
    },
  }
}

/** The description of a request. */
export function waitText({ method, path, query }: ApiRequest, calendar: string): Text {
  const [, first = '', target] = path.split('/')
  const kind = plurals_by_need.find((plural) => plural === first)
  if (kind === undefined) return t('Waiting for {calendar} …', { calendar })
  const { title, titles } = resources[kind]
  const isFile = calendar.startsWith('file:')
  const name = isFile ? calendar.slice('file:'.length) : calendar
  const at = isFile ? t('in {name}', { name }) : t('on {name}', { name })
  if (method === 'POST') return t('Creating {title} {at} …', { title, at })
  if (method === 'DELETE') return t('Deleting {title} {at} …', { title, at })
  if (method !== 'GET') return t('Updating {title} {at} …', { title, at })
  const what = target === undefined ? titles : title
  const page = /(?:^|&)page=(\d+)/.exec(query)?.[1] ?? '1'
  const part = page === '1' ? sameText('') : t(', page {page}', { page })
  const [file, host] = [name, name]
  return isFile
    ? t('Reading {what} from {file}{part} …', { what, file, part })
    : t('Reading {what} from {host}{part} …', { what, host, part })
}

/** The displayed name of an api root: `calendar.example`, `file:demo.db`. */
export function displayNameOf(api_root: string): string {
  if (api_root.startsWith('file:')) return `file:${basename(api_root.slice('file:'.length))}`
  return /^https?:/i.test(api_root) && URL.canParse(api_root) ? new URL(api_root).host : api_root
}
