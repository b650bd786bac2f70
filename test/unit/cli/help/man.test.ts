import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { manPages } from '../../../../src/cli/commands/help/man.run.ts'
import { topic_names } from '../../../../src/cli/types/outcome.ts'
import { sameText } from '../../../../src/base/text/language.ts'
import type { Command } from '../../../../src/cli/types/command.ts'
import { is_nightly } from '../../../support/extent.ts'
import { project } from '../../../support/project.ts'
import { cal } from '../../../support/runtime.ts'

describe.each(['en', 'de'] as const)('manual pages in %s', (language) => {
  const pages = manPages(commands, { language, version: '1.0.0' })
  const titles = { en: /^\.SH "([A-Z ]+)"$/gm, de: /^\.SH "([A-ZÄÖÜ ]+)"$/gm }[language]

  it('have every section of a manual page', () => {
    const wanted = {
      en: ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'EXAMPLES', 'EXIT STATUS', 'ENVIRONMENT', 'FILES', 'SEE ALSO'],
      de: [
        'BEZEICHNUNG',
        'ÜBERSICHT',
        'BESCHREIBUNG',
        'OPTIONEN',
        'BEISPIELE',
        'RÜCKGABEWERT',
        'UMGEBUNGSVARIABLEN',
        'DATEIEN',
        'SIEHE AUCH',
      ],
    }[language]
    for (const name of ['cal.1', 'cal-events.1', 'cal-import.1', 'cal-serve.1']) {
      const found = [...(pages.get(name) ?? '').matchAll(titles)].map(([, title]) => title)
      expect(
        wanted.filter((title) => !found.includes(title)),
        name,
      ).toEqual([])
    }
  })

  it('have no text that roff would take for a request or an escape', () => {
    for (const [name, page] of pages) {
      const requests = [...page.matchAll(/^[.'](\S*)/gm)].map(([, request]) => request)
      const known = ['TH', 'SH', 'SS', 'TP', 'PP', 'B', 'BR', 'RS', 'RE', 'nf', 'fi', 'br', 'so']
      expect(
        requests.filter((request) => !known.includes(request ?? '')),
        name,
      ).toEqual([])
      expect([...page.matchAll(/\\(?!-|e|&|\((?:aq|ti|ha|ga|dq))./g)], name).toEqual([])
    }
  })

  it.runIf(hasGroff() && (language === 'en' || is_nightly))('are formatted by groff without a warning', () => {
    for (const [i, [name, input]] of [...pages].entries()) {
      if (input.startsWith('.so') || (!is_nightly && i % 3 !== 0)) continue
      const { stderr, stdout } = spawnSync('groff', ['-man', '-Kutf8', '-Tutf8', '-ww', '-P-cbou'], {
        input,
        encoding: 'utf8',
      })
      expect(stderr, name).toBe('')
      expect(stdout).toContain(language === 'en' ? 'SYNOPSIS' : 'ÜBERSICHT')
    }
  })
})

describe('manual pages', () => {
  const pages = manPages(commands, { language: 'en', version: '1.0.0' })

  it('have every command and every flag with its values', () => {
    expect(pages.get('cal.1')).toContain('.TP\n.B cal events list\nlist events\n')
    expect(pages.get('cal-events.1')).toContain('.TP\n.B \\-\\-starts\\-after DATE\nstarts after this date\n')
    expect(pages.get('cal-import.1')).toContain('error, update or skip (default: error)')
    expect([...pages.keys()]).not.toContain('cal-__complete.1')
  })

  it('show flags, quotes and backslashes as they are typed', () => {
    if (!hasGroff()) return
    const command: Command = {
      path: ['odd'],
      summary: sameText('.dots and \\ and "quotes"'),
      effect: 'local',
      examples: [["odd --jq '.[] | ^~`' \\n", sameText("'quoted'")]],
      load: () => Promise.reject(new Error('not run')),
    }
    const { stdout } = spawnSync('groff', ['-man', '-Kutf8', '-Tutf8', '-P-cbou'], {
      input: manPages([command], { language: 'en', version: '1' }).get('cal-odd.1') ?? '',
      encoding: 'utf8',
    })
    expect(stdout).toContain("cal odd --jq '.[] | ^~`' \\n\n")
    expect(stdout).toContain('.dots and \\ and "quotes"')
  })

  it('are the files that npm installs', () => {
    const file = join(project, 'package.json')
    const packed = readFileSync(file, 'utf8')
    const wanted = [...pages.keys()].map((name) => `man/${name}`).sort()
    if (process.env.UPDATE_GOLDEN)
      writeFileSync(
        file,
        packed.replace(/"man": \[[^\]]*\]/, `"man": [\n${wanted.map((name) => `    "${name}"`).join(',\n')}\n  ]`),
      )
    expect(JSON.parse(readFileSync(file, 'utf8')).man, 'package.json; UPDATE_GOLDEN=1 updates it').toEqual(wanted)
  })
})

function hasGroff(): boolean {
  return spawnSync('groff', ['--version']).status === 0
}

describe('cal help TOPIC', () => {
  it.each(topic_names)('%s has a page in both languages', async (topic) => {
    const [en, de] = [await cal(['help', topic]), await cal(['help', topic, '--lang', 'de'])]
    expect([en.code, de.code, en.stderr, de.stderr]).toEqual([0, 0, '', ''])
    expect(en.stdout.length).toBeGreaterThan(300)
    expect(de.stdout).not.toBe(en.stdout)
  })
})
