// The packages inside the bundle and the executable: their licenses as one text, and the software bill of materials.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folders of the packages that these modules belong to, sorted by name. */
export function packageFolders(module_ids) {
  const folders = module_ids.flatMap((id) => {
    const inside = id.replaceAll('\\', '/').replace(/^.*\0/, '')
    return /^(.*\/)?node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(inside)?.[0] ?? []
  })
  return [...new Set(folders)].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

function nameOf(folder) {
  return folder.split('node_modules/').at(-1)
}

/** The licenses of these packages. Throws for a package without a text, because its license requires one. */
export function licenseTexts(folders) {
  return folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return section(`${name} ${version} (${license})\nSource: ${sourceOf(name, version)}`, licenseOf(folder))
  })
}

/** A part of the file of licenses: what it is about, and the text. */
export function section(title, text) {
  return `${'-'.repeat(80)}\n${title}\n${'-'.repeat(80)}\n\n${text.trim()}\n`
}

/** The published source, which the Mozilla Public License requires to name. */
function sourceOf(name, version) {
  return `https://registry.npmjs.org/${name}/-/${name.split('/').at(-1)}-${version}.tgz`
}

function licenseOf(folder) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)\b/i.test(name))
  if (names.length > 0) return names.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n')
  const readme = readdirSync(folder).find((name) => /^readme\b/i.test(name))
  const text = readme && /^#+\s*licen[cs]e\s*$([\s\S]*)/im.exec(readFileSync(join(folder, readme), 'utf8'))?.[1]
  if (!text?.includes('Permission is hereby granted')) throw new Error(`${folder} has no text of its license`)
  return text
}

/** The folders of the packages that npm installs with the project, those for other platforms too. */
export function installedFolders({ packages }) {
  const found = new Set()
  const add = ({ dependencies, optionalDependencies }, from) => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const folder = [`${from}node_modules/${name}`, `node_modules/${name}`].find((each) => packages[each])
      if (folder === undefined) throw new Error(`package-lock.json has no ${name}`)
      if (found.has(folder)) continue
      found.add(folder)
      add(packages[folder], `${folder}/`)
    }
  }
  add(packages[''], '')
  return [...found]
}

/**
 * The bill of materials in the format CycloneDX 1.6: bundled packages, and those that are installed with this one. It
 * has no date and no serial number, so that the same sources make the same file.
 */
export function billOfMaterials(bundled, lock) {
  const own = component('calctl', lock.packages[''])
  const components = [
    ...bundled.map((folder) => [folder, 'bundled']),
    ...installedFolders(lock).map((folder) => [folder, 'installed']),
  ].map(([folder, place]) => ({
    ...component(nameOf(folder), lockedAt(lock, folder)),
    properties: [{ name: 'calctl:place', value: place }],
  }))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...own, type: 'application' } },
    components,
    dependencies: [{ ref: own['bom-ref'], dependsOn: components.map((one) => one['bom-ref']) }],
  }
}

/** What the lock file says about the package in this folder. */
function lockedAt({ packages }, folder) {
  const path = folder.replace(/^.*?(?=node_modules\/)/, '')
  const locked = packages[path]
  if (!locked?.license) throw new Error(`package-lock.json has no ${path} with a license`)
  return locked
}

function component(name, { version, license, integrity }) {
  const [scope, bare] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const purl = `pkg:npm/${scope ? `${scope.replace('@', '%40')}/` : ''}${bare}@${version}`
  const sha512 = /^sha512-(\S+)$/.exec(integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': purl,
    ...(scope && { group: scope }),
    name: bare,
    version,
    ...(sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
    licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
    purl,
  }
}
