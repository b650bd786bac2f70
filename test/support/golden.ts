// Golden files: expected output in test/golden. `UPDATE_GOLDEN=1` updates them; review the whole diff.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
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

/**
 * A test for each block of the text files of a folder of test/golden. A block begins with `begins`, and its title is
 * the rest of that line; `run` returns it with the results of now.
 */
export function describeGolden(folder: string, begins: string, run: (block: string) => Promise<string>): void {
  describe.each(readdirSync(join(project, 'test/golden', folder)).filter((file) => file.endsWith('.txt')))(
    '%s',
    (file) => {
      const text = readFileSync(join(project, 'test/golden', folder, file), 'utf8')
      const blocks = text.trimEnd().split(new RegExp(`\\n+(?=${begins})`))
      const written = new Map(blocks.map((block) => [block, block]))

      it.each(blocks.map((block) => [block.split('\n', 1)[0]?.slice(begins.length) ?? '', block]))(
        '%s',
        async (_, block) => {
          const result = await run(block)
          written.set(block, result)
          if (!process.env.UPDATE_GOLDEN) expect(result).toBe(block)
        },
      )

      afterAll(() => {
        if (process.env.UPDATE_GOLDEN) expectGolden(`${folder}/${file}`, `${[...written.values()].join('\n\n')}\n`)
      })
    },
  )
}
