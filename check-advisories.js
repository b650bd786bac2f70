// `npm audit --json | node check-advisories.js`: names the advisories for packages that are bundled or installed with
// calctl. `npm audit --omit=dev` does not see bundled ones, which are dependencies of the development only.
import { readFileSync } from 'node:fs'

const { components } = JSON.parse(readFileSync('sbom.cdx.json', 'utf8'))
const inside = new Set(components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name}@${version}`))
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { vulnerabilities, error, message } = JSON.parse(readFileSync(0, 'utf8'))

if (vulnerabilities === undefined)
  fail(`npm audit gave no result: ${message ?? error?.summary ?? 'no vulnerabilities'}`)
const found = Object.values(vulnerabilities).filter(({ name, nodes }) =>
  nodes.some((folder) => inside.has(`${name}@${lock.packages[folder]?.version}`)),
)
for (const { name, severity, via } of found)
  console.error(`error: ${name} (${severity}): ${via.map((one) => one.url ?? `through ${one}`).join(', ')}`)
if (found.length > 0) process.exitCode = 1
else console.log(`no advisories for ${inside.size} packages`)

function fail(text) {
  console.error(`error: ${text}`)
  process.exit(1)
}
