// `cal apply --prune` of random versions of a calendar file, beside events that people make: a second run sends
// nothing, and nothing is deleted that the file or an event of another person uses.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newWorkspace } from '../support/workspace.ts'

const runs = Number(process.env.CAL_RUNS ?? 3)

const name = (letter: string) => fc.constantFrom(`${letter}1`, `${letter}2`, `${letter}3`)
const event = fc.record({
  title: fc.constantFrom('Mass', 'Choir', 'Fair', 'Trip'),
  venue: fc.option(name('V'), { nil: undefined }),
  organizer: fc.option(name('O'), { nil: undefined }),
  category: fc.option(fc.constantFrom('C1', 'C2', 'C1 > C3', 'C2 > C4'), { nil: undefined }),
  tag: fc.option(name('T'), { nil: undefined }),
})
const version = fc.uniqueArray(event, { minLength: 1, maxLength: 4, selector: ({ title }) => title })
const drawn = fc.record({
  versions: fc.array(version, { minLength: 1, maxLength: 4 }),
  by_hand: fc.array(event, { maxLength: 2 }),
})

type Event = typeof event extends fc.Arbitrary<infer T> ? T : never

function fileOf(events: readonly Event[]): string {
  const rows = events.map(({ title, venue, organizer, category, tag }, i) =>
    JSON.stringify({
      key: title.toLowerCase(),
      title,
      start: `2027-03-0${i + 1} 10:00`,
      ...(venue && { venue }),
      ...(organizer && { organizer: [organizer] }),
      ...(category && { categories: [category] }),
      ...(tag && { tags: [tag] }),
    }),
  )
  return `calendar: parish\ntimezone: Europe/Berlin\ndefaults: {duration: 1h}\nevents:\n${rows.map((row) => `  - ${row}\n`).join('')}`
}

type Linked = { readonly id: number; readonly [field: string]: unknown }

it('deletes nothing that is used, and nothing at all the second time', {
  timeout: 240_000 + runs * 5_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ versions, by_hand }) => {
      const { cal, json, write } = newWorkspace()
      const apply = (options = '--yes') => cal(`apply -f a.yaml --create-missing --prune ${options}`)
      const used = async () => {
        const events = (await json('events list --any-date --all')) as readonly Linked[]
        return events.map((one) => [
          one.title,
          [one.venue].flat().map((place) => (place as { venue?: string } | undefined)?.venue),
          [one.organizer, one.categories, one.tags].map((links) => [links].flat().map((link) => nameOf(link))),
        ])
      }
      for (const [i, events] of versions.entries()) {
        write('a.yaml', fileOf(events))
        expect(await apply()).toMatchObject({ code: 0 })
        if (i === 0)
          for (const { title, venue, category, tag } of by_hand) {
            const links = [venue && `--venue ${venue}`, category && '--categories C1', tag && `--tags ${tag}`]
            const flags = links.filter((flag) => flag !== undefined && flag !== '').join(' ')
            await cal(`events create --title 'Own ${title}' --start-date 2027-04-01 --all-day ${flags}`)
          }
        const before = await used()
        for (let again = 0; again < 2; again++) expect((await apply()).stderr).toMatch(/^[^;\n]+ unchanged$/m)
        expect(await used()).toEqual(before)
        expect((await cal('diff -f a.yaml --prune --exit-code')).code).toBe(0)
        const of_file = before.filter(([title]) => !String(title).startsWith('Own'))
        expect(of_file.map(([title]) => title).toSorted()).toEqual(events.map(({ title }) => title).toSorted())
        for (const { title, venue, category } of events) {
          const [, venues, [, categories]] = of_file.find(([one]) => one === title) as [string, unknown[], unknown[][]]
          if (venue !== undefined) expect(venues).toContain(venue)
          if (category !== undefined) expect(categories).toContain(category.split(' > ').at(-1))
        }
      }
    }),
    { numRuns: runs },
  )
})

function nameOf(link: unknown): unknown {
  const record = (link ?? {}) as Readonly<Record<string, unknown>>
  return record.organizer ?? record.name
}
