// What SQLite complains about, in words that say what to do.
import { Failure } from '../../base/failure.ts'
import type { Text } from '../../base/language.ts'

interface Trouble {
  readonly text: (file: string) => Text
  readonly hint: Text
}

const troubles: Readonly<Record<string, Trouble>> = {
  SQLITE_NOTADB: {
    text: (file) => ({ en: `${file} is not a calendar file`, de: `${file} ist keine Kalenderdatei` }),
    hint: { en: 'name another file; this one is left as it is', de: 'eine andere Datei nennen; diese bleibt, wie sie ist' },
  },
  SQLITE_CORRUPT: {
    text: (file) => ({ en: `${file} is damaged`, de: `${file} ist beschädigt` }),
    hint: { en: 'bring back a copy: cal restore COPY --data FILE', de: 'eine Kopie zurückholen: cal restore KOPIE --data DATEI' },
  },
  SQLITE_FULL: {
    text: (file) => ({ en: `the disk that holds ${file} is full: nothing was written`, de: `der Datenträger von ${file} ist voll: nichts wurde geschrieben` }),
    hint: { en: 'make room and send the request again', de: 'Platz schaffen und die Anfrage wiederholen' },
  },
  SQLITE_IOERR: {
    text: (file) => ({ en: `the disk that holds ${file} reports an error: nothing was written`, de: `der Datenträger von ${file} meldet einen Fehler: nichts wurde geschrieben` }),
    hint: { en: 'check the disk, then send the request again', de: 'den Datenträger prüfen, dann die Anfrage wiederholen' },
  },
  SQLITE_READONLY: {
    text: (file) => ({ en: `${file} may not be written`, de: `${file} darf nicht beschrieben werden` }),
    hint: { en: 'grant the right to write the file and its folder, or open it with --read-only', de: 'Schreibrecht auf Datei und Ordner geben, oder mit --read-only öffnen' },
  },
  SQLITE_CANTOPEN: {
    text: (file) => ({ en: `${file} cannot be opened`, de: `${file} lässt sich nicht öffnen` }),
    hint: { en: 'the folder must exist and be open to this user', de: 'der Ordner muss bestehen und für diesen Benutzer zugänglich sein' },
  },
  SQLITE_BUSY: {
    text: (file) => ({ en: `${file} is held by another process`, de: `${file} wird von einem anderen Prozess gehalten` }),
    hint: { en: 'use the address of the server that has it open, or end it', de: 'die Adresse des Servers verwenden, der sie geöffnet hat, oder ihn beenden' },
  },
}

/** The SQLite result code of an error, or undefined where it has none: `SQLITE_FULL`, `SQLITE_IOERR_FSYNC`. */
export function resultCodeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : undefined
}

/** Whether the disk or the file is the trouble, and not what was asked of them. */
export function isOfTheDisk(error: unknown): boolean {
  const code = resultCodeOf(error)
  return code !== undefined && troubleOf(code) !== undefined
}

/** An error of SQLite, or of loading it, as a failure a user can understand; anything else as it came. */
export function storageFailure(error: unknown, file: string): unknown {
  if (isUnloadable(error)) return unloadable(error)
  const code = resultCodeOf(error) ?? (error instanceof TypeError && /directory does not exist/.test(error.message) ? 'SQLITE_CANTOPEN' : undefined)
  const trouble = code === undefined ? undefined : troubleOf(code)
  return trouble ? new Failure('configuration', trouble.text(file), { hint: trouble.hint, cause: error }) : error
}

/** `SQLITE_IOERR_FSYNC` is a kind of `SQLITE_IOERR`. */
function troubleOf(code: string): Trouble | undefined {
  return Object.entries(troubles).find(([known]) => code === known || code.startsWith(`${known}_`))?.[1]
}

/** The compiled part of the binding is for another Node.js, or is not there at all. */
function isUnloadable(error: unknown): error is Error {
  return error instanceof Error && (('code' in error && error.code === 'ERR_DLOPEN_FAILED') || /^Could not locate the bindings file/.test(error.message))
}

function unloadable(cause: Error): Failure {
  const [, made, wanted] = /NODE_MODULE_VERSION (\d+)[\s\S]*NODE_MODULE_VERSION (\d+)/.exec(cause.message) ?? []
  const versions = wanted === undefined ? '' : ` (NODE_MODULE_VERSION ${made}, ${wanted})`
  const text = /NODE_MODULE_VERSION/.test(cause.message)
    ? { en: `SQLite was compiled for another version of Node.js${versions}`, de: `SQLite wurde für eine andere Fassung von Node.js übersetzt${versions}` }
    : { en: 'the compiled part of SQLite cannot be loaded', de: 'der übersetzte Teil von SQLite lässt sich nicht laden' }
  return new Failure('configuration', text, { cause, hint: { en: 'npm rebuild better-sqlite3 compiles it for this Node.js', de: 'npm rebuild better-sqlite3 übersetzt es für dieses Node.js' } })
}
