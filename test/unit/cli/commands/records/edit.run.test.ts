// `cal events edit`: what a scripted editor changes is sent, and nothing that was typed is lost.
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'
import { firstOf } from '../../../../support/extent.ts'
import { eventually } from '../../../../support/eventually.ts'

async function calendar() {
  const here = newWorkspace()
  await here.cal('categories create --name Music')
  await here.cal('tags create --name late')
  await here.cal("events create --title Jazz --start-date '2027-03-26 20:00' --duration 3h --categories Music")
  await here.cal("events create --title Folk --start-date '2027-03-27 20:00' --duration 3h")
  /** Runs `cal` with an editor that is this shell script on `$1`. */
  const edit = (line: string, script: string, more: Readonly<Record<string, string>> = {}) => {
    here.write('editor.sh', `#!/bin/sh\n${script}\n`)
    chmodSync(join(here.folder, 'editor.sh'), 0o700)
    const env = { EDITOR: join(here.folder, 'editor.sh'), PATH: process.env.PATH ?? '', ...more }
    return here.cal(line, { terminal: true, env })
  }
  const folder = join(here.folder, 'state', 'edits')
  const kept = () => (existsSync(folder) ? readdirSync(folder) : [])
  return { ...here, edit, kept, keptText: () => readFileSync(join(folder, kept()[0] ?? ''), 'utf8') }
}

