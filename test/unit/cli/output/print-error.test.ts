// Errors as text and as JSON.
import { describe, expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import { errorReport } from '../../../../src/cli/output/print-error.ts'
import { cal } from '../../../support/runtime.ts'

const reader = { language: 'en', format: undefined, debug: false, program: 'cal' } as const
const failure = new CalError(
  'refused',
  { en: 'the server rejected the request (400): \u001b[2Jno', de: 'x' },
  {
    remote: { status: 400, code: 'rest_invalid_param', fields: { end_date: 'before\nthe start' } },
    hint: { en: 'try cal events list\nor nothing', de: 'y' },
  },
)

describe('failureReport', () => {
  it('is text with the message of each field', () => {
    expect(errorReport(failure, reader)).toEqual({
      exit_code: 5,
      text: 'error: the server rejected the request (400): \\u{1b}[2Jno\n  end_date: before the start\nhint: try cal events list\n      or nothing\n',
    })
  })

  it('is JSON with -o json', () => {
    const { text } = errorReport(failure, { ...reader, format: 'ndjson', program: 'calctl' })
    expect(JSON.parse(text)).toEqual({
      error: {
        code: 'refused',
        message: 'the server rejected the request (400): \u001b[2Jno',
        hint: 'try calctl events list\nor nothing',
        status: 400,
        remote_code: 'rest_invalid_param',
        fields: { end_date: 'before\nthe start' },
        exit: 5,
      },
    })
    expect(text).toBe(`${JSON.stringify(JSON.parse(text))}\n`)
  })

  it('shows the stack of a bug only with --debug', () => {
    const bug = new TypeError('x is undefined', { cause: new Error('because') })
    expect(errorReport(bug, reader)).toEqual({
      exit_code: 1,
      text: 'error: internal error: TypeError: x is undefined\nhint: rerun the command with --debug to see the stack trace\n',
    })
    expect(errorReport(bug, { ...reader, debug: true }).text).toMatch(
      /TypeError: x is undefined\n {4}at .*\n[\s\S]*Error: because\n/,
    )
  })
})

describe('a wrong command line', () => {
  it('names the fields in JSON, in the chosen language', async () => {
    const { stderr, code } = await cal(['events', 'list', '--per-page', 'x', '--limit', 'y', '--json', '--lang', 'de'])
    expect(JSON.parse(stderr).error.fields).toEqual({
      per_page: '--per-page erwartet eine ganze Zahl, nicht „x“',
      limit: '--limit erwartet eine ganze Zahl ab 0, nicht „y“',
    })
    expect(code).toBe(2)
  })

  it('names missing arguments', async () => {
    const { stderr } = await cal(['events', 'create', '--title', 'x', '-o', 'json', '--api-root', 'http://127.0.0.1:1'])
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'usage',
      fields: { start_date: 'missing', end_date: 'missing' },
      exit: 2,
    })
  })
})
