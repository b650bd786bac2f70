// What searches in PostgreSQL read of an event, and phrases in it.
import { describe, expect, it } from 'vitest'
import { countNewEvents } from '../../../../../src/server/storage/postgres/lists/event-counts.ts'
import { openPostgresStore } from '../../../../../src/server/storage/postgres/postgres-store.ts'
import { folded } from '../../../../../src/server/storage/search-text.ts'
import { newRecordedCalendar } from '../../../../support/postgres.ts'
import { event } from '../../../../support/store-records.ts'

async function newCalendar() {
  const { client, connection } = await newRecordedCalendar()
  const { event: events } = openPostgresStore(connection, 'utc')
  const wordsOf = async (...texts: readonly string[]) => {
    const [title, description = '', excerpt = ''] = texts
    const id = await events.insert(event({ title: title ?? '', description, excerpt }))
    return connection.value('SELECT words FROM event WHERE id = $1', id)
  }
  const visible = { clock: 'utc', statuses: ['publish'], hidden: true, search_protected: true } as const
  const found = async (words: readonly string[], without: readonly string[] = []) =>
    (await events.select({ ...visible, search: { words, without } }, { offset: 0, limit: 1000 })).ids
  return { client, connection, events, wordsOf, found }
}

describe('the words of an event', () => {
  it('are stored once each, in lower case', async () => {
    const { wordsOf } = await newCalendar()
    expect(await wordsOf('Jazz Night', 'All night: Jazz, jazz and\nmore jazz', 'A jazz night')).toBe(
      '\u001f jazz night a all night: jazz, and\nmore ',
    )
  })

  it.each(['accents: ü ü', 'a tab:\t\t a a', 'no character:\0 a a', 'a sign: … a a'])(
    'are the whole text, folded, if it is not ASCII: %j',
    async (text) => {
      const { wordsOf } = await newCalendar()
      expect(await wordsOf('T', text)).toBe(`t\u001f${folded(text)}`)
      expect(await wordsOf(text, 'T')).toBe(`${folded(text)}\u001ft`)
      expect(await wordsOf('T', 'T', text)).toBe(`t\u001f${folded(text)}\u001ft`)
    },
  )
})

describe('a phrase', () => {
  it('is found in the fields, not among the stored words', async () => {
    const { events, found } = await newCalendar()
    const add = (title: string, description: string) => events.insert(event({ title, description }))
    const [first, second, third] = [
      await add('Jazz band', 'night by night'),
      await add('Night', 'a jazz, band and jazz bands'),
      await add('Band', 'the fête Jazz Band'),
    ]
    await add('Jazz', 'Band')
    await add('Band', 'jazz')
    expect(await found(['jazz band'])).toEqual([first, second, third])
    expect(await found(['jazz band', 'night'])).toEqual([first, second])
    expect(await found(['night'], ['Jazz Band'])).toEqual([])
    expect(await found(['night'], ['night by'])).toEqual([second])
    expect(await found(['by night', 'night by'])).toEqual([first])
    expect(await found([' night', 'night  by'])).toEqual([])
    expect(await found([' band'])).toEqual([first, second, third])
    expect(await found([' '])).toHaveLength(3)
  })

  it('is found with all kinds of characters', async () => {
    const { connection, events, found } = await newCalendar()
    const characters = Array.from({ length: 0x200 - 0x21 }, (_, i) => String.fromCodePoint(0x21 + i))
    const texts = [...characters, '„', '“', '–', '…', '€', '🎉', '❤️', 'ẞ', '\t', '\r', '\n', '\u2028'].map(
      (one) => `left ${one}x right`,
    )
    const ids: number[] = []
    for (const description of texts) ids.push(await events.insert(event({ title: 'T', description })))
    await countNewEvents(connection)
    for (const text of texts)
      expect(await found([text]), text).toEqual(ids.filter((_, i) => folded(texts[i] ?? '').includes(folded(text))))
  })
})
