// `cal categories tree`: shows all categories below their parents, with ids and the number of events.
import { type Json, type JsonObject, stringOf } from '../../../base/json.ts'
import { escapeControls, textOfHtml } from '../../../base/text/untrusted-text.ts'
import { getPages } from '../../../client/api/pages.ts'
import { resources } from '../../../spec/resources.ts'
import type { CommandAction } from '../../types/command.ts'
import { type OutcomeItem, streamOf } from '../../types/outcome.ts'
import { isolated } from '../../output/terminal.ts'
import { type Palette, paletteOf } from '../../views/view-options.ts'

export const showTree: CommandAction = async ({ values }, session) => {
  const { exchange } = await session.open()
  const categories: JsonObject[] = []
  for await (const { records } of getPages(exchange, { plural: 'categories', query: { hide_empty: false, ...values } }))
    categories.push(...records)
  return {
    kind: 'view',
    columns: resources.categories.columns,
    render: (page) => treeText(categories, paletteOf(page)),
    records: streamOf(categories),
  }
}

/** A line for each category; categories with an unknown parent, or in a cycle, are at the top level. */
export function treeText(categories: readonly OutcomeItem[], palette: Palette): string {
  const known = new Map(categories.map((category) => [category.id, category]))
  const children = (parent: Json | undefined) => categories.filter((category) => category.parent === parent)
  const drawn = new Set<Json | undefined>()
  const lines: string[] = []
  const draw = (category: OutcomeItem, indent: string, branch: string, below: string) => {
    if (drawn.has(category.id)) return
    drawn.add(category.id)
    lines.push(`${palette.faint(indent + branch)}${labelOf(category, palette)}`)
    const under = children(category.id)
    for (const child of under)
      draw(child, indent + below, child === under.at(-1) ? '└─ ' : '├─ ', child === under.at(-1) ? '   ' : '│  ')
  }
  const tops = categories.filter(({ parent }) => !known.has(parent))
  for (const category of [...tops, ...categories]) draw(category, '', '', '')
  return lines.map((line) => `${line}\n`).join('')
}

function labelOf({ id, name, slug, count }: OutcomeItem, palette: Palette): string {
  return `${isolated(oneLine(name))} (${oneLine(String(count ?? 0))}) ${palette.faint(`#${id} ${oneLine(slug)}`)}`
}

function oneLine(value: Json | undefined): string {
  return escapeControls(textOfHtml(stringOf(value)))
    .replace(/\s+/g, ' ')
    .trim()
}
