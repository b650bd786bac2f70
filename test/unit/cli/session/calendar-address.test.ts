// A calendar in PostgreSQL from the command line: its address, and its password, which is never shown.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { calendarAddressOf } from '../../../../src/cli/session/calendar-address.ts'
import { newSchema } from '../../../support/postgres.ts'
import { newWorkspace, type Workspace } from '../../../support/workspace.ts'

const event = 'events create --title Party --start-date 2027-01-01T10:00 --end-date 2027-01-01T12:00'

async function database(): Promise<{
  readonly here: Workspace
  readonly env: Record<string, string>
  readonly shown: string
}> {
  const { url } = await newSchema()
  const here = newWorkspace()
  return { here, env: { CAL_API_ROOT: 'env:DATABASE_URL', DATABASE_URL: url }, shown: url.replace(':password@', '@') }
}

/** The contents of every file below a folder. */
function textsIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

describe('the address of a calendar', () => {
  it('is split into the one to show and the one with the password', () => {
    const env = { DATABASE_URL: 'postgres://ada:s3cret@db/app', OTHER: 'https://example.org' }
    const both = { api_root: 'postgres://ada@db/app', database: 'postgres://ada:s3cret@db/app' }
    expect(calendarAddressOf('env:DATABASE_URL', env)).toEqual(both)
    expect(calendarAddressOf('postgres://ada:s3cret@db/app', {})).toEqual(both)
    for (const other of ['env:OTHER', 'env:MISSING', 'file:calendar.db', 'https://example.org/v1'])
      expect(calendarAddressOf(other, env)).toEqual({ api_root: other })
  })
})

describe('the environment of PostgreSQL clients', () => {
  it('completes the address, and is not shown', () => {
    const env = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: '/etc/a b.crt', PGPASSFILE: '/home/ada/pass', PGUSER: 'bob' }
    expect(calendarAddressOf('postgres://ada:s3cret@db/app', env)).toEqual({
      api_root: 'postgres://ada@db/app',
      database:
        'postgres://ada:s3cret@db/app?sslmode=verify-full&sslrootcert=%2Fetc%2Fa%20b.crt&passfile=%2Fhome%2Fada%2Fpass',
    })
    expect(calendarAddressOf('postgres://db/app?sslmode=disable&schema=x', { PGSSLMODE: 'require' }).database).toBe(
      'postgres://db/app?sslmode=disable&schema=x',
    )
    expect(calendarAddressOf('postgres://db/app?schema=x', { PGSSLMODE: 'require' }).database).toBe(
      'postgres://db/app?schema=x&sslmode=require',
    )
  })
})

