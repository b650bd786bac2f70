// Cuts two long texts around the place where they differ, so that the difference is visible.

/** So much of what both share is shown before the difference. */
const lead = 15

/** Both texts, cut to `length_max` characters each; `…` marks what is left out. */
export function aroundDifference(one: string, other: string, length_max: number): readonly [string, string] {
  const [ones, others] = [[...one], [...other]]
  if (ones.length <= length_max && others.length <= length_max) return [one, other]
  let shared = 0
  while (shared < Math.min(ones.length, others.length) && ones[shared] === others[shared]) shared++
  const longer = Math.max(ones.length, others.length)
  // What fits from the start is shown from the start.
  const from = shared + lead <= length_max ? 0 : Math.max(0, Math.min(shared - lead, longer - length_max))
  const cut = (characters: readonly string[]) =>
    `${from > 0 ? '…' : ''}${characters.slice(from, from + length_max).join('')}${characters.length > from + length_max ? '…' : ''}`
  return [cut(ones), cut(others)]
}
