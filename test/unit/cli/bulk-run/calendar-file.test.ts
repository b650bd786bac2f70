// The calendar of commands that work on files and databases.
import { describe, expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import { calendarFileOf } from '../../../../src/cli/session/calendar-address.ts'

function refusal(data: string): readonly (string | undefined)[] {
  try {
    return [calendarFileOf({ data })]
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    return [error.code, error.text.en, error.hint?.en]
  }
}

describe('--data', () => {
  it.each([
    ['calendar.db', 'calendar.db'],
    ['file:calendar.db', 'calendar.db'],
    ['./notes:2027.db', './notes:2027.db'],
    ['C:\\calendar.db', 'C:\\calendar.db'],
    [':memory:', ':memory:'],
    ['env:DATABASE_URL', 'env:DATABASE_URL'],
    ['PostgreSQL://db/app', 'PostgreSQL://db/app'],
  ])('%s names a calendar', (data, file) => {
    expect(calendarFileOf({ data })).toBe(file)
  })

  it.each([
    ['mysql://ada:secret@db/app', 'mysql://ada:••••••@db/app', 'mysql', 'for example: --data ./calendar.db'],
    ['https://example.org', 'https://example.org', 'https', 'for example: --data ./calendar.db'],
    ['sqlite:a.db', 'sqlite:a.db', 'sqlite', 'for a file whose name has a colon: --data ./sqlite:…'],
  ])('%s is refused without its password, with the schemes that work', (data, shown, scheme, hint) => {
    const text = `--data ${shown}: "${scheme}:" is not supported; use a file name, postgres://… or env:NAME`
    expect(refusal(data)).toEqual(['usage', text, hint])
  })

  it.each(['host=h password=secret', 'dbname = d', "PGPASSWORD='a b'"])('%s is refused as settings', (data) => {
    const [code, text, hint] = refusal(data)
    expect([code, hint]).toEqual(['usage', 'for a database: --data postgres://USER:password@HOST/DATABASE'])
    expect(text).not.toMatch(/secret|a b/)
  })
})
