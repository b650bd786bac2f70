// Makes the disk of a child process fail on request and logs the order of its writes, syncs and responses.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from './project.ts'

export interface Disk {
  /** The environment of the program. */
  readonly env: Readonly<Record<string, string>>
  /** Makes every nth call fail: `write` as on a full disk, `sync` as on a broken one. */
  fail(what: 'sync' | 'write', every: number): void
  stopFailing(): void
  /**
   * The calls in order: `page X`, `commit`, `sync`, `answer X`, for each X that starts with the mark and ends
   * before a `!`.
   */
  log(): readonly string[]
}

/** The reason that this machine cannot run these tests; undefined if it can. */
export const no_disk =
  process.platform !== 'linux'
    ? 'needs Linux'
    : spawnSync('cc', ['--version']).status !== 0
      ? 'needs a C compiler, cc'
      : undefined

export function newDisk(mark: string): Disk {
  const folder = mkdtempSync(join(tmpdir(), 'cal-disk-'))
  const [library, failing, log] = [join(folder, 'disk.so'), join(folder, 'failing'), join(folder, 'log')]
  execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, join(project, 'test/support/disk.c')])
  return {
    env: { LD_PRELOAD: library, DISK_FAIL: failing, DISK_LOG: log, DISK_MARK: mark },
    fail: (what, every) => writeFileSync(failing, `${what} ${every}`),
    stopFailing: () => rmSync(failing, { force: true }),
    log: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
  }
}
