// Case files: finding them in folders, reading them, and writing them in a readable format.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from './values.mjs'

function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).sort().flatMap((name) => {
    const inner = join(path, name)
    return statSync(inner).isDirectory() ? filesUnder(inner) : name.endsWith('.json') ? [inner] : []
  })
}

/** The folder of the cases; other paths are resolved in it too. */
const home = join(dirname(fileURLToPath(import.meta.url)), '..')

export function scenariosUnder(paths, only) {
  return paths.map((path) => existsSync(path) ? path : join(home, path)).flatMap(filesUnder).filter((file) => !only || new RegExp(only).test(file))
    .map((file) => ({ file, scenario: JSON.parse(readFileSync(file, 'utf8')) })).filter(({ scenario }) => Array.isArray(scenario.steps))
}

/** The steps of a case file that are wrong in a mode, by name; the keys of `skipped.json` give the reasons. */
export function skippedIn(file, mode) {
  const all = JSON.parse(readFileSync(join(home, 'skipped.json'), 'utf8'))[mode] ?? {}
  return new Set(Object.values(all).flatMap((files) => files[basename(file)] ?? []))
}

/** JSON with short objects and lists on one line, so that a case file can be read and compared. */
export function pretty(value, indent = '') {
  const flat = flatJson(value)
  if (flat.length + indent.length <= 140 || value === null || typeof value !== 'object') return flat
  const inner = indent + '  '
  const parts = Array.isArray(value)
    ? value.map((item) => inner + pretty(item, inner))
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${pretty(item, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

function flatJson(value) {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${flatJson(item)}`)
  return members.length ? `{ ${members.join(', ')} }` : '{}'
}
