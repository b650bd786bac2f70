// How much of a table or a random test a run takes: all of it in `npm run nightly`, a short form in `npm test`.

export const is_nightly = process.env.CAL_NIGHTLY === '1'

/** All of these rows in the nightly run, the first ones in a short run: order them by what they protect. */
export function firstOf<T>(short: number, rows: readonly T[]): readonly T[] {
  return is_nightly ? rows : rows.slice(0, short)
}
