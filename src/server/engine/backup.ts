// Copies of a calendar file for safekeeping: one is made while the file is served, one takes its place when nobody serves it.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { Failure } from '../../base/failure.ts'
import type { Text } from '../../base/language.ts'
import { copyInto, putBack } from '../store/copy.ts'
import { identityOf } from '../store/identity.ts'
import { takeLock } from '../store/lock.ts'
import { forgetHolder } from '../store/prepare.ts'
import { Connection } from '../store/sqlite.ts'

/**
 * Copies a calendar as it is at one moment; the copy is there whole or not at all.
 * Fails: `usage` where there is such a copy already, `configuration` where the file is no calendar.
 */
export async function backUp(file: string, copy: string): Promise<void> {
  requireCalendar(file)
  if (existsSync(copy)) throw new Failure('usage', { en: `${copy} is there already`, de: `${copy} gibt es schon` }, { hint: { en: 'another name, so that no older copy is lost', de: 'ein anderer Name, damit keine ältere Kopie verloren geht' } })
  const part = `${copy}.part`
  try {
    const connection = new Connection(file, { readonly: true })
    try {
      await copyInto(connection, part)
    } finally {
      connection.close()
    }
    settle(part)
    renameSync(part, copy)
  } finally {
    rmSync(part, { force: true })
  }
}

/**
 * Makes a calendar file what a copy is, and keeps what it was under `former` where there was something.
 * Fails: `configuration` where the copy is no calendar or damaged; `unreachable` where the file is being served.
 */
export async function restore(copy: string, file: string, former: string): Promise<{ readonly former?: string }> {
  requireCalendar(copy)
  requireWhole(copy)
  const isThere = identityOf(file) !== 'absent'
  const lock = takeLock(file)
  try {
    if (isThere) await backUp(file, former)
    await putBack(copy, file)
    settle(file)
    return isThere ? { former } : {}
  } finally {
    lock.release()
  }
}

/** Takes the name of its server out of a calendar that is not served. */
function settle(file: string): void {
  const connection = new Connection(file, { readonly: false })
  try {
    forgetHolder(connection)
  } finally {
    connection.close()
  }
}

function requireCalendar(file: string): void {
  if (identityOf(file) === 'absent') throw unusable({ en: `there is no calendar file ${file}`, de: `die Kalenderdatei ${file} gibt es nicht` })
}

function requireWhole(file: string): void {
  const connection = new Connection(file, { readonly: true })
  try {
    const found = connection.pragma('quick_check')
    if (found !== 'ok') throw unusable({ en: `${file} is damaged: ${found}`, de: `${file} ist beschädigt: ${found}` })
  } finally {
    connection.close()
  }
}

function unusable(text: Text): Failure {
  return new Failure('configuration', text)
}
