// Where the writing connection of an open calendar lives, and when it comes to be.
import type { WriterCommand, WriterResult, Writer } from './messages.ts'
import type { ServiceSettings } from '../../../domain/settings.ts'
import { WriteExecutor } from './write-executor.ts'
import { openStore } from '../open-store.ts'

/** What a writer is told when it starts. */
export interface ThreadStart {
  readonly file: string
  readonly settings: ServiceSettings
}

/** A writer on this thread: the right to write and the connection are taken for the first order. */
export function inlineWriter({ file, settings, hold }: ThreadStart & { hold(): void }): Writer {
  let scribe: WriteExecutor | undefined
  return async (order: WriterCommand): Promise<WriterResult> => {
    if (!scribe) {
      hold()
      scribe = new WriteExecutor(openStore(file, { readonly: false }), settings)
    }
    return scribe.carryOut(order)
  }
}

/** A writer on a thread of its own, so that a slow disk holds up nobody who reads. */
export async function threadWriter(start: ThreadStart): Promise<Writer> {
  const { Worker } = await import('node:worker_threads')
  const worker = new Worker(new URL('./writer.js', import.meta.url), { workerData: start })
  const expected: { resolve(report: WriterResult): void; reject(error: Error): void }[] = []
  let ended: Error | undefined
  const end = (error: Error) => {
    ended = error
    for (const { reject } of expected.splice(0)) reject(error)
  }
  worker.on('message', (reports: readonly WriterResult[]) => {
    for (const report of reports) expected.shift()?.resolve(report)
  })
  worker.on('error', end)
  worker.on('exit', () => end(ended ?? new Error('the writing thread has ended')))
  return (order) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      worker.postMessage(order)
      expected.push({ resolve, reject })
    })
}
