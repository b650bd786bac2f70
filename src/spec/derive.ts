// What follows from a name of the interface: the flag, and back.

/** `starts_after` → `--starts-after`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`
}

/** `--starts-after`, `--no-featured` → `starts_after`, `featured`. */
export function nameOfFlag(flag: string): string {
  return flag.replace(/^--(no-)?/, '').replaceAll('-', '_')
}
