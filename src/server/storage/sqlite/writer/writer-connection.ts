// Starts the writing connection of a calendar, on this thread or on a thread of its own.
import type { WriterCommand, WriterResult, Writer } from './messages.ts'
import type { ServiceSettings } from '../../../domain/settings.ts'
import { WriteExecutor } from './write-executor.ts'
import { openStore } from '../open-store.ts'

export interface WriterStart {
  readonly file: string
  readonly settings: ServiceSettings
}

/** A writer on this thread. It acquires the write lock and opens its connection with the first command. */
export function inlineWriter({ file, settings, acquire }: WriterStart & { acquire(): void }): Writer {
  let executor: WriteExecutor | undefined
  return async (command: WriterCommand): Promise<WriterResult> => {
    if (!executor) {
      acquire()
      executor = new WriteExecutor(openStore(file, { readonly: false }), settings)
    }
    return executor.execute(command)
  }
}

/** A writer on its own thread, so that a slow disk does not delay reads. */
export async function threadWriter(start: WriterStart): Promise<Writer> {
  const { Worker } = await import('node:worker_threads')
  const worker = new Worker(new URL('./writer.js', import.meta.url), { workerData: start })
  const pending: { resolve(result: WriterResult): void; reject(error: Error): void }[] = []
  let ended: Error | undefined
  const end = (error: Error) => {
    ended = error
    for (const { reject } of pending.splice(0)) reject(error)
  }
  worker.on('message', (results: readonly WriterResult[]) => {
    for (const result of results) pending.shift()?.resolve(result)
  })
  worker.on('error', end)
  worker.on('exit', () => end(ended ?? new Error('the writing thread has ended')))
  return (command) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      worker.postMessage(command)
      pending.push({ resolve, reject })
    })
}
