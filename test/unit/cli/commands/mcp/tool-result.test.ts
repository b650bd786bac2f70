// Answers are bounded and hold neither secrets nor control characters.
import { expect, it } from 'vitest'
import { resultOf, boundedText, briefRecord, errorResult } from '../../../../../src/cli/commands/mcp/tool.ts'
import { CalError } from '../../../../../src/base/errors.ts'
import type { Session } from '../../../../../src/cli/types/session.ts'
import type { Credentials } from '../../../../../src/client/transport/credentials.ts'

const page = { isTerminal: false, columns: 80, language: 'en', color: false, links: false } as const
const settingsWith = (credentials: Credentials, database?: string) => ({ credentials, database })

function answered(text: string, settings: ReturnType<typeof settingsWith>): string {
  const session = { language: 'en', page, settings, runtime: { program: 'cal' } }
  const { content } = resultOf({ text }, [], session as object as Session)
  return content[0]?.text ?? ''
}

it.each([
  [{ kind: 'bearer', token: 'abcdef123' }, 'token abcdef123 here'],
  [{ kind: 'basic', user: 'ada', password: 'pass word' }, `Basic ${btoa('ada:pass word')} or pass word`],
  [{ kind: 'header', name: 'X-Key', value: 'key-"9"-long' }, 'sent key-"9"-long back'],
] as const)('leaves out the secret of %j', (credentials, text) => {
  const shown = answered(text, settingsWith(credentials))
  expect(shown).toContain('[redacted]')
  for (const secret of ['abcdef123', 'pass word', btoa('ada:pass word'), '-long']) expect(shown).not.toContain(secret)
})

it('leaves out the password of a database', () => {
  const settings = settingsWith({ kind: 'none' }, 'postgres://cal:p%40ssword@db/x')
  expect(answered('p%40ssword p@ssword', settings)).toBe('{"text":"[redacted] [redacted]"}')
  const unencoded = settingsWith({ kind: 'none' }, 'postgres://cal:100%secret@db/x')
  expect(answered('100%secret', unencoded)).toBe('{"text":"[redacted]"}')
})

it('escapes control characters, and refuses what is too long', () => {
  expect(answered('a\u001b\u202eb\u0085', settingsWith({ kind: 'none' }))).toBe('{"text":"a\\u001b\\u202eb\\u0085"}')
  expect(() => answered('x'.repeat(400_001), settingsWith({ kind: 'none' }))).toThrow('the result would be')
})

it('escapes invisible characters in results, notes and errors, without changing their value', () => {
  const ranges = [
    [0xad],
    [0x34f],
    [0x61c],
    [0x115f, 0x1160],
    [0x17b4, 0x17b5],
    [0x180b, 0x180f],
    [0x200b, 0x200f],
    [0x2028, 0x202e],
    [0x2060, 0x206f],
    [0x2800],
    [0x3164],
    [0xfe00, 0xfe0f],
    [0xfeff],
    [0xffa0],
    [0xfff9, 0xfffb],
    [0x1d173, 0x1d17a],
    [0xe0001],
    [0xe0020, 0xe007f],
    [0xe0100, 0xe01ef],
  ]
  const text = ranges
    .flatMap(([first = 0, last = first]) => Array.from({ length: last - first + 1 }, (_, i) => first + i))
    .map((point) => String.fromCodePoint(point))
    .join('')
  const session = { language: 'en', page, settings: settingsWith({ kind: 'none' }), runtime: { program: 'cal' } }
  const note = { en: text, de: text }
  const failed = errorResult(new CalError('usage', note), [note], session as object as Session)
  for (const shown of [answered(text, settingsWith({ kind: 'none' })), failed.content[0]?.text ?? '']) {
    expect(shown).toMatch(/^[ -~]+$/)
    expect(shown).toContain('\\udb40\\udc41')
    expect(JSON.stringify(JSON.parse(shown))).toContain(JSON.stringify(text).slice(1, -1))
  }
  expect(answered('Zoë 🎷 東京', settingsWith({ kind: 'none' }))).toBe('{"text":"Zoë 🎷 東京"}')
})

it('shows an unexpected error as an error of the program, without its stack', () => {
  const session = { language: 'en', page, settings: settingsWith({ kind: 'none' }), runtime: { program: 'cal' } }
  const answer = errorResult(new RangeError('deep'), [{ en: 'a note', de: '' }], session as object as Session)
  expect(answer.isError).toBe(true)
  expect(JSON.parse(answer.content[0]?.text ?? '')).toMatchObject({
    error: { code: 'bug', message: 'internal error: RangeError: deep' },
    notes: ['a note'],
  })
})

it('shortens texts and linked records', () => {
  expect(boundedText('abc', 3)).toBe('abc')
  expect(boundedText('abcd', 3)).toBe('abc… (4 characters)')
  const record = {
    id: 1,
    title: 'A',
    description: 'x'.repeat(400),
    image: false,
    all_day: false,
    venue: { id: 2, venue: 'Hall', address: 'Street 1', city: 'Ulm' },
    tags: [],
    unknown: 'x',
  }
  expect(briefRecord('events', record)).toEqual({
    id: 1,
    title: 'A',
    description: `${'x'.repeat(300)}… (400 characters)`,
    all_day: false,
    venue: { id: 2, venue: 'Hall', city: 'Ulm' },
  })
})
