// Sends the requests behind a page with the rights of its reader; the URL and the command line of a request.
import type { Exchange, Headers, WebRequest } from '../../base/exchange.ts'
import { isObject, type JsonObject, objectsOf, parsedJson } from '../../base/json.ts'
import type { Language } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { pagesInOrder, per_page_max, totalsOf } from '../../spec/lists.ts'
import type { Plural } from '../../spec/model.ts'
import { queryOf, type QueryParts, withQuery } from './address.ts'
import { errorOfResponse, PageError } from './page-error.ts'

export interface ApiAddress {
  /** Relative to the api root. */
  readonly path: string
  readonly query: QueryParts
}

interface ReaderOptions {
  readonly exchange: Exchange
  readonly request: WebRequest
  readonly language: Language
  /** Whether the reader's credentials are passed on. */
  readonly isSignedIn: boolean
}

export type Reader = ReturnType<typeof readerOf>

/** A list, or a part of it. */
export interface ListedRecords {
  readonly records: readonly JsonObject[]
  readonly total: number
  readonly total_pages: number
}

/** Reads records and lists for one page. */
export function readerOf({ exchange, request, language, isSignedIn }: ReaderOptions) {
  const states = new Set<string | undefined>()
  const { authorization = '' } = request.headers
  const headers: Headers = {
    accept: 'application/json',
    'accept-language': language,
    ...(isSignedIn && { authorization }),
  }
  return {
    /** The state of the calendar in which all responses were read; undefined if one was not cached. */
    validAt: () => (states.size === 1 ? [...states][0] : undefined),
    /** Errors: `PageError` of the response. */
    get: async ({ path, query }: ApiAddress): Promise<JsonObject> => {
      const response = await exchange({
        method: 'GET',
        path,
        query: queryOf(query),
        headers,
        ...(request.from !== undefined && { from: request.from }),
        ...(request.signal && { signal: request.signal }),
      })
      states.add(response.valid_at)
      if (response.status !== 200) throw errorOfResponse(response)
      const value = parsedJson(response.body)
      if (!isObject(value)) throw errorOfResponse({ ...response, status: 502, body: '' })
      return value
    },
  }
}

/** One page of a list. */
export async function listAt(reader: Reader, plural: Plural, query: QueryParts): Promise<ListedRecords> {
  const list = await reader.get({ path: `/${plural}`, query })
  const { total = 0, total_pages = 0 } = totalsOf(list, {})
  return { records: objectsOf(list[plural]), total, total_pages }
}

/** Maximum number of pages of a list that are read for one page of the calendar. */
const pages_max = 20
/** With the page that is read, four requests at the same time. */
const ahead_max = 3

/** All records of a list, up to 1,000. */
export async function listAll(reader: Reader, plural: Plural, query: QueryParts): Promise<ListedRecords> {
  const pageAt = (page: number) =>
    listAt(reader, plural, { ...query, per_page: per_page_max, page: page === 1 ? undefined : page })
  const lists: ListedRecords[] = []
  for await (const { found } of pagesInOrder(pageAt, { last_max: pages_max, ahead_max })) if (found) lists.push(found)
  const [{ total = 0, total_pages = 0 } = {}] = lists
  return { records: lists.flatMap(({ records }) => records), total, total_pages }
}

/** The result, or undefined for a list or a record that does not exist or that the reader may not see. */
export async function orUndefined<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof PageError && error.status < 500) return undefined
    throw error
  }
}

/** The URL of a request for users; the api root can contain a query itself. */
export function apiUrl(api_root: string, { path, query }: ApiAddress): string {
  return withQuery(`${api_root}${path}`, query)
}

/** The arguments of the command for a list. */
export function listCommand(query: QueryParts): readonly string[] {
  return ['events', 'list', ...flagsOf(query)]
}

/** The flags for the parameters of a list. */
export function flagsOf(query: QueryParts): readonly string[] {
  return Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : flagArguments(name, value)))
}

function flagArguments(name: string, value: string | number | true): readonly string[] {
  const flag = `--${name.replaceAll('_', '-')}`
  if (value === true) return [flag]
  const text = String(value)
  return text.startsWith('-') ? [`${flag}=${text}`] : [flag, text]
}

/** `cal events list --api-root … --search 'jazz & wine'` for a POSIX shell. */
export function commandLine(api_root: string, words: readonly string[]): string {
  return ['cal', ...words.slice(0, 2), '--api-root', api_root, ...words.slice(2)].map(shellWord).join(' ')
}
