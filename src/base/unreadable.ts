// A file that cannot be read, or an output that cannot be written, and why, in both languages: the system says it in English alone.
import { Failure, type FailureCode } from './failure.ts'
import type { Text } from './language.ts'

/** The failure to throw; the cause itself where it is no matter of files. */
export function unreadable(name: string, cause: unknown, code: FailureCode = 'usage'): unknown {
  const reason = reasonOf(cause)
  if (reason === undefined) return cause
  return new Failure(code, { en: `${name} cannot be read: ${reason.en}`, de: `${name} ist nicht lesbar: ${reason.de}` }, { cause })
}

/** The same for a file that is to be written, where what is missing is its folder. */
export function unwritable(name: string, cause: unknown): unknown {
  const reason = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT' ? no_folder : reasonOf(cause)
  if (reason === undefined) return cause
  return new Failure('usage', { en: `${name} cannot be written: ${reason.en}`, de: `${name} lässt sich nicht schreiben: ${reason.de}` }, { cause })
}

/** What the system’s error means; undefined for what is none of files. */
export function reasonOf(cause: unknown): Text | undefined {
  return reasons[cause instanceof Error && 'code' in cause ? String(cause.code) : '']
}

const no_folder: Text = { en: 'there is no such folder', de: 'den Ordner gibt es nicht' }
const absent: Text = { en: 'there is no such file', de: 'die Datei gibt es nicht' }
const forbidden: Text = { en: 'this user has no right to it', de: 'diesem Benutzer fehlt das Recht dazu' }
const full: Text = { en: 'there is no room left', de: 'es ist kein Platz mehr' }

const reasons: Readonly<Record<string, Text>> = {
  ENOENT: absent,
  ENOTDIR: absent,
  EACCES: forbidden,
  EPERM: forbidden,
  EISDIR: { en: 'it is a folder', de: 'es ist ein Ordner' },
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: { en: 'it is larger than files may be', de: 'es ist größer, als Dateien sein dürfen' },
  EROFS: { en: 'the medium cannot be written to', de: 'das Medium ist schreibgeschützt' },
  EIO: { en: 'the medium fails', de: 'das Medium hat einen Fehler' },
}
