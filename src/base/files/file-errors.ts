// File errors with reason and remedy in both languages; the system's own messages are English only.
import { isDatabaseUrl, withoutDatabasePassword } from '../database-url.ts'
import { CalError, type ErrorCode, errorCode } from '../errors.ts'
import { t, type Text } from '../text/language.ts'
import { shellWord } from '../text/quoted.ts'
import { withoutPasswords } from '../text/untrusted-text.ts'

/** The meaning of an error code of the system. */
interface FileErrorText {
  readonly reason: Text
  readonly hint?: (name: string) => Text
  /** Not the user's mistake. */
  readonly code?: ErrorCode
}

/** The error to throw for a failed read; the cause itself if it is not a file system error. */
export function readError(name: string, cause: unknown, code: ErrorCode = 'usage'): unknown {
  const description = reasonOf(cause)
  if (description === undefined) return cause
  if (description === absent && (name.startsWith('file:') || isDatabaseUrl(name))) return calendarAddress(name, cause)
  const { reason, hint } = description
  return new CalError(description.code ?? code, t('{name} cannot be read: {reason}', { name, reason }), {
    cause,
    ...(hint && { hint: hint(name) }),
  })
}

/** The records of a calendar are copied; its address is not a file. */
function calendarAddress(name: string, cause: unknown): CalError {
  const address = isDatabaseUrl(name) ? withoutDatabasePassword(name) : withoutPasswords(name)
  const file = name.startsWith('file:') ? name.slice(5) : undefined
  return new CalError('usage', t('{address} is the address of a calendar, not a file', { address }), {
    cause,
    hint:
      file === undefined
        ? t('copy its records: cal copy --from {address} --to CALENDAR', { address })
        : t('copy its records: cal copy --from {address} --to CALENDAR\nfor a file: {file}', { address, file }),
  })
}

/**
 * The error to throw for a failed write; ENOENT means that the folder is missing. The cause may also be the result of
 * a check before writing: `{ code: 'EISDIR' }`.
 */
export function writeError(name: string, cause: unknown, code: ErrorCode = 'usage'): unknown {
  const description = errorCode(cause) === 'ENOENT' ? no_folder : reasonOf(cause)
  if (description === undefined) return cause
  const { reason, hint } = description
  return new CalError(description.code ?? code, t('{name} cannot be written: {reason}', { name, reason }), {
    cause,
    ...(hint && { hint: hint(name) }),
  })
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
  const { reason, hint, code = 'usage' } = description
  if (!('path' in cause && typeof cause.path === 'string'))
    return new CalError(code, t('a file cannot be used: {reason}', { reason }), { cause })
  return new CalError(code, t('{path} cannot be used: {reason}', { path: cause.path, reason }), {
    cause,
    ...(hint && { hint: hint(cause.path) }),
  })
}

/** undefined for other errors. */
export function reasonOf(cause: unknown): FileErrorText | undefined {
  return descriptions[errorCode(cause)]
}

/** The part of a path before its last slash, without the password of what is no path. */
function folderOf(name: string): string {
  const [, folder] = /^(.*)[\\/]./.exec(withoutPasswords(name)) ?? []
  return folder === undefined ? '.' : folder === '' ? '/' : folder
}

const no_folder: FileErrorText = {
  reason: t('no such folder'),
  hint: (name) => t('create it: mkdir -p {folder}', { folder: shellWord(folderOf(name)) }),
}
const absent: FileErrorText = { reason: t('no such file') }
const forbidden: FileErrorText = {
  reason: t('permission denied'),
  hint: (name) =>
    t('check the permissions: ls -ld {folder} {name}', { folder: shellWord(folderOf(name)), name: shellWord(name) }),
}
const other_path_hint = (): Text => t('use another path')
const folder: FileErrorText = {
  reason: t('it is a folder'),
  hint: () => t('specify a file in the folder'),
}
const full: FileErrorText = {
  code: 'disk',
  reason: t('no space left on the device'),
  hint: () => t('free some space, or use another path'),
}
const too_many: FileErrorText = {
  reason: t('too many files are open'),
  hint: () => t('check the limit: ulimit -n'),
}

const descriptions: Readonly<Record<string, FileErrorText>> = {
  ENOENT: absent,
  ENOTDIR: {
    reason: t('part of its path is a file, not a folder'),
    hint: other_path_hint,
  },
  EACCES: forbidden,
  EPERM: forbidden,
  EISDIR: folder,
  // Node's own `rm` uses this code.
  ERR_FS_EISDIR: folder,
  EEXIST: {
    reason: t('a file or folder of that name exists'),
    hint: other_path_hint,
  },
  ENAMETOOLONG: { reason: t('its name is too long'), hint: other_path_hint },
  ELOOP: {
    reason: t('its symbolic links form a loop'),
    hint: other_path_hint,
  },
  ENOSPC: full,
  EDQUOT: full,
  EMFILE: too_many,
  ENFILE: too_many,
  EFBIG: {
    reason: t('it exceeds the maximum file size'),
    hint: () => t('check the limit: ulimit -f'),
  },
  EROFS: {
    reason: t('the file system is read-only'),
    hint: other_path_hint,
  },
  EIO: {
    code: 'disk',
    reason: t('the device reports an error'),
    hint: () => t('check the system log: dmesg'),
  },
}