describe('a calendar in PostgreSQL', () => {
  it('is created by the first write, and not by a read or a dry run', async () => {
    const { here, env, shown } = await database()
    const missing = {
      code: 11,
      stdout: '',
      stderr: expect.stringContaining('there is no calendar in the schema test_'),
    }
    expect(await here.cal('events list', { env })).toMatchObject(missing)
    expect(await here.cal(`${event} --dry-run`, { env })).toMatchObject({ code: 0 })
    expect(await here.cal('events list', { env })).toMatchObject(missing)
    const { code, stderr } = await here.cal(event, { env })
    expect([code, stderr]).toEqual([0, expect.stringContaining(`new calendar in ${shown}`)])
    expect((await here.cal('events list --any-date -o json --fields title', { env })).stdout).toContain('Party')
    expect((await here.cal(event, { env })).stderr).not.toContain('new calendar')
  })

  it('shows its password nowhere: not in output, requests, journals or errors', async () => {
    const { here, env, shown } = await database()
    here.write('events.csv', 'title,start_date,end_date\nParty,2027-01-01 10:00,2027-01-01 12:00\n')
    const lines = [
      'import events.csv --yes',
      'import events.csv --yes --debug --show-request',
      'history list -o json',
      'doctor -o json',
      'config list -o json',
      'backup copy.db --data env:DATABASE_URL',
      'serve --data env:DATABASE_URL --api-root env:DATABASE_URL',
      'login',
      'events get 99 --debug',
    ]
    const outputs: string[] = []
    for (const line of lines) {
      const { stdout, stderr } = await here.cal(line, { env })
      outputs.push(`${stdout}${stderr}`)
    }
    expect(outputs[0]).toContain('1 event created')
    expect(outputs[2]).toContain('postgres://127.0.0.1:')
    expect(outputs[3]).toContain(shown)
    expect(outputs[3]).toMatch(/PostgreSQL \d+[\s\S]*schema test_\w+, version \d+/)
    for (const text of [...outputs, textsIn(here.folder)]) expect(text).not.toMatch(/:password@/)
  })

  it('is imported into, resumed and undone as a file is', async () => {
    const { here, env } = await database()
    here.write('events.csv', 'title,start_date,end_date\nParty,2027-01-01 10:00,2027-01-01 12:00\n')
    expect(await here.cal('import events.csv --yes', { env })).toMatchObject({ code: 0 })
    expect((await here.cal('import events.csv --yes', { env })).stderr).toContain('1 event unchanged')
    expect(await here.cal('history undo --yes', { env })).toMatchObject({ code: 0 })
    expect((await here.cal('events list --any-date -o count', { env })).stdout.trim()).toBe('0')
  })

  it('is refused in the file of a project, whose author could choose the server', async () => {
    const { here, env } = await database()
    here.write('.calrc', 'api_root: postgres://evil.example/app\n')
    const { CAL_API_ROOT: _, ...others } = env
    const { code, stderr } = await here.cal('events list', { env: { ...others, CAL_API_ROOT: '' } })
    expect([code, stderr]).toEqual([11, expect.stringContaining('comes from a project file')])
  })

  it('is not shown with its password by commands that are given it', async () => {
    const here = newWorkspace()
    const env = { CAL_CONFIG: `${here.folder}/config.yaml` }
    for (const line of ['init postgres://ada:s3cret@db/app', 'config set api_root postgres://ada:s3cret@db/app']) {
      const { stdout, stderr } = await here.cal(line, { env })
      expect(`${stdout}${stderr}`).toContain('postgres://ada@db/app')
      expect(`${stdout}${stderr}`).not.toContain('s3cret')
    }
  })

  it('needs a variable that contains an address', async () => {
    const here = newWorkspace()
    expect(await here.cal('events list --api-root env:NOWHERE')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the environment variable NOWHERE is not set'),
    })
    const { code, stderr } = await here.cal('serve --data env:TOKEN', { env: { TOKEN: 's3cret' } })
    expect([code, stderr]).toEqual([2, expect.stringContaining('TOKEN is not the address of a database')])
    expect(stderr).not.toContain('s3cret')
  })

  it.each(['serve', 'doctor', 'backup copy.db', 'restore copy.db'])(
    'is not a file with the name of its variable: %s',
    async (command) => {
      const { here, env } = await database()
      here.write('copy.db', '')
      const { code, stdout, stderr } = await here.cal(`${command} --data DATABASE_URL`, { env })
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain('DATABASE_URL is an environment variable with the address of a database, not a file')
      expect(stderr).toContain('use env:DATABASE_URL; for a file of this name, ./DATABASE_URL')
      expect(readdirSync(here.folder)).not.toContain('DATABASE_URL')
    },
  )

  it('is backed up and restored without showing its password, also if it is given in the line', async () => {
    const { here, env, shown } = await database()
    await here.cal(event, { env })
    const url = env.DATABASE_URL
    const lines = [
      `backup copy.db --data ${url}`,
      `restore copy.db --api-root ${url}`,
      `restore copy.db --data ${url} --yes`,
      `doctor --data ${url}`,
      `doctor --data ${url}&nonsense=1`,
      `doctor --data ${url} --api-root ${url}`,
      `events list --api-root ${url} --debug --show-request`,
      `profile list -o json`,
      `backup ${url}`,
      `restore ${url} --yes`,
      `copy --from ${url} --to ${url}`,
    ]
    const outputs: string[] = []
    for (const line of lines) {
      const { code, stdout, stderr } = await here.cal(line, { env })
      outputs.push(`${code} ${stdout}${stderr}`)
    }
    expect(outputs.map((text) => text.slice(0, 2).trim())).toEqual([
      '0',
      '9',
      '0',
      '0',
      '2',
      '2',
      '0',
      '0',
      '2',
      '2',
      '2',
    ])
    expect(
      outputs.slice(0, 6).filter((text) => !text.replace(/\n +/g, '').includes(shown.replace(/\?.*/, ''))),
    ).toEqual([])
    for (const text of [...outputs, textsIn(here.folder)]) expect(text).not.toMatch(/:password@/)
  })
})
