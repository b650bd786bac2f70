// Refuses a release that is not ready: `npm run check-release [-- TAG]`, and before `npm publish`.
import { existsSync, readFileSync } from 'node:fs'

const [tag] = process.argv.slice(2)
const manifest = json('package.json')
const problems = [...metadataProblems(), ...versionProblems(), ...fileProblems()]
for (const problem of problems) console.error(`error: ${problem}`)
if (problems.length > 0) {
  console.error('hint: CONTRIBUTING.md, section Release')
  process.exitCode = 1
} else console.log(`${manifest.name} ${manifest.version} can be released`)

/** What a publisher fills in, and nobody else knows. */
function metadataProblems() {
  return ['author', 'homepage', 'repository', 'bugs'].flatMap((field) => {
    const text = JSON.stringify(manifest[field] ?? '')
    if (text === '""') return [`package.json has no ${field}`]
    return /PUBLISHER|example\.(org|com)/.test(text) ? [`package.json has a placeholder in ${field}: ${text}`] : []
  })
}

function versionProblems() {
  const { version } = manifest
  const locked = json('package-lock.json').version
  const heading = /^## .*$/m.exec(readFileSync('CHANGELOG.md', 'utf8'))?.[0] ?? 'nothing'
  const [, released] = /^## \[(\S+)\] - \d{4}-\d\d-\d\d$/.exec(heading) ?? []
  return [
    ...(locked === version ? [] : [`package-lock.json has version ${locked}, package.json ${version}`]),
    ...(released === version ? [] : [`CHANGELOG.md begins with "${heading}", not with ${version} and its date`]),
    ...(tag === undefined || tag === `v${version}` ? [] : [`the tag is ${tag}, not v${version}`]),
  ]
}

function fileProblems() {
  const missing = ['LICENSE', 'THIRD_PARTY_LICENSES', 'sbom.cdx.json', 'dist/main.js'].filter(
    (file) => !existsSync(file),
  )
  if (missing.length > 0) return [`not built: ${missing.join(', ')}`]
  const inside = json('sbom.cdx.json').metadata.component.version
  return inside === manifest.version ? [] : [`sbom.cdx.json was built for version ${inside}`]
}

function json(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
