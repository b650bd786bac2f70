// A file that cannot be read, and why, in both languages: the system says it in English alone.
import { Failure, type FailureCode } from './failure.ts'
import type { Text } from './language.ts'

/** The failure to throw; the cause itself where it is no matter of files. */
export function unreadable(name: string, cause: unknown, code: FailureCode = 'usage'): unknown {
  const reason = reasons[cause instanceof Error && 'code' in cause ? String(cause.code) : '']
  if (reason === undefined) return cause
  return new Failure(code, { en: `${name} cannot be read: ${reason.en}`, de: `${name} ist nicht lesbar: ${reason.de}` }, { cause })
}

const reasons: Readonly<Record<string, Text>> = {
  ENOENT: { en: 'there is no such file', de: 'die Datei gibt es nicht' },
  ENOTDIR: { en: 'there is no such file', de: 'die Datei gibt es nicht' },
  EACCES: { en: 'no right to read it', de: 'das Leserecht fehlt' },
  EPERM: { en: 'no right to read it', de: 'das Leserecht fehlt' },
  EISDIR: { en: 'it is a folder', de: 'es ist ein Ordner' },
}