describe('edit', () => {
  it('shows the fields with what they mean, and sends only what changed', async () => {
    const { edit, json, kept, read } = await calendar()
    const { code, stderr } = await edit(
      'events edit 4 --yes',
      'cp "$1" seen.yaml; sed -i "s/^title: Jazz/title: Blues \\& more/; s/^start_date: .* 20:00:00/start_date: 2027-03-26 19:00/" "$1"',
    )
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^Updated event 4 "Blues & more"[^\n]*\nto undo: cal history undo \S+\n$/),
    })
    expect(read('seen.yaml')).toMatch(
      /^# event: change values[^\n]*\n#[^\n]*\n\nid: 4\ntitle: Jazz +# title, required\n/,
    )
    expect(read('seen.yaml')).toMatch(/\nall_day: false +# all-day event: true or false\n/)
    expect(read('seen.yaml')).toMatch(/\ncategories: \[Music\] +# /)
    expect(await json('events get 4')).toMatchObject({
      title: 'Blues & more',
      start_date: '2027-03-26 19:00:00',
      end_date: '2027-03-26 23:00:00',
      categories: [{ name: 'Music' }],
    })
    expect(kept()).toEqual([])
  })

  it('edits several records in one file, names and lists included', async () => {
    const { edit, json } = await calendar()
    const { code, stderr } = await edit(
      'events edit 4 5 --yes',
      'sed -i "s/^  categories: .*/  categories: [Music]/; s/^  tags: .*/  tags: late/; s/^\\(  \\|- \\)slug:.*//;' +
        's/^  featured: .*/  featured: ja/; s/^  start_date: .*/  start_date: 25.3.2027 20:00/" "$1"',
    )
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('2 events updated') })
    expect(await json('events get 4')).toMatchObject({ slug: 'jazz', tags: [{ name: 'late' }], featured: true })
    expect(await json('events get 5')).toMatchObject({ start_date: '2027-03-25 20:00:00', featured: true })
    expect(await json('events get 5')).toMatchObject({ categories: [{ name: 'Music' }], tags: [{ name: 'late' }] })
  })

  it('sends nothing for an unchanged text', async () => {
    const { edit, kept, cal } = await calendar()
    for (const script of ['true', 'printf "\\n# a comment\\n" >> "$1"', 'sed -i "s/^slug:.*//" "$1"'])
      expect(await edit('events edit 4 5 --yes', script)).toEqual({
        code: 0,
        stdout: '',
        stderr: 'nothing to change\n',
      })
    expect(kept()).toEqual([])
    expect((await cal('history list')).stdout).not.toContain('edit')
  })

  it.each(
    firstOf(4, [
      ['s/^title: .*/titel: Blues/', 'unknown field "titel"', 'did you mean title?'],
      ['s/^title: .*/title:/', 'title cannot be empty', ''],
      ['s/^all_day: .*/all_day: maybe/', 'all_day needs true or false, not "maybe"', ''],
      ['s/^categories: .*/categories: [Nowhere]/', 'category "Nowhere" not found', ''],
      ['s/^id: .*/id: 99/', 'record 1 has an id that was not opened: 99', ''],
      ['s/^title: .*/title: "Blues/', 'not valid YAML: ', ''],
      ['s/^end_date: .*/end_date: 2027-03-26 18:00/', 'the event would end (2027-03-26 18:00:00) before it starts', ''],
    ]),
  )('opens the file again for a mistake: %s', async (mistake, said, hint) => {
    const { edit, kept, keptText, json } = await calendar()
    const script = `if grep -q '^#!' "$1"; then cp "$1" again.yaml; else sed -i '${mistake}' "$1"; fi`
    const { code, stderr } = await edit('events edit 4 --yes', script)
    expect(stderr).toContain(`error: ${said}`)
    expect(stderr).toMatch(/your changes are saved in\s/)
    expect(code).not.toBe(0)
    expect(keptText()).toContain(`#! ${said}`)
    if (hint !== '') expect(keptText()).toContain(`#! ${hint}`)
    expect(kept()).toHaveLength(1)
    expect(await json('events get 4')).toMatchObject({ title: 'Jazz', all_day: false })
  })

  it('continues after the mistake is corrected', async () => {
    const { edit, kept, json } = await calendar()
    const script = `if grep -q '^#!' "$1"; then sed -i 's/^titel:/title:/' "$1"; else sed -i 's/^title: .*/titel: Blues/' "$1"; fi`
    expect(await edit('events edit 4 --yes', script)).toMatchObject({ code: 0 })
    expect(await json('events get 4')).toMatchObject({ title: 'Blues' })
    expect(kept()).toEqual([])
  })

  it('keeps the text if the editor fails, the file is emptied, or someone else changed the field', async () => {
    const { edit, kept, json } = await calendar()
    expect(await edit('events edit 4 --yes', 'echo "title: B" > "$1"; exit 3')).toMatchObject({
      code: 9,
      stderr: expect.stringMatching(
        /^your changes are saved in\s.*\nerror: the editor exited with 3; nothing was changed\n$/,
      ),
    })
    expect(await edit('events edit 4 --yes', 'exit 3')).toMatchObject({
      code: 9,
      stderr: 'error: the editor exited with 3; nothing was changed\n',
    })
    expect(kept()).toHaveLength(1)
    expect(await edit('events edit 4 --yes', ': > "$1"')).toMatchObject({ code: 9 })
    expect(await edit('events edit 4 --yes', 'true', { EDITOR: 'no-such-editor' })).toMatchObject({
      code: 11,
      stderr: expect.stringContaining('hint: set EDITOR=nano'),
    })
    expect(await json('events get 4')).toMatchObject({ title: 'Jazz' })
  })

  it('overwrites nothing that someone else changed while the editor was open', async () => {
    const { edit, kept, cal, json, write } = await calendar()
    const script = 'sed -i "s/^title: .*/title: Blues/" "$1"; touch typed; while ! [ -f go ]; do sleep 0.02; done'
    const edited = edit('events edit 4 --yes', script)
    await eventually(() => expect(kept()).toHaveLength(1))
    expect(await cal('events update 4 --title Soul')).toMatchObject({ code: 0 })
    write('go', '')
    expect(await edited).toMatchObject({
      code: 6,
      stderr: expect.stringMatching(
        /^your changes are saved in\s.*\nerror: event 4 was changed elsewhere while you edited it: title\n/,
      ),
    })
    expect(await json('events get 4')).toMatchObject({ title: 'Soul' })
    expect(kept()).toHaveLength(1)
  })

  it('previews with --dry-run, and asks for a terminal in a pipe', async () => {
    const { edit, cal, json } = await calendar()
    expect(await edit('events edit 4 --dry-run', 'sed -i "s/^title: Jazz/title: Blues/" "$1"')).toMatchObject({
      code: 0,
      stdout: '~ update event 4 "Jazz"\n    title: "Jazz" → "Blues"\n',
    })
    expect(await json('events get 4')).toMatchObject({ title: 'Jazz' })
    expect(await cal('events edit 4')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: edit needs a terminal\nhint: use cal events update 4 --FIELD VALUE instead\n',
    })
  })
})
