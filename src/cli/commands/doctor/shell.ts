// Which `cal` the shell finds: most systems have one of their own.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { sameText } from '../../../base/text/language.ts'
import type { Session } from '../../core/session.ts'
import type { Finding } from './finding.ts'

export async function shellFinding({ runtime }: Session): Promise<Finding> {
  const check = { en: 'the cal of the shell', de: 'das cal der Shell' }
  const places = await Promise.all(
    (runtime.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => folder !== '')
      .map(async (folder) => {
        const file = join(folder, 'cal')
        return (await access(file, constants.X_OK).then(
          () => true,
          () => false,
        ))
          ? file
          : undefined
      }),
  )
  const first = places.find((place) => place !== undefined)
  if (first === undefined)
    return {
      check,
      ok: true,
      found: { en: 'none: this one was called by its path', de: 'keines: dieses wurde über seinen Pfad aufgerufen' },
    }
  if (!/^\/(usr\/)?bin\/cal$/.test(first)) return { check, ok: true, found: sameText(first) }
  return {
    check,
    ok: true,
    found: { en: `${first}, the system’s own`, de: `${first}, das des Systems` },
    advice: {
      en: 'call this one calctl, or put its folder first in PATH',
      de: 'dieses als calctl aufrufen, oder seinen Ordner in PATH nach vorn stellen',
    },
  }
}
