// Whether a calendar file is sound, looked at when a server takes it.
import { Failure } from '../../base/failure.ts'
import { existingStat } from '../../base/file-stat.ts'
import type { Connection } from './sqlite.ts'

/** Up to here the look takes less than a quarter of a second; beyond, only a file whose last server was killed is worth the wait. */
const quick_bytes = 32 * 1024 * 1024

/** Fails with `configuration` when the file is damaged. */
export function requireSound(connection: Connection, { was_killed }: { readonly was_killed: boolean }): void {
  if (!was_killed && existingStat(connection.file).size > quick_bytes) return
  const found = connection.pragma('quick_check(1)')
  if (found === 'ok') return
  throw new Failure('configuration', {
    en: `${connection.file} is damaged: ${found}`, de: `${connection.file} ist beschädigt: ${found}`,
  }, { hint: { en: 'bring back a copy: cal restore COPY --data FILE', de: 'eine Kopie zurückholen: cal restore KOPIE --data DATEI' } })
}
