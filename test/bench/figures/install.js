// The package as npm packs it, and installed from that file with its dependencies; the registry must be reachable.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { project, run, showProgress, timed } from '../harness.js'

const kilobyte = 1_000, megabyte = 1_000_000

export const install = {
  name: 'install',
  async measure(folder) {
    const env = { ...process.env, npm_config_update_notifier: 'false' }
    showProgress('npm pack')
    await run('npm', ['pack', '--pack-destination', folder], { env, cwd: project })
    const packed = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')))
    const prefix = join(folder, 'installed')
    const ms = await timed(() => run('npm', ['install', '-g', '--prefix', prefix, '--no-audit', '--no-fund', packed], { env, cwd: folder }))
    const version = await run(process.execPath, [join(prefix, 'lib/node_modules/calctl/bin/cal.js'), '--version'], { env })
    const sizes = readdirSync(prefix, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    const bytes = sizes.reduce((sum, size) => sum + size, 0)
    return [
      { name: 'npm install -g of the packed package, files in MB', ratio: bytes / megabyte, scale: `${version.trim()}: ${sizes.length} files in ${(ms / 1000).toFixed(1)} s` },
      { name: 'the packed package, kB', ratio: statSync(packed).size / kilobyte, scale: 'as npm pack makes it' },
    ]
  },
}
