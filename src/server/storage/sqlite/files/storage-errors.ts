// What SQLite complains about, in words that say what to do.
import { CalError } from '../../../../base/errors.ts'
import type { Text } from '../../../../base/text/language.ts'

interface Trouble {
  /** SQLite's primary result code, and its sentence for it. */
  readonly number: number
  readonly says: string
  readonly text: (file: string) => Text
  readonly hint: Text
}

const troubles = {
  SQLITE_NOTADB: {
    number: 26,
    says: 'file is not a database',
    text: (file) => ({ en: `${file} is not a calendar file`, de: `${file} ist keine Kalenderdatei` }),
    hint: {
      en: 'name another file; this one is left as it is',
      de: 'eine andere Datei nennen; diese bleibt, wie sie ist',
    },
  },
  SQLITE_CORRUPT: {
    number: 11,
    says: 'database disk image is malformed',
    text: (file) => ({ en: `${file} is damaged`, de: `${file} ist beschädigt` }),
    hint: {
      en: 'bring back a copy: cal restore COPY --data FILE',
      de: 'eine Kopie zurückholen: cal restore KOPIE --data DATEI',
    },
  },
  SQLITE_FULL: {
    number: 13,
    says: 'database or disk is full',
    text: (file) => ({
      en: `the disk that holds ${file} is full: nothing was written`,
      de: `der Datenträger von ${file} ist voll: nichts wurde geschrieben`,
    }),
    hint: { en: 'make room and send the request again', de: 'Platz schaffen und die Anfrage wiederholen' },
  },
  SQLITE_IOERR: {
    number: 10,
    says: 'disk I/O error',
    text: (file) => ({
      en: `the disk that holds ${file} reports an error: nothing was written`,
      de: `der Datenträger von ${file} meldet einen Fehler: nichts wurde geschrieben`,
    }),
    hint: {
      en: 'check the disk, then send the request again',
      de: 'den Datenträger prüfen, dann die Anfrage wiederholen',
    },
  },
  SQLITE_READONLY: {
    number: 8,
    says: 'attempt to write a readonly database',
    text: (file) => ({ en: `${file} may not be written`, de: `${file} darf nicht beschrieben werden` }),
    hint: {
      en: 'grant the right to write the file and its folder, or open it with --read-only',
      de: 'Schreibrecht auf Datei und Ordner geben, oder mit --read-only öffnen',
    },
  },
  SQLITE_CANTOPEN: {
    number: 14,
    says: 'unable to open database file',
    text: (file) => ({ en: `${file} cannot be opened`, de: `${file} lässt sich nicht öffnen` }),
    hint: {
      en: 'the folder must exist and be open to this user',
      de: 'der Ordner muss bestehen und für diesen Benutzer zugänglich sein',
    },
  },
  SQLITE_BUSY: {
    number: 5,
    says: 'database is locked',
    text: (file) => ({
      en: `${file} is held by another process`,
      de: `${file} wird von einem anderen Prozess gehalten`,
    }),
    hint: {
      en: 'use the address of the server that has it open, or end it',
      de: 'die Adresse des Servers verwenden, der sie geöffnet hat, oder ihn beenden',
    },
  },
} as const satisfies Readonly<Record<string, Trouble>>

export type ResultCode = keyof typeof troubles

/**
 * The result code of an error of SQLite; undefined for other errors, and for those that say nothing of disk or file.
 * The binding gives an extended code, such as that of SQLITE_IOERR_FSYNC, and for lists of rows none: there its
 * sentence tells.
 */
export function resultCodeOf(error: unknown): ResultCode | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR')) return undefined
  const extended = 'errcode' in error ? Number(error.errcode) : undefined
  return codes.find((code) =>
    extended === undefined ? troubles[code].says === error.message : troubles[code].number === (extended & 0xff),
  )
}

const codes: readonly ResultCode[] = [
  'SQLITE_NOTADB',
  'SQLITE_CORRUPT',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_READONLY',
  'SQLITE_CANTOPEN',
  'SQLITE_BUSY',
]

/** Whether the disk or the file is the trouble, and not what was asked of them. */
export function isDiskError(error: unknown): boolean {
  return resultCodeOf(error) !== undefined
}

/** An error of SQLite, or of loading it, as a failure a user can understand; anything else as it came. */
export function storageError(error: unknown, file: string): unknown {
  if (isUnloadable(error)) return unloadable(error)
  const code = resultCodeOf(error)
  if (code === undefined) return error
  const { text, hint } = troubles[code]
  return new CalError('configuration', text(file), { hint, cause: error })
}

/** The compiled part of the binding cannot be loaded, or there is none for this machine. */
function isUnloadable(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (('code' in error && error.code === 'ERR_DLOPEN_FAILED') ||
      /^(No native build was found|Cannot find module '@photostructure\/sqlite')/.test(error.message))
  )
}

function unloadable(cause: Error): CalError {
  return new CalError(
    'configuration',
    {
      en: 'the compiled part of SQLite cannot be loaded',
      de: 'der übersetzte Teil von SQLite lässt sich nicht laden',
    },
    {
      cause,
      hint: {
        en: 'install again; beyond Linux, macOS and Windows on x64 or arm64, npm rebuild @photostructure/sqlite compiles it',
        de: 'neu installieren; außerhalb von Linux, macOS und Windows auf x64 oder arm64 übersetzt ihn npm rebuild @photostructure/sqlite',
      },
    },
  )
}
