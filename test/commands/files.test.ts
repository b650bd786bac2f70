// Files that a person names and that cannot be read or written: one sentence with the name, one hint, no bug.
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'

const home = localHome({ CAL_API_ROOT: 'file:./c.db' })
const write = (file: string, text: string) => writeFileSync(join(home.folder, file), text)

beforeAll(async () => {
  write('plain', 'a file, no folder\n')
  write('rows.csv', 'title,start_date\nChoir,2027-01-01 10:00\n')
  write('c.yaml', 'tags: [{ key: late, name: late }]\n')
  mkdirSync(join(home.folder, 'empty'))
  mkdirSync(join(home.folder, 'folder.json'))
  await home.cal('tags create --name late')
})

const no_file = 'no such file'
const no_folder = 'no such folder'
const folder = 'it is a folder'
const in_file = 'part of its path is a file, not a folder'

describe('a file that cannot be used is named with the reason and what to do', () => {
  it.each([
    [{ CAL_CONFIG: 'empty' }, 'tags list', `\\S+/empty cannot be read: ${folder}`],
    [{ CAL_CONFIG: 'plain/c.yaml' }, 'config set lang de', `\\S+/plain/c.yaml cannot be read: ${in_file}`],
    [
      { CAL_TOKEN_FILE: 'none', CAL_API_ROOT: 'http://127.0.0.1:9/wp-json/tribe/events/v1' },
      'tags list',
      `none cannot be read: ${no_file}`,
    ],
    [
      { CAL_STATE_DIR: 'plain' },
      'import c.yaml --yes --api-root file:./c.db',
      `\\S+/plain cannot be written: ${in_file}`,
    ],
    [
      { CAL_STATE_DIR: '/proc/nope/state' },
      'import c.yaml --yes --api-root file:./c.db',
      `/proc/nope/state cannot be written: ${no_folder}`,
    ],
    [{ HOME: '/dev/null' }, 'config set lang de', `/dev/null/.config/cal/config.yaml cannot be read: ${in_file}`],
  ] as const)('%j %s', async (env, words, message) => {
    const there = localHome(env)
    mkdirSync(join(there.folder, 'empty'))
    writeFileSync(join(there.folder, 'plain'), '')
    writeFileSync(join(there.folder, 'c.yaml'), 'tags: [{ name: late }]\n')
    expect(await there.cal(words)).toEqual({
      code: 11,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(`^(new database file .*\n)?error: ${message}\n(hint: .+\n)?$`)),
    })
  })

  it('does not prevent an import from printing its summary', async () => {
    write('some.csv', 'title,start_date\nReading,2027-02-01 10:00\nChoir,never\n')
    mkdirSync(join(home.folder, 'some.rejected.csv'))
    expect(await home.cal('import some.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /\n1 event created; 1 event failed\nto undo: cal history undo \S+\nerror: \S+some\.rejected\.csv cannot be written: it is a folder\nhint: specify a file in the folder\n$/,
      ),
    })
  })

  it.each([
    ['all but its beginning', 100],
    ['its later pages', 8192],
  ])('is called damaged where it is a calendar that lost %s', async (_, from) => {
    const bytes = readFileSync(join(home.folder, 'c.db'))
    writeFileSync(join(home.folder, 'broken.db'), bytes.fill('Z', from))
    const hint = 'hint: restore a copy: cal restore COPY --data FILE\n'
    expect(await home.cal('tags list --api-root file:broken.db')).toEqual({
      code: 11,
      stdout: '',
      stderr: `error: ${join(home.folder, 'broken.db')} is damaged\n${hint}`,
    })
    expect(await home.cal('serve --data broken.db -- cal tags list')).toEqual({
      code: 11,
      stdout: '',
      stderr: `error: ${join(home.folder, 'broken.db')} is damaged\n${hint}`,
    })
  })

  it('can be the target of a link, which is not replaced', async () => {
    write('real.json', '{}')
    const link = join(home.folder, 'link.json')
    symlinkSync('real.json', link)
    expect(await home.cal('export tags --to link.json')).toMatchObject({ code: 0 })
    expect(lstatSync(link).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(home.folder, 'real.json'), 'utf8')).toContain('"late"')
  })

  it('replaces a link in the folder of an export, whose files it names itself', async () => {
    write('other.txt', 'mine')
    mkdirSync(join(home.folder, 'clone'))
    symlinkSync('../other.txt', join(home.folder, 'clone/tags.json'))
    expect(await home.cal('export tags --to clone/')).toMatchObject({ code: 0 })
    expect(lstatSync(join(home.folder, 'clone/tags.json')).isSymbolicLink()).toBe(false)
    expect(readFileSync(join(home.folder, 'other.txt'), 'utf8')).toBe('mine')
  })

  it('is unchanged if writing fails, without a partial file', async () => {
    // With `.part` the name is too long.
    const name = `${'w'.repeat(247)}.json`
    write(name, '{}')
    expect(await home.cal(['export', '--to', name])).toMatchObject({ code: 2, stderr: expect.stringContaining(name) })
    expect(readFileSync(join(home.folder, name), 'utf8')).toBe('{}')
    expect(readdirSync(home.folder).filter((name) => name.includes('part'))).toEqual([])
  })

  it('is written under a temporary name that no other file has', async () => {
    write('notes.json.part', 'mine')
    expect(await home.cal('export --to notes.json')).toMatchObject({ code: 0 })
    expect(readFileSync(join(home.folder, 'notes.json.part'), 'utf8')).toBe('mine')
    expect(readFileSync(join(home.folder, 'notes.json'), 'utf8')).toContain('"events"')
  })
})
