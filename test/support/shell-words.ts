// Splits a command line of a document as a shell does: spaces and both kinds of quotes, but no variables.

/** The arguments before a pipe or a redirection. */
export function shellWords(line: string): readonly string[] {
  const words = [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )
  const end = words.findIndex((word) => ['|', '<', '>'].includes(word))
  return end === -1 ? words : words.slice(0, end)
}
