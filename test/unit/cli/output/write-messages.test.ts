// Warnings when a service stored something other than what was sent.
import { openInMemory } from '../../../support/open-calendar.ts'
import { describe, expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { friday } from '../../../support/calendar.ts'
import { json } from '../../../support/recording.ts'

/** The messages without the line that says how to undo. */
function messages({ stderr }: { readonly stderr: string }): string {
  return stderr.replace(/^(to undo|Rückgängig machen): .*\n/m, '')
}

const category = { id: 12, name: 'Jazz', slug: 'jazz', parent: 2, description: '' }

describe('an update', () => {
  const stubborn = () =>
    serveExchange(async ({ path }) => json(200, { ...category, id: Number(path.split('/').at(-1)) }))

  it('warns about each field that the service stored differently', async () => {
    const { cal } = await stubborn()
    expect(
      messages(
        await cal(
          "categories update 12 --parent 3 --name Jazz --description 'a long one: 123456789 123456789 123456789 123456789 123456789'",
        ),
      ),
    ).toBe(
      'warning: description of 12: sent "a long one: 123456789 123456789 123456789 123456789 12345678…", but the service stored nothing\nwarning: parent of 12: sent 3, but the service stored 2\nUpdated category 12 "Jazz"\n',
    )
    expect(messages(await cal('categories update 12 --slug blues --only-given --lang de'))).toBe(
      'Warnung: slug von 12: gesendet wurde „blues“, gespeichert ist „jazz“\nKategorie 12 „Jazz“ geändert\n',
    )
  })

  it('says in words that an event is scheduled', async () => {
    const event = { id: 5, title: 'Jazz', status: 'future' }
    const { cal } = await serveExchange(async () => json(200, event))
    const line = (lang: string) => cal(`events update 5 --title Blues --only-given --lang ${lang}`).then(messages)
    expect(await line('en')).toContain('event 5 "Jazz" · scheduled')
    expect(await line('de')).toContain('5 „Jazz“ geändert · geplant')
  })

  it('has no warning if the value was stored', async () => {
    const { cal } = await stubborn()
    expect(messages(await cal('categories update 12 --parent 2 --name jazz'))).toBe(
      'warning: name of 12: sent "jazz", but the service stored "Jazz"\nUpdated category 12 "Jazz"\n',
    )
    expect(messages(await cal('categories update 12 --parent 2'))).toBe('Unchanged: category 12 "Jazz"\n')
  })
})

describe('a deployed service', () => {
  it('causes warnings by keeping a venue and changing a slug', async () => {
    const calendar = await openInMemory('quirks', {
      timezone: 'Europe/Berlin',
      now: () => friday,
    })
    const { cal } = await serveExchange(calendar.exchange)
    await cal('venues create --name Hall')
    const event =
      "events create --title 'R & D \"live\"' --slug rd --start-date 2027-03-01T10:00+01:00 --duration 90m --timezone Europe/Berlin --venue Hall --cost '10 €' --description 'One -- two' --website 'https://e.example/?a=1&b=2'"
    expect(messages(await cal(event))).toBe(
      'Created event 5 "R & D “live”" · Mon 1 Mar 2027, 10:00–11:30 (Europe/Berlin) · Hall · https://e.example/?a=1&b=2 · http://calendar.example/event/rd/\n',
    )
    expect(messages(await cal(event))).toBe(
      'warning: slug of 6: sent "rd", but the service stored "rd-2"\nCreated event 6 "R & D “live”" · Mon 1 Mar 2027, 10:00–11:30 (Europe/Berlin) · Hall · https://e.example/?a=1&b=2 · http://calendar.example/event/rd-2/\n',
    )
    expect(messages(await cal('events update 5 --unset venue'))).toBe(
      'warning: venue of 5: sent nothing, but the service stored 4\nUpdated event 5 "R & D “live”" · Mon 1 Mar 2027, 10:00–11:30 (Europe/Berlin) · Hall · https://e.example/?a=1&b=2 · http://calendar.example/event/rd/\n',
    )
    await calendar.close()
  })
})
