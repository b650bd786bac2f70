// Copies of input that can be read only once: standard input, pipes, downloads.
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CalError } from '../../base/errors.ts'
import { sameText, t } from '../../base/text/language.ts'
import { cut } from '../output/text-width.ts'
import type { Session } from '../core/session.ts'

const only_owner = 0o600

/** A pipe without an end, such as `yes | cal import -`, would fill the disk. */
const pipe_bytes_max = 1024 * 1024 * 1024

/** Copies in a temporary folder, which `remove` deletes. */
export class InputCopies {
  #folder: string | undefined
  #count = 0

  /** Errors: `usage` for more than `bytes_max` bytes. */
  async ofStream(name: string, stream: Readable, bytes_max: number = pipe_bytes_max): Promise<string> {
    const path = this.#next()
    await pipeline(stream, limitedTo(bytes_max, name), createWriteStream(path, { mode: only_owner }))
    return path
  }

  /** Errors: those of `download`. */
  async ofWeb(address: string, { settings, runtime, language, note }: Session): Promise<string> {
    const { download } = await import('../../client/transport/download.ts')
    const { timeout_ms, insecure_http } = settings
    const redirected = (to: string) => note(t('redirected to {to}', { to }))
    const wait = runtime.status.show((width) => cut(t('Downloading {address} …', { address })[language], width))
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

function limitedTo(bytes_max: number, name: string): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Uint8Array, _, done) {
      bytes += chunk.length
      done(bytes > bytes_max ? pipeTooLarge(name, bytes_max) : null, chunk)
    },
  })
}

function pipeTooLarge(name: string, bytes: number): CalError {
  const megabytes = bytes / 1024 / 1024
  const input = name === '-' ? t('standard input') : sameText(name)
  return new CalError('usage', t('{input} has more than {megabytes} MB', { input, megabytes }), {
    hint: t('save it as a file, which may be of any size'),
  })
}

export function isWebAddress(operand: string): boolean {
  return /^(https?|webcal):\/\//i.test(operand)
}
