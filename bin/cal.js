#!/usr/bin/env node
// Starts the built program, and says what is missing where it was not built or not installed.
const { main } = await import('../dist/main.js').catch(notInstalled)

await main(process)

/** Exit 11, as for any setting that makes the program unusable: D-365. */
function notInstalled(error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error
  const { CAL_LANG, LC_ALL, LC_MESSAGES, LANG } = process.env
  const german = /^de/i.test([CAL_LANG, LC_ALL, LC_MESSAGES, LANG].find(Boolean) ?? '')
  process.stderr.write(german
    ? 'Fehler: cal ist nicht vollständig gebaut oder installiert\nHinweis: in seinem Ordner npm ci ausführen, oder npm run build\n'
    : 'error: cal is not built, or not installed completely\nhint: in its folder, run npm ci (or npm run build)\n')
  process.exit(11)
}
