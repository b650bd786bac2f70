// Flags as other tools spell them: `--no-color`, `--csv`, `--format csv`.
import type { Flag } from './flags.ts'

const spellings: Readonly<Record<string, string>> = {
  '--no-color': '--color=never',
  '--no-colour': '--color=never',
  '--format': '--output',
  ...Object.fromEntries(['csv', 'tsv', 'yaml', 'ndjson'].map((format) => [`--${format}`, `--output=${format}`])),
}

/** The words in the spelling of `cal`. A spelling that the command has itself, and the value of a flag, stay. */
export function inKnownSpelling(words: readonly string[], flags: readonly Flag[]): readonly string[] {
  const end = words.indexOf('--')
  return words.map((word, i) => {
    const name = word.replace(/=.*$/s, '')
    const spelling = end === -1 || i < end ? spellings[name] : undefined
    if (spelling === undefined || flags.some(({ positive, negative }) => positive === name || negative === name))
      return word
    const before = words[i - 1]
    const is_value = flags.some(
      ({ positive, short, value, alone }) =>
        before !== undefined && (positive === before || short === before) && value !== undefined && alone === undefined,
    )
    return is_value ? word : `${spelling}${word.slice(name.length)}`
  })
}
