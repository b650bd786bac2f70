// The colors of categories, the same on pages and in the views of the command line: cyan, magenta, green, blue, red,
// violet, azure and orange. Each is readable on light and dark backgrounds in a terminal, which yellow is not.
const count = 8

/**
 * The number of a category's color, from 0. Ids are given one after another, so that few categories share a color, and
 * a category has the same one in every view.
 */
export function colorOfCategory(id: number): number {
  return Number.isSafeInteger(id) ? Math.abs(id) % count : 0
}
