#!/usr/bin/env node
// Answers `--version` itself, starts the built program for all else, and says what is missing where it was not built.
// Decision 36.
const { enableCompileCache } = require('node:module')
const { basename } = require('node:path')
const { version } = require('../package.json')

const program = basename(process.argv[1]).startsWith('calctl') ? 'calctl' : 'cal'
const [word, ...more] = process.argv.slice(2)
if (['--version', '-V'].includes(word) && more.length === 0) {
  // A reader that has gone needs no answer.
  process.stdout.on('error', () => {}).write(`${program} ${version}\n`)
} else {
  // Node 22 and newer read back what was compiled once.
  enableCompileCache?.()
  start().main(process, { program, version })
}

/** Exit 11, as for any setting that makes the program unusable: decision 27. */
function start() {
  try {
    return require('../dist/main.js')
  } catch (error) {
    if (error?.code !== 'MODULE_NOT_FOUND') throw error
    const { CAL_LANG, LC_ALL, LC_MESSAGES, LANG } = process.env
    const german = /^de/i.test([CAL_LANG, LC_ALL, LC_MESSAGES, LANG].find(Boolean) ?? '')
    process.stderr.write(
      german
        ? 'Fehler: cal ist nicht vollständig gebaut oder installiert\nHinweis: in seinem Ordner npm ci ausführen, oder npm run build\n'
        : 'error: cal is not built, or not installed completely\nhint: in its folder, run npm ci (or npm run build)\n',
    )
    process.exit(11)
  }
}
