// The writing thread: executes commands in order, and replies when their writes are on disk.
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { WriterCommand, WriterStart, WriteBatch } from './messages.ts'
import { WriteExecutor } from './write-executor.ts'
import { openStore } from '../open-store.ts'

/** Writes in one commit: enough to share its cost, few enough to answer the first of them soon. */
const writes_max = 256

const { file, settings }: WriterStart = workerData
const executor = new WriteExecutor(openStore(file, { readonly: false }), settings)

parentPort?.on('message', async (command: WriterCommand) => {
  if (!parentPort) return
  parentPort.postMessage(
    command.type === 'write'
      ? await executor.commit(command, queuedAfter(command, parentPort))
      : [await executor.execute(command)],
  )
  if (command.type === 'close') parentPort.close()
})

/**
 * Takes batches from the queue, including those that arrive while earlier ones are executed. No other command is sent
 * before the batches are answered.
 */
function queuedAfter(first: WriteBatch, port: MessagePort): () => WriteBatch | undefined {
  let count = first.writes.length
  return () => {
    if (count >= writes_max) return undefined
    const next: WriteBatch | undefined = receiveMessageOnPort(port)?.message
    count += next?.writes.length ?? 0
    return next
  }
}
