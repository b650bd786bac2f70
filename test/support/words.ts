// A command line as it stands in a text, split into words as a shell would: blanks, both kinds of quotes, no variables.

/** Up to a pipe or a redirection: what comes after is not the command's. */
export function wordsOf(line: string): readonly string[] {
  const words = [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )
  const end = words.findIndex((word) => ['|', '<', '>'].includes(word))
  return end === -1 ? words : words.slice(0, end)
}
