// The keys by which rows of the input and records of a service are matched.
import { describe, expect, it } from 'vitest'
import { keysOf, keysOfRecord, lookupKeysOf, matchOf, slugOfUid } from '../../../../src/bulk/matching/keys.ts'

const jazz = { title: 'Jazz & Blues', start_date: '2027-03-01 20:00:00' }
const by_name = 'title=jazz & blues&start_date=2027-03-01 20:00:00'
/** The first twelve digits of the SHA-256 of `a@x`. */
const mark = 'bd39e6feafd8'

describe('matchOf', () => {
  it('reads fields of any kind, and id, slug, uid and name', () => {
    expect(matchOf(' title + start_date+')).toEqual(['title', 'start_date'])
    expect(['id', 'slug', 'uid', 'name', 'venue+city'].map(matchOf)).toEqual([
      ['id'],
      ['slug'],
      ['uid'],
      ['name'],
      ['venue', 'city'],
    ])
  })

  it.each([
    ['title+colour', '--match: unknown field "colour"'],
    ['', '--match: unknown field ""'],
    [' + ', '--match: unknown field " + "'],
    ['title+venue', '--match: no records can be matched by title+venue'],
    ['title+city', '--match: no records can be matched by title+city'],
    ['cost', '--match: no records can be matched by cost'],
    ['title+id', '--match: id cannot be combined with other fields: title+id'],
    ['uid+start_date', '--match: uid cannot be combined with other fields: uid+start_date'],
  ])('refuses %j', (text, message) => {
    expect(() => matchOf(text)).toThrow(message)
  })
})

describe('the keys of a row', () => {
  it.each([
    [
      'an event with a uid: nothing else',
      { kind: 'events', values: { ...jazz, slug: 'jazz' }, uid: 'a@x' },
      [`uid:${mark}`],
    ],
    [
      'an event with a slug: also that of an event that got another number',
      { kind: 'events', values: { ...jazz, slug: 'Jazz' } },
      ['slug=jazz', `renumbered slug=jazz&${by_name}`],
    ],
    ['an event: title and start', { kind: 'events', values: jazz }, [by_name]],
    ['an event without a start: none', { kind: 'events', values: { title: 'Jazz' } }, []],
    [
      'a whole day: without its time',
      { kind: 'events', values: { title: 'Jazz', start_date: '2027-03-01 00:00:00' } },
      ['title=jazz&start_date=2027-03-01'],
    ],
    [
      'a venue: slug, then name',
      { kind: 'venues', values: { venue: 'Die Halle', slug: 'halle' } },
      ['slug=halle', 'venue=die halle'],
    ],
    [
      'an organizer: slug, then name',
      { kind: 'organizers', values: { organizer: 'Chor', slug: 'der-chor' } },
      ['slug=der-chor', 'organizer=chor'],
    ],
    [
      'a category: name below its parent',
      { kind: 'categories', values: { name: 'Music', parent: 4 } },
      ['name=music&parent=4'],
    ],
    ['a category without a parent', { kind: 'categories', values: { name: 'Music' } }, ['name=music&parent=0']],
    ['a tag: its name', { kind: 'tags', values: { name: 'Red' } }, ['name=red']],
  ] as const)('%s', (_, row, keys) => {
    expect([...keysOf(row, undefined)]).toEqual(keys)
  })

  it.each([
    ['id', { kind: 'events', values: jazz, id: 7 }, ['id:7']],
    ['id, which the row lacks: as without --match', { kind: 'events', values: jazz }, [by_name]],
    ['uid', { kind: 'events', values: jazz, uid: 'a@x' }, [`uid:${mark}`]],
    ['uid, which the row lacks: as without --match', { kind: 'events', values: jazz }, [by_name]],
    ['name', { kind: 'venues', values: { venue: 'Halle', slug: 'x' } }, ['venue=halle']],
    ['title+start_date', { kind: 'events', values: { ...jazz, slug: 'x' }, uid: 'a@x' }, [by_name]],
    ['title+website, which the row lacks: as without --match', { kind: 'events', values: jazz }, [by_name]],
    ['title+start_date, which venues do not have', { kind: 'venues', values: { venue: 'Halle' } }, ['venue=halle']],
  ] as const)('by --match %s', (match, row, keys) => {
    expect([...keysOf(row, matchOf(match.replace(/[,:].*/, '')))]).toEqual(keys)
  })

  it('of a venue include the slug of a record whose name a password hides; those of an event do not', () => {
    expect(lookupKeysOf({ kind: 'venues', values: { venue: 'Die Halle' } }, undefined)).toEqual([
      'venue=die halle',
      'hidden=die-halle',
    ])
    expect(lookupKeysOf({ kind: 'organizers', values: { organizer: 'Chor' } }, undefined)).toEqual([
      'organizer=chor',
      'hidden=chor',
    ])
    expect(lookupKeysOf({ kind: 'events', values: jazz }, undefined)).toEqual([by_name])
  })
})

describe('the keys of a record', () => {
  it('are slug, name and id', () => {
    const record = { ...jazz, title: 'Jazz &amp; Blues', id: 9, slug: 'jazz-blues', all_day: false }
    expect(keysOfRecord('events', record, undefined)).toEqual(['slug=jazz-blues', by_name, 'id:9'])
  })

  it('include the uid from the slug, also with the number of a taken one', () => {
    for (const slug of [`jazz-u${mark}`, `jazz-u${mark}-2`])
      expect(keysOfRecord('events', { id: 9, slug }, undefined)).toContain(`uid:${mark}`)
    expect(['Jazz', 'Łódź, Straße'].map((title) => slugOfUid(title, 'a@x'))).toEqual(
      ['jazz', 'odz-strasse'].map((words) => `${words}-u${mark}`),
    )
    expect(keysOfRecord('events', { id: 9, slug: `jazz-u${mark}0` }, undefined)).not.toContain(`uid:${mark}`)
  })

  it('include the fields of --match, once', () => {
    const venue = { id: 5, slug: 'halle', venue: 'Halle', city: 'Köln' }
    expect(keysOfRecord('venues', venue, ['city', 'name'])).toEqual([
      'slug=halle',
      'venue=halle',
      'city=köln&venue=halle',
      'id:5',
    ])
    for (const match of [['name'], ['id'], ['uid']])
      expect(keysOfRecord('venues', venue, match)).toEqual(['slug=halle', 'venue=halle', 'id:5'])
  })

  it('include the slug as the name that a password hides', () => {
    expect(keysOfRecord('venues', { id: 5, slug: 'die-halle', venue: [] }, undefined)).toEqual([
      'slug=die-halle',
      'hidden=die-halle',
      'id:5',
    ])
  })
})
