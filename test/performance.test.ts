// The table of docs/performance.md has the goals that `npm run bench` compares with.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, it } from 'vitest'

/** Empty for a figure that is only reported. */
interface Goal {
  readonly goal?: number
  readonly most?: boolean
}

interface Bench {
  readonly goals: Readonly<Record<string, Goal>>
  readonly groups: readonly string[]
  readonly figures: readonly { readonly name: string }[]
  readonly pageOf: (run: object) => string
}
// The benchmark runs without a build, so it has no types.
const bench = (file: string) => import(join(import.meta.dirname, 'bench', file))
const { goals, groups }: Pick<Bench, 'goals' | 'groups'> = await bench('goals.js')
const { figures }: Pick<Bench, 'figures'> = await bench('figures.js')
const { pageOf }: Pick<Bench, 'pageOf'> = await bench('page.js')

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

describe('a page written after a run', () => {
  const [first = '', second = '', third = ''] = Object.keys(goals)
  const machine = { cores: 8, cpu: 'Fast CPU', memory_gib: 64, node: 'v24.0.0' }
  const reported = Object.keys(goals).find((name) => goals[name]?.goal === undefined) ?? ''
  const row = (name: string, ratio: number, met: boolean) => ({ name, ratio, goal: 1, met, scale: '12/s' })
  const rest = '\n## What is not met\n\nText with a | and more.\n'
  const older = pageOf({
    before: '',
    machine: { ...machine, cores: 2 },
    date: '2026-01-01',
    rows: [...[first, second].map((name) => row(name, 1, true)), { name: reported, ratio: 1.25, scale: '50/s; 40/s' }],
  })
  const after = pageOf({
    before: `${older}${rest}`,
    machine,
    date: '2026-02-02',
    rows: [row(second, 123.4, false), { name: third, trouble: 'no disk' }],
  })
  const lineOf = (name: string) => after.split('\n').find((line) => line.startsWith(`| ${name} |`))

  it('has the figures of the run, and keeps older ones with their date and machine', () => {
    expect(lineOf(first)).toMatch(/\| 1\.00 \| yes \| 2026-01-01 \| 12\/s \|$/)
    expect(lineOf(second)).toMatch(/\| 123 \| \*\*no\*\* \| 2026-02-02 \| 12\/s \|$/)
    expect(lineOf(reported)).toBe(`| ${reported} | none | 1.25 |  | 2026-01-01 | 50/s; 40/s |`)
    expect(lineOf(third)).toMatch(/\| not measured \| {2}\| {2}\| {2}\|$/)
    expect(after).toContain(
      '\n- 2026-02-02: 8 cores (Fast CPU), 64 GiB, Node v24.0.0\n- 2026-01-01: 2 cores (Fast CPU), 64 GiB, Node v24.0.0\n',
    )
  })

  it('keeps the text after the table', () => {
    expect(after.endsWith(rest)).toBe(true)
    expect(older.endsWith('|\n')).toBe(true)
  })

  it('does not change by a run without figures', () => {
    expect(pageOf({ before: page, machine, date: '2026-02-02', rows: [] })).toBe(page)
  })

  it('is refused for a quick run, whose figures mean nothing', async () => {
    const { exitCode, stderr } = await execa(
      'node',
      [join(import.meta.dirname, 'bench/run.js'), '--quick', '--markdown'],
      { reject: false },
    )
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('--quick only checks that everything can be measured'),
    ])
  })
})
