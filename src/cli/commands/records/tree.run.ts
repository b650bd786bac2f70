// `cal categories tree`: all categories below their parents.
import type { JsonObject } from '../../../base/json.ts'
import { getPages } from '../../../client/api/pages.ts'
import { resources } from '../../../spec/resources.ts'
import type { CommandAction } from '../../core/command.ts'
import { streamOf } from '../../core/outcome.ts'
import { paletteOf } from '../../views/palette.ts'
import { treePicture } from '../../views/tree.ts'

export const showTree: CommandAction = async ({ values }, session) => {
  const { exchange } = await session.open()
  const categories: JsonObject[] = []
  for await (const { records } of getPages(exchange, { plural: 'categories', query: { hide_empty: false, ...values } }))
    categories.push(...records)
  return {
    kind: 'view',
    columns: resources.categories.columns,
    picture: (page) => treePicture(categories, paletteOf(page)),
    records: streamOf(categories),
  }
}
