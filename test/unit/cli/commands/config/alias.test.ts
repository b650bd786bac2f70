// Aliases: setting, using, listing and rejecting them.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

function workspaceWithAliases(text?: string) {
  const at = newWorkspace()
  const env = { CAL_CONFIG: `${at.folder}/user.yaml` }
  if (text !== undefined) at.write('user.yaml', text)
  return {
    ...at,
    cal: (line: string, more: Readonly<Record<string, string>> = {}) => at.cal(line, { env: { ...env, ...more } }),
  }
}

async function withTags() {
  const at = workspaceWithAliases()
  for (const name of ['free', 'late', 'open air']) await at.cal(`tags create --name '${name}'`)
  return at
}

describe('an alias', () => {
  it('runs its command line with the arguments after it', async () => {
    const { cal, read } = await withTags()
    expect(await cal("config set alias.labels 'tags list --no-hide-empty --fields name --no-header'")).toMatchObject({
      code: 0,
    })
    expect(read('user.yaml')).toBe('alias:\n  labels: tags list --no-hide-empty --fields name --no-header\n')
    expect((await cal('labels')).stdout).toBe('free\nlate\nopen air\n')
    expect((await cal('labels --search late')).stdout).toBe('late\n')
    expect((await cal('-o csv labels --search late')).stdout).toBe('late\n')
    expect((await cal('labels --help')).stdout).toMatch(/^Usage: cal tags list /)
    expect((await cal('help labels')).stdout).toMatch(/^Usage: cal tags list /)
  })

  it('may have output flags that have no effect with those that are typed', async () => {
    const { cal } = await withTags()
    await cal("config set alias.labels 'tags list --no-hide-empty --fields name'")
    expect(await cal('labels -o count')).toMatchObject({ code: 0, stdout: '3\n' })
    expect(await cal("labels --template '{{slug}}' --search late")).toMatchObject({ code: 0, stdout: 'late\n' })
    await cal("config set alias.table 'list tags --no-hide-empty -o table'")
    expect(await cal("table --jq '.[0].name'")).toMatchObject({ code: 0, stdout: 'free\n' })
    expect(await cal('tags list --fields name -o count')).toMatchObject({ code: 2 })
  })

  it('may use another alias, and the verb before the noun', async () => {
    const { cal } = await withTags()
    await cal("config set alias.labels 'cal list tags --no-hide-empty'")
    await cal("config set alias.first 'labels --limit 1 -o ids'")
    expect((await cal('first')).stdout).toMatch(/^\d+\n$/)
    expect(await cal("config set alias.labels 'first'")).toMatchObject({
      code: 2,
      stderr: 'error: alias.labels refers to itself: labels → first → labels\n',
    })
  })

  it('is listed, shown and removed', async () => {
    const { cal, read } = workspaceWithAliases(
      '# mine\ntimezone: UTC\nalias:\n  gigs: events list\n  labels: tags list\n',
    )
    expect((await cal('config list -o csv')).stdout).toMatch(/\nalias\.gigs,events list,user,.*user\.yaml\n/)
    expect((await cal('config get alias.gigs')).stdout).toBe('events list\n')
    expect((await cal('--help')).stdout).toContain(
      '\nYour aliases\n  gigs        events list\n  labels      tags list\n',
    )
    expect((await cal('help --lang de')).stdout).toContain('\nEigene Aliasse\n  gigs  ')
    expect((await cal('__complete -- gi')).stdout).toBe('gigs\tevents list\n')
    await cal('config unset alias.gigs')
    expect(await cal('config get alias.gigs')).toMatchObject({ code: 4 })
    await cal('config unset alias.labels')
    expect(read('user.yaml')).toBe('# mine\ntimezone: UTC\n')
    expect((await cal('--help')).stdout).not.toContain('Your aliases')
  })

  it('never replaces a command', async () => {
    const { cal } = workspaceWithAliases('alias:\n  events: tags list\n  today: tags list\n')
    expect((await cal('events --help')).stdout).toMatch(/^Usage: cal events COMMAND/)
    expect((await cal('today --help')).stdout).toMatch(/^Usage: cal today /)
  })

  it('that refers to itself in the file is rejected when it is used', async () => {
    const { cal } = workspaceWithAliases('alias:\n  a: b\n  b: a --limit 3\n')
    expect(await cal('a')).toMatchObject({
      code: 11,
      stderr: 'error: alias.a refers to itself: a → b → a\nhint: remove it: cal config unset alias.a\n',
    })
    expect(await cal('tags --help')).toMatchObject({ code: 0 })
  })

  it('is not read from a project file', async () => {
    const { cal, write } = await withTags()
    write('.calrc.yaml', 'alias:\n  labels: tags delete free --yes\n')
    expect(await cal('labels')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unknown command "labels"'),
    })
    expect(await cal('tags list')).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(
        /\.calrc\.yaml cannot be used: alias\.labels is not allowed in project files\nhint: set it for this user: cal config set alias\.labels VALUE\n$/,
      ),
    })
    expect((await cal('config list')).stderr).toContain('alias.labels is not allowed in project files')
  })
})
