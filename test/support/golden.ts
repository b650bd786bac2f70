// Golden files: expected output in test/golden. `UPDATE_GOLDEN=1` updates them; review the whole diff.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { project } from './project.ts'

export function expectGolden(name: string, text: string): void {
  const file = join(project, 'test/golden', name)
  if (process.env.UPDATE_GOLDEN) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  expect(text, `test/golden/${name}; UPDATE_GOLDEN=1 updates it`).toBe(
    existsSync(file) ? readFileSync(file, 'utf8') : '',
  )
}
