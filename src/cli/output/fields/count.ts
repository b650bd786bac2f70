// How many there are: what the service counts where only a page was fetched, else what came.
import type { Printer } from '../formats/formats.ts'

export const printCount: Printer = async function* (records, { total }) {
  let came = 0
  for await (const _ of records) came += 1
  yield `${came === 0 ? 0 : Math.max(total?.() ?? 0, came)}\n`
}
