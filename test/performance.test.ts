// The table of docs/performance.md has the goals that `npm run bench` compares with.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Empty for a figure that is only reported. */
interface Goal {
  readonly goal?: number
  readonly most?: boolean
}

interface Bench {
  readonly goals: Readonly<Record<string, Goal>>
  readonly groups: readonly string[]
  readonly figures: readonly { readonly name: string }[]
}
// The benchmark runs without a build, so it has no types.
const bench = (file: string) => import(join(import.meta.dirname, 'bench', file))
const { goals, groups }: Pick<Bench, 'goals' | 'groups'> = await bench('goals.js')
const { figures }: Pick<Bench, 'figures'> = await bench('figures.js')

const page = readFileSync(join(import.meta.dirname, '../docs/performance.md'), 'utf8')

it('docs/performance.md has every figure with its goal', () => {
  const rows = page.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    return /^([≤≥] |none$)/.test(cells[2] ?? '') ? [[cells[1], cells[2]]] : []
  })
  const textOf = ({ goal, most }: Goal) => (goal === undefined ? 'none' : `${most ? '≤' : '≥'} ${goal}`)
  expect(rows).toEqual(Object.entries(goals).map(([name, goal]) => [name, textOf(goal)]))
})

it('the groups in the text are those that can be run', () => {
  expect(groups).toEqual(figures.map(({ name }) => name))
})
