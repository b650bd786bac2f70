// Parses the record argument of a command: an id, a slug, or a URL copied from a browser.
import { CalError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import { percentDecoded } from '../../base/text/untrusted-text.ts'
import type { Plural, PostPlural } from '../../spec/model.ts'
import { resourceNamed, resources } from '../../spec/resources.ts'

export type RecordTarget =
  | { readonly kind: 'id'; readonly id: number }
  | { readonly kind: 'slug'; readonly slug: string }

export interface TargetContext {
  readonly plural: Plural
  readonly api_root: string
}

/**
 * `12`, `id:12`, `my-slug`, `slug:2026`, `https://…/event/my-slug/`, `https://…/events/12`.
 *
 * Errors: `usage` for a URL of another site or another kind of record, and for any other text.
 */
export function targetOf(text: string, place: TargetContext): RecordTarget {
  const word = text.trim()
  if (/^https?:\/\//i.test(word)) return addressed(word, place)
  const [, prefix, rest = ''] = /^(id|slug):(.*)$/s.exec(word) ?? []
  if (prefix === 'slug') return slugTarget(rest, text)
  if (/^\d+$/.test(prefix === 'id' ? rest : word)) return idTarget(prefix === 'id' ? rest : word)
  if (prefix === 'id') throw notTarget(text)
  return slugTarget(word, text)
}

function idTarget(digits: string): RecordTarget {
  const id = Number(digits)
  if (!Number.isSafeInteger(id)) throw notTarget(digits)
  return { kind: 'id', id }
}

function slugTarget(slug: string, typed: string): RecordTarget {
  if (slug === '' || slug.includes('/')) throw notTarget(typed)
  return { kind: 'slug', slug: percentDecoded(slug) }
}

function addressed(text: string, { plural, api_root }: TargetContext): RecordTarget {
  if (!URL.canParse(text)) throw notTarget(text)
  const url = new URL(text)
  if (URL.canParse(api_root) && /^https?:/.test(api_root) && new URL(api_root).origin !== url.origin) {
    throw new CalError('usage', t('{text} is not a URL of {origin}', { text, origin: new URL(api_root).origin }), {
      hint: t('specify the id or slug, or another --api-root'),
    })
  }
  const plain = plainAddress(url, plural, text)
  if (plain) return plain
  const segments = (url.searchParams.get('rest_route') ?? url.pathname).split('/').filter((segment) => segment !== '')
  const last = segments.at(-1) ?? ''
  const before =
    segments
      .slice(0, -1)
      .filter((segment) => segment !== 'by-slug')
      .at(-1) ?? ''
  checkKind(resourceNamed(before)?.plural, plural, text)
  return /^\d+$/.test(last) && segments.at(-2) === plural ? idTarget(last) : slugTarget(last, text)
}

/** Query parameters that name a record on sites without pretty permalinks. */
const query_kinds: Readonly<Record<string, Plural>> = {
  tribe_events: 'events',
  tribe_venue: 'venues',
  tribe_organizer: 'organizers',
  tribe_events_cat: 'categories',
  tag: 'tags',
}

/** `?tribe_venue=city-hall`, `?p=77`, `?post_type=tribe_events&p=77`; undefined if the path names the record. */
function plainAddress({ searchParams }: URL, plural: Plural, text: string): RecordTarget | undefined {
  const type = query_kinds[searchParams.get('post_type') ?? '']
  if (type) checkKind(type, plural, text)
  const [id] = [searchParams.get('p'), searchParams.get('page_id')].filter(
    (value) => value !== null && /^\d+$/.test(value),
  )
  if (id) return idTarget(id)
  const name = Object.keys(query_kinds).find((key) => searchParams.get(key))
  if (name === undefined) return undefined
  checkKind(query_kinds[name], plural, text)
  return slugTarget(searchParams.get(name)?.split('/').at(-1) ?? '', text)
}

/** Errors: `usage` if the URL names another kind of record. */
function checkKind(named: Plural | undefined, plural: Plural, text: string): void {
  if (named === undefined || named === plural) return
  const kind = resources[named]
  throw new CalError('usage', t('{text} is the URL of another kind of record: {title}', { text, title: kind.title }), {
    hint: t('use cal {plural} instead', { plural: kind.plural }),
  })
}

function notTarget(text: string): CalError {
  return new CalError('usage', t('"{text}" does not identify a record', { text }), {
    hint: t('specify an id, a slug, id:12, slug:2026 or a URL'),
  })
}

/** Whether the interface has a route by slug: for posts, not for terms. */
export function hasSlugRoute(plural: Plural): plural is PostPlural {
  return resources[plural].family === 'post'
}
