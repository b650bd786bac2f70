// Realistic generated records: `cal seed --generate events=1000,venues=20`.
import type { JsonObject } from '../../base/json.ts'
import { daysLater } from '../../base/dates/days.ts'
import type { Plural } from '../../spec/model.ts'
import { plurals_by_need } from '../../spec/resources.ts'
import type { Entry } from '../input/entry.ts'
import { type RandomSource, randomItem } from './computed-values.ts'

/** The number of records of each kind. */
export type GeneratedCounts = Readonly<Partial<Record<Plural, number>>>

export interface GenerateOptions {
  readonly counts: GeneratedCounts
  readonly random: RandomSource
  /** Events begin in the year after this day. */
  readonly from: string
  /** undefined for the calendar's own zone. */
  readonly timezone: string | undefined
}

const cities = [
  'Ulm, Germany',
  'Graz, Austria',
  'Basel, Switzerland',
  'Leeds, United Kingdom',
  'Porto, Portugal',
] as const
const places = ['Town Hall', 'Library', 'Old Brewery', 'Harbour Stage', 'Museum', 'Market Square', 'Theatre'] as const
const groups = ['Choir', 'Film Club', 'Hiking Group', 'Jazz Society', 'Repair Café', 'Chess Club'] as const
const first_names = ['Anna', 'Ben', 'Clara', 'David', 'Emma', 'Felix', 'Greta', 'Henry', 'Ida', 'Jonas'] as const
const subjects = ['Jazz', 'Poetry', 'Chamber music', 'Local history', 'Astronomy', 'Pottery', 'Folk dance'] as const
const forms = ['evening', 'workshop', 'for beginners', 'in the park', 'festival', 'open rehearsal', 'talk'] as const
const topics = ['Music', 'Film', 'Science', 'Outdoors', 'Crafts', 'Dance', 'Literature', 'Games'] as const
const words = ['free', 'family', 'indoors', 'outdoors', 'weekend', 'evening', 'members', 'registration'] as const

/** The same records for the same random numbers; the key of each event is its slug. */
export function* generateRecords({ counts, random, from, timezone }: GenerateOptions): Iterable<Entry> {
  const pick: Pick = (list) => randomItem(list, random) ?? list[0]
  const some = (kind: Plural) => (counts[kind] ? [`${kind}-${1 + Math.floor(random() * counts[kind])}`] : [])
  for (const kind of plurals_by_need) {
    for (let n = 1; n <= (counts[kind] ?? 0); n++) {
      const key = `${kind}-${n}`
      const values = valuesOf(kind, { n, key, pick, some, random, from, timezone })
      yield { kind, values: { key, ...values }, original: values, location: { file: '--generate', line: n } }
    }
  }
}

/** Returns a random item of a non-empty list. */
type Pick = <L extends readonly [string, ...string[]]>(list: L) => L[number]

interface One extends Omit<GenerateOptions, 'counts'> {
  readonly n: number
  readonly key: string
  readonly pick: Pick
  readonly some: (kind: Plural) => readonly string[]
}

function valuesOf(kind: Plural, one: One): JsonObject {
  const { n, key, pick } = one
  switch (kind) {
    case 'categories':
      return { name: `${topics[(n - 1) % topics.length]}${n > topics.length ? ` ${n}` : ''}`, slug: `seed-${key}` }
    case 'tags':
      return { name: `${words[(n - 1) % words.length]}${n > words.length ? ` ${n}` : ''}`, slug: `seed-${key}` }
    case 'venues': {
      const [city = '', country = ''] = pick(cities).split(', ')
      return {
        venue: `${city} ${pick(places)} ${n}`,
        address: `${1 + Math.floor(one.random() * 99)} Main Street`,
        city,
        country,
      }
    }
    case 'organizers':
      return { organizer: `${pick(first_names)}'s ${pick(groups)} ${n}`, email: `organizer-${n}@example.org` }
    case 'events':
      return eventValues(one)
  }
}

function eventValues({ n, key, pick, some, random, from, timezone }: One): JsonObject {
  const day = daysLater(from, Math.floor(random() * 365))
  const hour = 9 + Math.floor(random() * 12)
  const start = `${day} ${String(hour).padStart(2, '0')}:${pick(['00', '30'])}:00`
  return {
    title: `${pick(subjects)} ${pick(forms)}`,
    slug: `seed-${key}`,
    start_date: start,
    end_date: start.replace(/\d\d(?=:\d\d:)/, String(hour + 1 + Math.floor(random() * 2)).padStart(2, '0')),
    ...(timezone === undefined ? {} : { timezone }),
    description: `Number ${n} of the generated events: ${pick(subjects).toLowerCase()}, ${pick(forms)}.`,
    cost: pick(['', '', '5', '12.50', '10 - 20']),
    featured: random() < 0.05,
    venue: some('venues'),
    organizer: some('organizers'),
    categories: some('categories'),
    tags: some('tags'),
  }
}
