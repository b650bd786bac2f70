// States of a calendar under names, each a file in a private folder that is gone at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Snapshots } from './test-control.ts'
import type { OpenedCalendar } from '../service/open.ts'

export interface SnapshotFiles extends Snapshots {
  /** Forgets all of them. */
  close(): void
}

/** Names never become names of files: those are counted. */
export function snapshotsOf(calendar: Pick<OpenedCalendar, 'copyTo' | 'goBackTo'>): SnapshotFiles {
  const folder = mkdtempSync(join(tmpdir(), 'cal-snapshots-'))
  const files = new Map<string, string>()
  let count = 0
  const forget = (name: string) => {
    const file = files.get(name)
    files.delete(name)
    if (file !== undefined) rmSync(file, { force: true })
  }
  return {
    names: () => [...files.keys()],
    keep: async (name) => {
      count += 1
      const file = join(folder, `${count}.db`)
      await calendar.copyTo(file)
      forget(name)
      files.set(name, file)
    },
    goBack: async (name) => {
      const file = files.get(name)
      if (file !== undefined) await calendar.goBackTo(file)
    },
    forget: async (name) => forget(name),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
