// `--browse` of a plan where none is shown.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

describe('--browse', () => {
  it.each([
    ['import events.csv --browse', '--browse needs --dry-run\nhint: show the plan: --dry-run --browse'],
    ['apply -f parish.yaml --browse', '--browse needs --dry-run'],
    ['apply -f parish.yaml --browse --lang de', '--browse setzt --dry-run voraus'],
    ['import --resume --browse', '--browse and --resume cannot be used together'],
    ['import --resume --dry-run --browse', '--browse and --resume cannot be used together'],
  ])('%s', async (line, message) => {
    expect(await newWorkspace().cal(line)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(message),
    })
  })
})
