import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { manPages } from '../../../../src/cli/help/man.ts'
import { topic_names } from '../../../../src/cli/core/choices.ts'
import { cal } from '../../../support/runtime.ts'

describe('manual pages', () => {
  it('contain every command and every flag', () => {
    const pages = manPages(commands, { language: 'en', version: '1.0.0' })
    expect(pages.get('cal.1')).toContain('.TP\n.B cal events list\nlist events\n')
    expect(pages.get('cal-events.1')).toContain('.TP\n.B \\-\\-starts\\-after DATE\nstarts after this date\n')
    expect([...pages.keys()]).not.toContain('cal-__complete.1')
  })

  it('are in German with --lang de', () =>
    expect(manPages(commands, { language: 'de', version: '1.0.0' }).get('cal-month.1')).toContain('.SH ÜBERSICHT'))

  it('are accepted by man, if it is installed', () => {
    const page = manPages(commands, { language: 'en', version: '1.0.0' }).get('cal.1') ?? ''
    try {
      execFileSync('groff', ['--version'], { stdio: 'ignore' })
    } catch {
      return
    }
    expect(
      execFileSync('groff', ['-man', '-Kutf8', '-Tutf8', '-ww', '-P-cbou'], {
        input: page,
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'ignore'],
      }),
    ).toContain('SYNOPSIS')
  })
})

describe('cal help TOPIC', () => {
  it.each(topic_names)('%s has a page in both languages', async (topic) => {
    const [en, de] = [await cal(['help', topic]), await cal(['help', topic, '--lang', 'de'])]
    expect([en.code, de.code, en.stderr, de.stderr]).toEqual([0, 0, '', ''])
    expect(en.stdout.length).toBeGreaterThan(300)
    expect(de.stdout).not.toBe(en.stdout)
  })

  it('exit codes can be typed with a space, and all codes are listed', async () => {
    const { stdout } = await cal(['help', 'exit', 'codes'])
    for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 130, 143])
      expect(stdout).toMatch(new RegExp(`^ +${code}  \\w`, 'm'))
  })
})
