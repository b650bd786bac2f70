// A command line in one text, split as a shell splits it: at blanks, outside quotes; no variables, no patterns.

/** undefined if a quote is not closed. */
export function shellWords(text: string): readonly string[] | undefined {
  const words = [...text.matchAll(/(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\])+|["'\\]/gs)].map(([word]) => word)
  if (words.some((word) => /^["'\\]$/.test(word))) return undefined
  return words.map((word) =>
    word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, (_, double?: string, single?: string, escaped?: string) =>
      double === undefined ? (single ?? escaped ?? '') : double.replace(/\\(["\\$`])/g, '$1'),
    ),
  )
}
