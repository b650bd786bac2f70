// The table of quirks: every entry has a sentence, an existing source, and exactly one use.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { quirk, type QuirkName, quirks } from '../../../../src/server/quirks/quirks.ts'
import { project } from '../../../support/project.ts'
import { importsOf, sourcesUnder } from '../../../support/sources.ts'

const table = 'src/server/quirks/quirks.ts'
const sources = sourcesUnder('src/server')
const others = sources.filter(({ path }) => path !== table)
/** The source, the sentence and the name of each entry. */
const rows = [
  ...(sources.find(({ path }) => path === table)?.text ?? '').matchAll(
    /\/\*\*[\s*]+([Q\d.]+): ([\s\S]{20,}?\.)[\s*]+\/\n {2}(\w+): '/g,
  ),
].map(([, ...parts]) => parts)
const documented = readFileSync(join(project, 'docs/interface.md'), 'utf8')

describe('the table of quirks', () => {
  it.each(Object.keys(quirks))('%s is read in one place', (name) => {
    expect(
      others.flatMap(({ path, text }) =>
        text
          .split(`'${name}'`)
          .slice(1)
          .map(() => path),
      ),
    ).toHaveLength(1)
  })

  it('has a comment with a source in docs/interface.md for every entry', () => {
    expect(rows.map(([, , name]) => name)).toEqual(Object.keys(quirks))
    for (const [source = ''] of rows) {
      const mark = source.startsWith('Q') ? `| ${source} |` : `# ${source}`
      expect(documented).toMatch(new RegExp(`^#*${mark.replaceAll('|', '\\|').replaceAll('.', '\\.')}(\\.? |$)`, 'm'))
    }
  })

  it('imports nothing', () => {
    expect(sources.filter(({ path }) => path === table).flatMap(importsOf)).toEqual([])
  })

  it('is the only place that reads the mode', () => {
    // For a file, `.mode` means its permissions.
    const readers = others.filter(({ text }) => /\bmode ===|\.mode\b(?!\) & 0o)/.test(text)).map(({ path }) => path)
    expect(readers).toEqual([])
  })

  it('is off in standard mode and on in quirks mode', () => {
    expect(quirk({ mode: 'standard' }, 'json_types_are_strict')).toBe(false)
    expect(quirk({ mode: 'quirks' }, 'json_types_are_strict')).toBe(true)
    expect(quirk({ mode: 'quirks-6.17' }, 'json_types_are_strict')).toBe(true)
  })

  it('differs between the releases in these quirks alone', () => {
    const isIn = (mode: 'quirks' | 'quirks-6.17') => (name: QuirkName) => quirk({ mode }, name)
    const names = Object.keys(quirks).filter((name): name is QuirkName => name in quirks)
    expect(names.filter((name) => isIn('quirks')(name) && !isIn('quirks-6.17')(name))).toEqual([
      'trashed_events_are_inaccessible',
      'rights_ignore_author',
    ])
    expect(names.filter((name) => isIn('quirks-6.17')(name) && !isIn('quirks')(name))).toEqual([
      'publishing_linked_drafts_needs_rights',
      'unknown_event_ids_answer_404',
      'unknown_event_slugs_answer_404',
      'trashed_events_are_unavailable',
      'contributors_cannot_change_published',
      'rights_by_slug_ignore_author',
      'terms_need_author_or_editor',
      'places_have_passwords',
      'events_have_custom_fields',
    ])
  })

  it('covers every row but Q18, the same in all modes, and Q23, where any order is right', () => {
    const found = new Set(rows.map(([source]) => source))
    const missing = Array.from({ length: 41 }, (_, i) => `Q${i + 1}`).filter((row) => !found.has(row))
    expect(missing).toEqual(['Q18', 'Q23'])
  })
})
