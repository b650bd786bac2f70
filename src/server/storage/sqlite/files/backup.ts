// Copies of a calendar file for safekeeping: one is made while the file is served, one takes its place when nobody
// serves it.
import { existsSync, renameSync } from 'node:fs'
import { CalError } from '../../../../base/errors.ts'
import { statOf } from '../../../../base/files/file-stat.ts'
import type { Text } from '../../../../base/text/language.ts'
import { identityOf, notCalendar, realFileOf } from './identity.ts'
import { takeLock } from './lock.ts'
import { file_suffixes, makeEmpty, private_mode, removeFiles } from './create-file.ts'
import { damagedFile, integrityOf } from './integrity-check.ts'
import { Connection, Statement } from '../sqlite.ts'
import { storageError } from './storage-errors.ts'

/**
 * Copies a calendar as it is at one moment; the copy is there whole or not at all.
 * Fails: `usage` where there is such a copy already, `configuration` where the file is no calendar or damaged.
 */
export async function backUp(named: string, copy: string): Promise<void> {
  const file = realFileOf(named)
  requireCalendar(file)
  if (existsSync(copy))
    throw new CalError(
      'usage',
      { en: `${copy} is there already`, de: `${copy} gibt es schon` },
      {
        hint: {
          en: 'another name, so that no older copy is lost',
          de: 'ein anderer Name, damit keine ältere Kopie verloren geht',
        },
      },
    )
  const part = `${copy}.part`
  try {
    await copyOf(file, part, private_mode)
    const found = integrityOf(part)
    if (found !== 'ok')
      throw damagedFile(file, found, {
        en: 'bring back an older copy: cal restore COPY --data FILE',
        de: 'eine ältere Kopie zurückholen: cal restore KOPIE --data DATEI',
      })
    renameSync(part, copy)
  } catch (error) {
    throw storageError(error, file)
  } finally {
    removeFiles(part)
  }
}

/**
 * Puts a copy in the place of a calendar file. What is there, calendar or not, damaged or not, is moved aside as it is
 * and keeps its
 * bytes: `former`, with what SQLite keeps beside it under the same name.
 * Fails: `configuration` where the copy is no calendar or damaged; `unreachable` where the file is being served. Then
 *        nothing was moved.
 */
export async function restore(
  named_copy: string,
  named: string,
  former: string,
): Promise<{ readonly former?: string }> {
  const [copy, file] = [realFileOf(named_copy), realFileOf(named)]
  requireCalendar(copy, { names: 'any' })
  requireOther(copy, file)
  const found = integrityOf(copy)
  if (found !== 'ok')
    throw damagedFile(copy, found, {
      en: 'take another copy; nothing was changed',
      de: 'eine andere Kopie nehmen; es wurde nichts geändert',
    })
  const lock = takeLock(file)
  const draft = `${file}-new`
  try {
    const older = statOf(file)
    await copyOf(copy, draft, older ? Number(older.mode) & 0o777 : private_mode)
    const moved = moveAside(file, former)
    renameSync(draft, file)
    return moved
  } catch (error) {
    throw storageError(error, file)
  } finally {
    removeFiles(draft)
    lock.release()
  }
}

/**
 * Overwrites an open calendar file with a copy; concurrent readers see the old state or the new one. The caller must
 * prevent writes while it runs.
 */
export async function overwriteWith(copy: string, file: string): Promise<void> {
  const connection = new Connection(copy, { readonly: true })
  try {
    await connection.backUp(file)
  } finally {
    connection.close()
  }
}

/**
 * The database first: a log that is left alone is refused, and a database without its log would have lost the newest
 * writes.
 */
function moveAside(file: string, wanted: string): { readonly former?: string } {
  const there = file_suffixes.filter((end) => existsSync(`${file}${end}`))
  if (there.length === 0) return {}
  const former = freeName(wanted)
  for (const end of there) renameSync(`${file}${end}`, `${former}${end}`)
  return { former }
}

/** No older file is overwritten: `-2`, `-3`. */
function freeName(wanted: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`
    if (file_suffixes.every((end) => !existsSync(`${name}${end}`))) return name
  }
}

/**
 * A copy for itself: not in WAL mode, so that it is one file and can be read where nothing may be written, and without
 * its server's name.
 */
async function copyOf(file: string, copy: string, mode: number): Promise<void> {
  makeEmpty(copy, mode)
  const connection = new Connection(file, { readonly: true })
  try {
    await connection.backUp(copy)
  } finally {
    connection.close()
  }
  const script = new Statement(copy)
  try {
    script.run("PRAGMA journal_mode = DELETE; DELETE FROM meta WHERE name = 'server'")
  } finally {
    script.close()
  }
}

function requireCalendar(file: string, links?: Parameters<typeof identityOf>[1]): void {
  if (identityOf(file, links) === 'absent')
    throw unusable({ en: `there is no calendar file ${file}`, de: `die Kalenderdatei ${file} gibt es nicht` })
}

/** Fails for what is no file, and for the copy itself. */
function requireOther(copy: string, file: string): void {
  const [mine, its] = [statOf(copy), statOf(file)]
  if (its && !its.isFile()) throw notCalendar(file)
  if (mine && its && mine.dev === its.dev && mine.ino === its.ino)
    throw unusable({ en: `${copy} is that file itself`, de: `${copy} ist diese Datei selbst` })
}

function unusable(text: Text): CalError {
  return new CalError('configuration', text)
}
