// File errors with reason and remedy in both languages; the system's own messages are English only.
import { isDatabaseUrl, withoutDatabasePassword } from '../database-url.ts'
import { CalError, type ErrorCode, errorCode } from '../errors.ts'
import type { Text } from '../text/language.ts'
import { shellWord } from '../text/quoted.ts'
import { withoutPasswords } from '../text/untrusted-text.ts'

/** The meaning of an error code of the system. */
interface FileErrorText {
  readonly reason: Text
  hint(name: string): Text
}

/** The error to throw for a failed read; the cause itself if it is not a file system error. */
export function readError(name: string, cause: unknown, code: ErrorCode = 'usage'): unknown {
  const description = reasonOf(cause)
  if (description === undefined) return cause
  if (description === absent && (name.startsWith('file:') || isDatabaseUrl(name))) return calendarAddress(name, cause)
  const { en, de } = description.reason
  return new CalError(
    code,
    { en: `${name} cannot be read: ${en}`, de: `${name} ist nicht lesbar: ${de}` },
    { cause, hint: description.hint(name) },
  )
}

/** The records of a calendar are copied; its address is not a file. */
function calendarAddress(name: string, cause: unknown): CalError {
  const address = isDatabaseUrl(name) ? withoutDatabasePassword(name) : withoutPasswords(name)
  const file = name.startsWith('file:') ? name.slice(5) : undefined
  return new CalError(
    'usage',
    {
      en: `${address} is the address of a calendar, not a file`,
      de: `${address} ist die Adresse eines Kalenders, keine Datei`,
    },
    {
      cause,
      hint: {
        en: `copy its records: cal copy --from ${address} --to CALENDAR${file === undefined ? '' : `\nfor a file: ${file}`}`,
        de: `ihre Einträge kopieren: cal copy --from ${address} --to KALENDER${file === undefined ? '' : `\nfür eine Datei: ${file}`}`,
      },
    },
  )
}

/**
 * The error to throw for a failed write; ENOENT means that the folder is missing. The cause may also be the result of
 * a check before writing: `{ code: 'EISDIR' }`.
 */
export function writeError(name: string, cause: unknown, code: ErrorCode = 'usage'): unknown {
  const description = errorCode(cause) === 'ENOENT' ? no_folder : reasonOf(cause)
  if (description === undefined) return cause
  const { en, de } = description.reason
  return new CalError(
    code,
    { en: `${name} cannot be written: ${en}`, de: `${name} lässt sich nicht schreiben: ${de}` },
    { cause, hint: description.hint(name) },
  )
}

/**
 * A file system error that no caller handled; undefined for other errors, such as a missing program.
 */
export function fileError(cause: unknown): CalError | undefined {
  const description = reasonOf(cause)
  if (
    description === undefined ||
    !(cause instanceof Error && 'syscall' in cause) ||
    /^(spawn|connect|listen|bind)/.test(String(cause.syscall))
  )
    return undefined
  const { en, de } = description.reason
  if (!('path' in cause && typeof cause.path === 'string'))
    return new CalError(
      'usage',
      { en: `a file cannot be used: ${en}`, de: `eine Datei lässt sich nicht verwenden: ${de}` },
      { cause },
    )
  return new CalError(
    'usage',
    { en: `${cause.path} cannot be used: ${en}`, de: `${cause.path} lässt sich nicht verwenden: ${de}` },
    { cause, hint: description.hint(cause.path) },
  )
}

/** undefined for other errors. */
export function reasonOf(cause: unknown): FileErrorText | undefined {
  return descriptions[errorCode(cause)]
}

/** The part of a path before its last slash. */
function folderOf(name: string): string {
  const [, folder] = /^(.*)[\\/]./.exec(name) ?? []
  return folder === undefined ? '.' : folder === '' ? '/' : folder
}

const no_folder: FileErrorText = {
  reason: { en: 'no such folder', de: 'Ordner nicht gefunden' },
  hint: (name) => ({
    en: `create it: mkdir -p ${shellWord(folderOf(name))}`,
    de: `anlegen: mkdir -p ${shellWord(folderOf(name))}`,
  }),
}
const absent: FileErrorText = {
  reason: { en: 'no such file', de: 'Datei nicht gefunden' },
  hint: (name) => ({
    en: `list the folder: ls ${shellWord(folderOf(name))}`,
    de: `Inhalt anzeigen: ls ${shellWord(folderOf(name))}`,
  }),
}
const forbidden: FileErrorText = {
  reason: { en: 'permission denied', de: 'Zugriff verweigert' },
  hint: (name) => ({
    en: `check the permissions: ls -ld ${shellWord(folderOf(name))} ${shellWord(name)}`,
    de: `Rechte anzeigen: ls -ld ${shellWord(folderOf(name))} ${shellWord(name)}`,
  }),
}
const other_path_hint = (): Text => ({ en: 'use another path', de: 'einen anderen Pfad angeben' })
const folder: FileErrorText = {
  reason: { en: 'it is a folder', de: 'es ist ein Ordner' },
  hint: () => ({ en: 'specify a file in the folder', de: 'eine Datei darin angeben' }),
}
const full: FileErrorText = {
  reason: { en: 'no space left on the device', de: 'kein Speicherplatz mehr verfügbar' },
  hint: () => ({
    en: 'free some space, or use another path',
    de: 'Speicherplatz freigeben oder einen anderen Pfad angeben',
  }),
}
const too_many: FileErrorText = {
  reason: { en: 'too many files are open', de: 'zu viele Dateien sind offen' },
  hint: () => ({ en: 'check the limit: ulimit -n', de: 'ulimit -n zeigt die Grenze' }),
}

const descriptions: Readonly<Record<string, FileErrorText>> = {
  ENOENT: absent,
  ENOTDIR: {
    reason: { en: 'part of its path is a file, not a folder', de: 'ein Teil des Pfads ist eine Datei, kein Ordner' },
    hint: other_path_hint,
  },
  EACCES: forbidden,
  EPERM: forbidden,
  EISDIR: folder,
  // Node's own `rm` uses this code.
  ERR_FS_EISDIR: folder,
  EEXIST: {
    reason: { en: 'a file or folder of that name exists', de: 'der Name ist schon vergeben' },
    hint: other_path_hint,
  },
  ENAMETOOLONG: { reason: { en: 'its name is too long', de: 'der Name ist zu lang' }, hint: other_path_hint },
  ELOOP: {
    reason: { en: 'its symbolic links form a loop', de: 'die symbolischen Links bilden eine Schleife' },
    hint: other_path_hint,
  },
  ENOSPC: full,
  EDQUOT: full,
  EMFILE: too_many,
  ENFILE: too_many,
  EFBIG: {
    reason: { en: 'it exceeds the maximum file size', de: 'die zulässige Dateigröße ist überschritten' },
    hint: () => ({ en: 'check the limit: ulimit -f', de: 'ulimit -f zeigt die Grenze' }),
  },
  EROFS: {
    reason: { en: 'the file system is read-only', de: 'das Dateisystem ist schreibgeschützt' },
    hint: other_path_hint,
  },
  EIO: {
    reason: { en: 'the device reports an error', de: 'Ein-/Ausgabefehler des Datenträgers' },
    hint: () => ({ en: 'check the system log: dmesg', de: 'Einzelheiten im Systemprotokoll: dmesg' }),
  },
}
