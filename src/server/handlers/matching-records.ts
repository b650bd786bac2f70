// The records of a list, including the ways in which quirks mode finds others.
import { utcWall } from '../../base/dates/zoned-time.ts'
import { quirk } from '../quirks/quirks.ts'
import type { ListPart } from '../domain/lists/page.ts'
import type {
  EventSelection,
  FoundRecords,
  PlaceSelection,
  ListSlice,
  TermSelection,
} from '../domain/lists/selection.ts'
import { statuses } from '../domain/status.ts'
import type { Call, ServiceContext } from './handler.ts'
import type { PlaceKind } from './writes/places.ts'

const everything: ListSlice = { offset: 0, limit: Number.MAX_SAFE_INTEGER }
/** How many upcoming events quirks mode looks at. */
const coming_events_max = 10

/** In quirks mode visitors get events by `include` in the order of the ids. Source: interface 16.2. */
export function foundEvents(
  selection: EventSelection,
  page: ListPart,
  { store, settings }: Pick<ServiceContext, 'store' | 'settings'>,
): FoundRecords {
  const { include, statuses: shown } = selection
  if (!include || shown.length > 1 || !quirk(settings, 'include_orders_events_for_visitors'))
    return store.event.select(selection, page)
  const { ids, total } = store.event.select(selection, { offset: 0, limit: include.length })
  const asked = ids.toSorted((a, b) => include.indexOf(a) - include.indexOf(b))
  return { ids: asked.slice(page.offset, page.offset + page.limit), total }
}

export function foundPlaces(
  kind: PlaceKind,
  selection: PlaceSelection,
  page: ListPart,
  { service }: Pick<Call<unknown>, 'service'>,
): FoundRecords {
  const { store, settings } = service
  const { search, ...all } = selection
  if (search?.words.length === 0)
    return {
      ids: [],
      total: quirk(settings, 'empty_searches_count_all') ? store[kind].select(all, page).total : 0,
    }
  if (selection.upcoming && quirk(settings, 'only_ten_upcoming_events_count'))
    return atComingEvents(kind, selection, page, service)
  const found = store[kind].select(selection, page)
  if (!search || !quirk(settings, 'empty_searches_count_all')) return found
  const hasHit = found.total > 0 || store[kind].select({ statuses, search }, page).total > 0
  return hasHit ? found : { ids: [], total: store[kind].select(all, page).total }
}

/** The venues or organizers of the first ten upcoming events. Source: interface 16.2. */
function atComingEvents(
  kind: PlaceKind,
  { upcoming, ...selection }: PlaceSelection,
  page: ListPart,
  { store, now }: ServiceContext,
): FoundRecords {
  const coming = {
    clock: 'utc',
    start_from: utcWall(now()),
    statuses: upcoming?.statuses ?? [],
    search_protected: true,
    hidden: true,
  } as const
  const events = store.event
    .select(coming, { offset: 0, limit: coming_events_max })
    .ids.flatMap((id) => store.event.get(id) ?? [])
  const named = new Set(events.flatMap((event) => event[kind]))
  const ids = store[kind].select(selection, everything).ids.filter((id) => named.has(id))
  return { ids: ids.slice(page.offset, page.offset + page.limit), total: ids.length }
}

/** In quirks mode lists contain parents without events of their own, uncounted. Source: interface Q40. */
export function foundTerms(
  selection: TermSelection,
  page: ListPart,
  { store: { terms }, settings }: ServiceContext,
): FoundRecords {
  const found = terms.select(selection, page)
  if (selection.taxonomy === 'tag' || !selection.hide_empty || !quirk(settings, 'unused_parents_are_listed'))
    return found
  const isUsed = (id: number) => terms.withDescendants([id]).some((below) => terms.count(below) > 0)
  const ids = terms.select({ ...selection, hide_empty: false }, everything).ids.filter(isUsed)
  return { ids: ids.slice(page.offset, page.offset + page.limit), total: found.total }
}
