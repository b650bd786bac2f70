// Named snapshots of a calendar, each in a file of a private folder that is deleted at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Snapshots } from './test-control.ts'
import type { Engine } from '../storage/engine.ts'

export interface SnapshotFiles extends Snapshots {
  /** Deletes all snapshots. */
  close(): void
}

/** Snapshots in numbered files, so that a snapshot's name is never part of a path. */
export function snapshotsOf(engine: Pick<Engine, 'snapshot' | 'restore'>): SnapshotFiles {
  const folder = mkdtempSync(join(tmpdir(), 'cal-snapshots-'))
  const files = new Map<string, string>()
  let count = 0
  const remove = (name: string) => {
    const file = files.get(name)
    files.delete(name)
    if (file !== undefined) rmSync(file, { force: true })
  }
  return {
    names: () => [...files.keys()],
    save: async (name) => {
      count += 1
      const file = join(folder, `${count}.db`)
      await engine.snapshot(file)
      remove(name)
      files.set(name, file)
    },
    restore: async (name) => {
      const file = files.get(name)
      if (file !== undefined) await engine.restore(file)
    },
    delete: async (name) => remove(name),
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
