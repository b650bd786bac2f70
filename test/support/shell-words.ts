// Splits command lines into their arguments, without variables.

/** The arguments of a line in a document, before a pipe or a redirection; with both kinds of quotes. */
export function shellWords(line: string): readonly string[] {
  const words = [...line.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )
  const end = words.findIndex((word) => ['|', '<', '>'].includes(word))
  return end === -1 ? words : words.slice(0, end)
}

/** Splits a line of a test at spaces that are not in single quotes. */
export function splitArguments(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}
