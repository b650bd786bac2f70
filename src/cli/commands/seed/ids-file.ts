// The list of ids that `cal seed --out` leaves: for programs as JSON, for shells as variables.
import type { Text } from '../../../base/text/language.ts'
import { writeAtomically } from '../../../base/files/atomic-file.ts'

/** `ids.json` as an object, `ids.env` as variables a shell can read. Returns which keys share a variable. */
export async function writeIds(path: string, ids: ReadonlyMap<string, number>): Promise<readonly Text[]> {
  const sorted = [...ids].sort(([a], [b]) => (a < b ? -1 : 1))
  const isShell = path.endsWith('.env')
  const text = isShell
    ? sorted.map(([key, id]) => `${variableOf(key)}=${id}\n`).join('')
    : `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
  await writeAtomically(path, [text])
  return isShell ? sharedOf(sorted.map(([key]) => key)) : []
}

/** `talk-1` → `TALK_1`, `2027/käse` → `_2027_KASE`. */
function variableOf(key: string): string {
  return key
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
}

function sharedOf(keys: readonly string[]): readonly Text[] {
  const last = new Map(keys.map((key) => [variableOf(key), key]))
  return keys.flatMap((key) => {
    const [name, other] = [variableOf(key), last.get(variableOf(key))]
    return other === key
      ? []
      : [
          {
            en: `warning: "${key}" and "${other}" are both ${name}; the last counts`,
            de: `Warnung: „${key}“ und „${other}“ heißen beide ${name}; das letzte zählt`,
          },
        ]
  })
}
