// A disk that fails on request and writes down the order of things, for programs started with its environment.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { project } from './sources.ts'

export interface Disk {
  /** For the program whose disk it is to be. */
  readonly env: Readonly<Record<string, string>>
  /** From now on every such call fails, or every seventh: `write` as a full disk does, `sync` as a broken one. */
  fail(what: 'sync' | 'write', every: number): void
  mend(): void
  /**
   * What happened, in its order: `page X`, `commit`, `sync`, `answer X`, for each X that begins with the mark and ends
   * before a `!`.
   */
  log(): readonly string[]
}

/** Why there can be no such disk here; undefined where there can. */
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
    mend: () => rmSync(failing, { force: true }),
    log: () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
  }
}
