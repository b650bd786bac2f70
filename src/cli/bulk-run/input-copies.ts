// Copies of input that can be read only once: standard input, pipes, downloads.
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { cut } from '../output/text-width.ts'
import type { Session } from '../core/session.ts'

const only_owner = 0o600

/** Copies in a temporary folder, which `remove` deletes. */
export class InputCopies {
  #folder: string | undefined
  #count = 0

  async ofStream(stream: Readable): Promise<string> {
    const path = this.#next()
    await pipeline(stream, createWriteStream(path, { mode: only_owner }))
    return path
  }

  /** Errors: those of `download`. */
  async ofWeb(address: string, { settings, runtime, language, note }: Session): Promise<string> {
    const { download } = await import('../../client/transport/download.ts')
    const { timeout_ms, insecure_http } = settings
    const redirected = (to: string) => note({ en: `redirected to ${to}`, de: `weitergeleitet nach ${to}` })
    const wait = runtime.status.show((width) =>
      cut(language === 'de' ? `Lade ${address} …` : `Downloading ${address} …`, width),
    )
    const body = await download(address, {
      timeout_ms,
      insecure_http,
      env: runtime.env,
      signal: runtime.signal,
      onRedirect: redirected,
    }).finally(wait.end)
    const path = this.#next()
    writeFileSync(path, body, { mode: only_owner })
    return path
  }

  has(path: string): boolean {
    return this.#folder !== undefined && path.startsWith(this.#folder)
  }

  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }

  #next(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'cal-'))
    return join(this.#folder, String(this.#count++))
  }
}

export function isWebAddress(operand: string): boolean {
  return /^(https?|webcal):\/\//i.test(operand)
}
