// Values that no service can mean end the command with 2 before anything is sent.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const dates = '--start-date 2027-01-01 --end-date 2027-01-01'

it.each([
  ['events list --page 0', '--page needs a positive whole number, not "0"'],
  ['venues list --per-page 0', '--per-page needs a positive whole number, not "0"'],
  ['tags list --page -1', '--page needs a positive whole number, not "-1"'],
  ["events list --search ''", '--search needs non-empty text, not ""'],
  ["events list --venue ''", '--venue needs at least one id or name, not ""'],
  ['tags list --order up', '--order needs asc or desc, not "up"'],
  ['categories list --orderby nme', '--orderby needs one of name, id, term_id,'],
  ['events list --geoloc-lat 91 --geoloc-lng 9', '--geoloc-lat needs a latitude from -90 to 90, not "91"'],
  [
    `events create --title A ${dates} --timezone Mars/City`,
    '--timezone needs a zone such as Europe/Berlin or UTC+2, not "Mars/City"',
  ],
  [`events create --title ' ' ${dates}`, '--title needs non-empty text, not " "'],
  ["tags create --name ''", '--name needs non-empty text, not ""'],
  ["venues update 4 --venue ''", '--venue needs non-empty text, not ""'],
  ['events delete --where search= --yes', '--where search needs non-empty text, not ""'],
  ["search ''", 'WORDS is empty: specify what to search for'],
  ['events list --foo', 'unknown flag --foo\nhint: list all flags: cal events list --help'],
  [
    '--timezone Mars/City events list',
    '--timezone is not a global flag: put it after its command\nhint: see cal events list --help',
  ],
])('%s', async (line, error) => {
  const { cal, folder } = newWorkspace()
  const { code, stdout, stderr } = await cal(line)
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(`error: ${error}`) })
  expect(folder).not.toBe('')
})

it('leaves statuses to the service, which may have further ones, and lets writes empty a list', async () => {
  const { cal } = newWorkspace()
  await cal(`events create --title A ${dates}`)
  expect(await cal('events list --status archived')).toMatchObject({ code: 5 })
  expect(await cal("events update a --tags '' --timezone UTC+2")).toMatchObject({ code: 0 })
})

it('says it in German', async () => {
  const { cal } = newWorkspace()
  expect((await cal('events list --page 0 --lang de')).stderr).toContain(
    '--page erwartet eine ganze Zahl ab 1, nicht „0“',
  )
  expect((await cal("search '' --lang de")).stderr).toContain('Fehler: WÖRTER ist leer')
  expect((await cal('--timezone Mars/City events list --lang de')).stderr).toContain('gehört hinter seinen Befehl')
})

it('says which file of a calendar has no records', async () => {
  const { cal, write } = newWorkspace()
  write('empty.yaml', '# nothing\n')
  await cal('tags create --name a')
  for (const line of ['apply -f empty.yaml', 'diff -f empty.yaml', 'seed -f empty.yaml'])
    expect((await cal(line)).stderr).toMatch(/^no records in empty\.yaml\n/)
  expect((await cal('apply -f empty.yaml --lang de')).stderr).toMatch(/^keine Einträge in empty\.yaml\n/)
})

it('refuses a title that is no text, and a text with NUL, of create and import', async () => {
  const { cal, write } = newWorkspace()
  const event = { start_date: '2027-01-01', end_date: '2027-01-01' }
  write('object.json', JSON.stringify([{ ...event, title: { rendered: 'A' } }]))
  write('nul.json', JSON.stringify([{ ...event, title: 'A', description: 'a\0b' }]))
  expect(await cal('events create -f object.json')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: title needs text, not .*rendered/),
  })
  const reason = 'description needs text without the control character U+0000, not "a'
  expect(await cal('events create -f nul.json')).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) })
  expect(await cal('import nul.json')).toMatchObject({ code: 6, stderr: expect.stringContaining(reason) })
  expect((await cal('events create -f nul.json --lang de')).stderr).toContain(
    'description erwartet einen Text ohne das Steuerzeichen U+0000, nicht „a',
  )
})
