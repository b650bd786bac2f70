// What others write while a question is open is neither overwritten nor deleted.
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { openInMemory } from '../../../support/open-calendar.ts'
import { serveExchange } from '../../../support/exchange-server.ts'
import { noon } from '../../../support/runtime.ts'
import { newWorkspace } from '../../../support/workspace.ts'

const head = 'title,start_date,end_date,description\n'
const rows = (names: string, words: string) =>
  [...names].map((name, i) => `${name},2027-01-0${i + 1} 10:00,2027-01-0${i + 1} 11:00,${words}\n`).join('')

/** Lines that change or delete A and B, what is written before, and B afterwards. */
const lines = [
  ['import b.csv --on-existing update', 'import a.csv', 'New'],
  ['apply -f none.yaml --prune', 'apply -f all.yaml', undefined],
  ['events update --where search=words --description New', 'import a.csv', 'New'],
  ['events update a b --description New', 'import a.csv', 'New'],
  ['events delete a b', 'import a.csv', undefined],
  ['history undo --force', 'import a.csv && import b.csv --on-existing update --yes', 'Words'],
  ['history undo', 'import a.csv && import b.csv --on-existing update --yes', 'Words'],
] as const

it.each(
  (['standard', 'quirks'] as const).flatMap((mode) => lines.map(([line, before, b]) => ({ mode, line, before, b }))),
)('$line in $mode mode', async ({ mode, line, before, b }) => {
  const { exchange } = await openInMemory(mode, {
    authenticate: () => async () => ({ id: 1, login: 'ada', role: 'administrator' }),
  })
  const { api_root } = await serveExchange(exchange)
  const { cal, json, write } = newWorkspace()
  let second = 0
  const run = async (words: string, stdin?: Readable) =>
    cal(words, {
      now: noon + 1000 * second++,
      env: { CAL_API_ROOT: api_root },
      ...(stdin && { stdin, terminal: true }),
    })
  write('a.csv', head + rows('AB', 'Words'))
  write('b.csv', head + rows('ABC', 'New'))
  const [one, two] = ['A', 'B'].map((title) => `{title: ${title}, slug: ${title.toLowerCase()}, start: 2027-01-01}`)
  write('all.yaml', `calendar: x\nevents: [${one}, ${two}]\n`)
  write('none.yaml', 'calendar: x\ntags: [{name: Z}]\n')
  for (const words of before.split(' && ')) expect(await run(words)).toMatchObject({ code: 0 })
  const answer = Readable.from(
    (async function* () {
      expect(await run('events update a --description Edited')).toMatchObject({ code: 0 })
      await run('events create --title C --description Own --start-date 2027-01-03T10:00 --end-date 2027-01-03T11:00')
      yield 'y\n'
    })(),
  )
  expect((await run(line, answer)).stderr).toMatch(/changed (after the plan was shown|since the run)|edited since/)
  const events = (await json(`events list --any-date --api-root ${api_root}`)) as {
    title: string
    description: string
  }[]
  const shown = (title: string) => events.find((event) => event.title === title)?.description.replace(/<.?p>\n?/g, '')
  expect(['A', 'B', 'C'].map(shown)).toEqual(['Edited', b, 'Own'])
})
