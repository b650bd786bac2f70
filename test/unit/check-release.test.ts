// The check before a release: metadata that a publisher fills in, versions, and built files.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { project } from '../support/project.ts'
import { newFolder } from '../support/folder.ts'

const filled = {
  name: 'calctl',
  version: '1.2.0',
  author: 'Ada <ada@calendar.dev>',
  homepage: 'https://calendar.dev/',
  repository: { type: 'git', url: 'git+https://calendar.dev/calctl.git' },
  bugs: { url: 'https://calendar.dev/issues', email: 'security@calendar.dev' },
}

/** A release that is ready, except for these files. */
async function check(changed: Readonly<Record<string, string | object | undefined>> = {}, tag = 'v1.2.0') {
  const folder = newFolder()
  mkdirSync(join(folder, 'dist'))
  const files: Readonly<Record<string, string | object | undefined>> = {
    'package.json': filled,
    'package-lock.json': { version: '1.2.0' },
    'CHANGELOG.md': '# Changelog\n\n## [1.2.0] - 2027-01-31\n\n## [1.1.0] - 2026-12-01\n',
    LICENSE: 'MIT',
    THIRD_PARTY_LICENSES: 'MIT',
    'sbom.cdx.json': { metadata: { component: { version: '1.2.0' } } },
    'dist/main.js': '',
    ...changed,
  }
  for (const [name, content] of Object.entries(files))
    if (content !== undefined)
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  cpSync(join(project, 'check-release.js'), join(folder, 'check-release.mjs'))
  const { exitCode, stdout, stderr } = await execa(process.execPath, ['check-release.mjs', tag], {
    cwd: folder,
    reject: false,
  })
  return { exitCode, stdout, errors: stderr.split('\n').filter((line) => line.startsWith('error: ')) }
}

describe('a release', () => {
  it('that is ready is accepted', async () => {
    expect(await check()).toEqual({ exitCode: 0, stdout: 'calctl 1.2.0 can be released', errors: [] })
  })

  it.each([
    [{ 'package.json': { ...filled, homepage: undefined } }, 'package.json has no homepage'],
    [{ 'package.json': { ...filled, author: 'PUBLISHER' } }, 'package.json has a placeholder in author: "PUBLISHER"'],
    [{ 'package-lock.json': { version: '1.1.0' } }, 'package-lock.json has version 1.1.0, package.json 1.2.0'],
    [
      { 'CHANGELOG.md': '# Changelog\n\n## [1.2.0] - unreleased\n' },
      'CHANGELOG.md begins with "## [1.2.0] - unreleased", not with 1.2.0 and its date',
    ],
    [{ THIRD_PARTY_LICENSES: undefined, 'dist/main.js': undefined }, 'not built: THIRD_PARTY_LICENSES, dist/main.js'],
    [
      { 'sbom.cdx.json': { metadata: { component: { version: '1.1.0' } } } },
      'sbom.cdx.json was built for version 1.1.0',
    ],
  ])('is refused: %j', async (changed, problem) => {
    expect(await check(changed)).toEqual({ exitCode: 1, stdout: '', errors: [`error: ${problem}`] })
  })

  it('is refused under another tag', async () => {
    expect((await check({}, 'v1.3.0')).errors).toEqual(['error: the tag is v1.3.0, not v1.2.0'])
  })
})

it('the metadata of this package is complete or has placeholders, which the check finds', async () => {
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  expect(Object.keys(manifest)).toEqual(expect.arrayContaining(['author', 'homepage', 'repository', 'bugs']))
  expect(manifest.keywords.length).toBeGreaterThan(5)
  const { errors } = await check({ 'package.json': { ...manifest, version: '1.2.0' } })
  const open = ['author', 'homepage', 'repository', 'bugs'].filter((field) =>
    JSON.stringify(manifest[field]).includes('PUBLISHER'),
  )
  expect(errors.map((line) => /placeholder in (\w+)/.exec(line)?.[1])).toEqual(open)
})
