// The file that says where a server answers: whole as soon as it is there, gone when the server is.
import { rename, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { writeError } from '../../../base/files/file-errors.ts'

export interface ReadyFile {
  /** It may hold a password, so it is for this user alone. Fails with `usage` where there can be no such file. */
  write(ready: object): Promise<void>
  /** Leaves alone what was not written. */
  remove(): Promise<void>
}

export function readyFile(name: string, { cwd }: { readonly cwd: string }): ReadyFile {
  const file = resolve(cwd, name)
  const half = `${file}.part`
  let written = false
  return {
    write: async (ready) => {
      try {
        await rm(half, { force: true })
        await writeFile(half, `${JSON.stringify(ready)}\n`, { mode: 0o600, flag: 'wx' })
        await rename(half, file)
        written = true
      } catch (cause) {
        await rm(half, { force: true }).catch(() => undefined)
        throw writeError(name, cause)
      }
    },
    remove: async () => {
      if (written) await rm(file, { force: true })
    },
  }
}
