// Input files and what is read from them, in the files of test/golden/readings: a line with the name, the options and a
// title, the text, then its records, errors, warnings and notes. UPDATE_GOLDEN=1 reads the texts again: to add a file,
// append it there.
import { describeGolden } from '../../../support/golden.ts'
import { readItems } from '../../../support/read-items.ts'

/** The lines of a block before its results, and what they say. */
function parsed(block: string) {
  const lines = block.trimEnd().split('\n')
  const end = lines.findIndex((line) => line.startsWith('→'))
  const given = end === -1 ? lines : lines.slice(0, end)
  const [, name = '', options = '{}'] = /^=== (\S+) ?(\{.*\})? \| /.exec(given[0] ?? '') ?? []
  const text = `${given.slice(1).join('\n')}\n`
  return {
    given,
    name,
    reading: JSON.parse(options),
    text: name.endsWith('.ics') ? text.replaceAll('\n', '\r\n') : text,
  }
}

/** An error of a whole file is a result, too. */
async function resultsOf({ name, text, reading }: ReturnType<typeof parsed>): Promise<readonly string[]> {
  const said = new Set<string>()
  const items = await readItems(name, text, {
    ...reading,
    note: ({ en }) => said.add(`→ note: ${en}`),
  }).catch((error) => [['error', 0, `${error.message}${error.hint ? ` (${error.hint.en})` : ''}`]])
  const results = items.map((item) => {
    const [kind, line, values] = item as [string, number, unknown]
    return `→ ${kind} ${line}: ${typeof values === 'string' ? values : JSON.stringify(values)}`
  })
  return [...results, ...said]
}

describeGolden('readings', '=== ', async (block) => {
  const reading = parsed(block)
  return [...reading.given, ...(await resultsOf(reading))].join('\n')
})
