// Advisories for packages inside calctl, in the form in which `npm audit --json` reports them.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'
import { project } from '../support/project.ts'
import { newFolder } from '../support/folder.ts'

const folder = newFolder()
const components = [
  { name: 'undici', version: '7.0.0' },
  { group: '@inquirer', name: 'core', version: '2.0.0' },
]
writeFileSync(join(folder, 'sbom.cdx.json'), JSON.stringify({ components }))
const packages = {
  'node_modules/undici': { version: '7.0.0' },
  'node_modules/tool/node_modules/undici': { version: '5.0.0' },
  'node_modules/@inquirer/core': { version: '2.0.0' },
}
writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))

async function check(audit: object) {
  const script = join(project, 'check-advisories.js')
  const options = { cwd: folder, reject: false, input: JSON.stringify(audit) } as const
  const { exitCode, stdout, stderr } = await execa(process.execPath, [script], options)
  return [exitCode, stdout, stderr]
}

const via = [{ url: 'https://advisories.example/1' }]

describe('advisories', () => {
  it('for packages inside are errors, those for other copies are not', async () => {
    const undici = { name: 'undici', severity: 'high', via, nodes: ['node_modules/tool/node_modules/undici'] }
    expect(await check({ vulnerabilities: { undici } })).toEqual([0, 'no advisories for 2 packages', ''])
    const ours = { ...undici, nodes: [...undici.nodes, 'node_modules/undici'] }
    const core = { name: '@inquirer/core', severity: 'low', via: ['undici'], nodes: ['node_modules/@inquirer/core'] }
    expect(await check({ vulnerabilities: { undici: ours, '@inquirer/core': core } })).toEqual([
      1,
      '',
      'error: undici (high): https://advisories.example/1\nerror: @inquirer/core (low): through undici',
    ])
  })

  it('that could not be read are an error', async () => {
    expect(await check({ message: '405 Method Not Allowed', error: { summary: '' } })).toEqual([
      1,
      '',
      'error: npm audit gave no result: 405 Method Not Allowed',
    ])
  })
})
