// `npm run sea [-- FOLDER]` writes FOLDER/cal (dist-sea/cal), one file that runs where there is no Node: Node itself, with
// the program as an asset. Decision 36.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { installedFolders, licenseTexts, section } from './licenses.js'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, 'dist-sea'))
process.chdir(import.meta.dirname)
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
/** Of the packages: what is loaded on this platform. */
const needless = /\.(map|md|c?ts|mts|h|cpp|gypi?)$|^(src|scripts|emsdk)\//i
const platform = `${process.platform}-${process.arch}`

if (!existsSync('dist/main.js')) fail('cal is not built: run npm run build first')
mkdirSync(folder, { recursive: true })

const packages = installedFolders(JSON.parse(readFileSync('package-lock.json', 'utf8'))).filter(existsSync)
const files = [...filesIn('bin'), ...filesIn('dist'), 'package.json', 'LICENSE', ...packages.flatMap(filesOfPackage)]
const contents = [
  ...files.map((path) => [path, readFileSync(path).toString('base64')]),
  ['THIRD_PARTY_LICENSES', Buffer.from(licenses()).toString('base64')],
]
const archive = JSON.stringify(contents)
const key = `${version}-${createHash('sha256').update(archive).digest('hex').slice(0, 16)}`
writeFileSync(join(folder, 'files.json'), archive)
writeFileSync(join(folder, 'start.cjs'), `(${start})(${JSON.stringify(key)})\n`)
writeFileSync(
  join(folder, 'sea.json'),
  JSON.stringify({
    main: join(folder, 'start.cjs'),
    output: join(folder, 'cal.blob'),
    disableExperimentalSEAWarning: true,
    assets: { files: join(folder, 'files.json') },
  }),
)
run(process.execPath, ['--experimental-sea-config', join(folder, 'sea.json')])
const target = join(folder, process.platform === 'win32' ? 'cal.exe' : 'cal')
copyFileSync(process.execPath, target)
chmodSync(target, 0o755)
run(process.execPath, [
  ...['node_modules/postject/dist/cli.js', target, 'NODE_SEA_BLOB', join(folder, 'cal.blob')],
  ...['--sentinel-fuse', 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'],
])
for (const name of ['files.json', 'start.cjs', 'sea.json', 'cal.blob']) rmSync(join(folder, name))
console.log(target)

/**
 * What the executable runs. The files are unpacked once, below the cache folder of whoever runs it, because threads and
 * native packages are loaded from files. They appear at once, under their final name, when all of them are written.
 * Those of other versions are removed a week after their last use, unless a process still runs from them.
 */
function start(key) {
  const fs = require('node:fs')
  const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = fs
  const { createRequire } = require('node:module')
  const { homedir } = require('node:os')
  const { dirname, isAbsolute, join } = require('node:path')

  // As `src/cli/config/user-folders.ts`.
  const { XDG_CACHE_HOME = '', LOCALAPPDATA = '' } = process.env
  const base =
    process.platform === 'win32' && LOCALAPPDATA ? join(LOCALAPPDATA, 'cal', 'cache') : join(homedir(), '.cache', 'cal')
  const cache = isAbsolute(XDG_CACHE_HOME) ? join(XDG_CACHE_HOME, 'cal') : base
  const folder = join(cache, `program-${key}`)
  if (!existsSync(folder)) unpack()
  tried(markUsed)
  tried(removeOthers)
  createRequire(join(folder, 'package.json'))('./bin/cal.js')

  /** A file named after the process, until it ends. */
  function markUsed() {
    mkdirSync(join(folder, 'used'), { recursive: true })
    const mark = join(folder, 'used', String(process.pid))
    writeFileSync(mark, '')
    process.once('exit', () => tried(() => rmSync(mark, { force: true })))
  }

  function removeOthers() {
    for (const name of fs.readdirSync(cache)) {
      const path = join(cache, name)
      if (path === folder || !/^(program|unpacking|removing)-/.test(name) || isUsed(path)) continue
      const removing = join(cache, `removing-${name}-${process.pid}`)
      renameSync(path, removing)
      // A process may have started in between.
      if (isUsed(removing)) renameSync(removing, path)
      else rmSync(removing, { recursive: true, force: true })
    }
  }

  /** By a running process, or within a week: processes of other containers are not seen. */
  function isUsed(path) {
    const used = join(path, 'used')
    const processes = existsSync(used) ? fs.readdirSync(used) : []
    const last = Math.max(...[path, used].map((each) => fs.statSync(each, { throwIfNoEntry: false })?.mtimeMs ?? 0))
    return Date.now() - last < 7 * 86_400_000 || processes.some(isRunning)
  }

  function isRunning(id) {
    try {
      return process.kill(Number(id), 0)
    } catch (error) {
      return error.code === 'EPERM'
    }
  }

  /** What fails here, such as in a folder that cannot be written, does not matter. */
  function tried(work) {
    try {
      work()
    } catch {}
  }

  function unpack() {
    let made
    try {
      mkdirSync(cache, { recursive: true, mode: 0o700 })
      made = mkdtempSync(join(cache, 'unpacking-'))
      for (const [path, text] of JSON.parse(require('node:sea').getAsset('files', 'utf8'))) {
        mkdirSync(dirname(join(made, path)), { recursive: true })
        writeFileSync(join(made, path), Buffer.from(text, 'base64'))
      }
      renameSync(made, folder)
    } catch (error) {
      if (made) rmSync(made, { recursive: true, force: true })
      // Another start may have been faster.
      if (existsSync(folder)) return
      const { CAL_LANG, LC_ALL, LC_MESSAGES, LANG } = process.env
      const german = /^de/i.test([CAL_LANG, LC_ALL, LC_MESSAGES, LANG].find(Boolean) ?? '')
      process.stderr.write(
        german
          ? `Fehler: cal lässt sich nicht in ${cache} entpacken: ${error.message}\nHinweis: XDG_CACHE_HOME auf einen beschreibbaren Ordner setzen\n`
          : `error: cannot unpack cal into ${cache}: ${error.message}\nhint: set XDG_CACHE_HOME to a folder that can be written\n`,
      )
      process.exit(11)
    }
  }
}

/** Those of the bundle, of the packages beside it, and of Node. */
function licenses() {
  const bundled = readFileSync('THIRD_PARTY_LICENSES', 'utf8')
  return [bundled, ...licenseTexts(packages), section(`Node.js ${process.version}`, nodeLicense())].join('\n')
}

function nodeLicense() {
  const bin = dirname(process.execPath)
  const places = [join(bin, 'LICENSE'), join(bin, '../LICENSE'), join(bin, '../share/doc/nodejs/LICENSE')]
  const file = process.env.CAL_NODE_LICENSE ?? places.find((place) => existsSync(place))
  if (file === undefined) fail('the license of Node is not installed: name the file with CAL_NODE_LICENSE')
  return readFileSync(file, 'utf8')
}

function filesOfPackage(path) {
  return filesIn(path).filter((file) => {
    const inside = file.slice(path.length + 1)
    if (inside.startsWith('node_modules/') || needless.test(inside)) return false
    return !inside.startsWith('prebuilds/') || inside.startsWith(`prebuilds/${platform}/`)
  })
}

function filesIn(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function run(program, words) {
  execFileSync(program, words, { stdio: ['ignore', 'ignore', 'inherit'] })
}

function fail(text) {
  console.error(text)
  process.exit(1)
}
