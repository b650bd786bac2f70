// The writing thread: executes commands in order, and replies when their writes are on disk.
import { parentPort, workerData } from 'node:worker_threads'
import type { WriterCommand, WriterStart } from './messages.ts'
import { WriteExecutor } from './write-executor.ts'
import { openStore } from '../open-store.ts'

const { file, settings }: WriterStart = workerData
const executor = new WriteExecutor(openStore(file, { readonly: false }), settings)

parentPort?.on('message', async (command: WriterCommand) => {
  parentPort?.postMessage(await executor.execute(command))
  if (command.type === 'close') parentPort?.close()
})
