// The thread that writes: takes orders one at a time and reports when they are on the disk.
import { parentPort, workerData } from 'node:worker_threads'
import type { Order } from './engine/batch.ts'
import { Scribe } from './engine/scribe.ts'
import { openStore } from './store/open-store.ts'
import type { ThreadStart } from './engine/writing.ts'

const { file, settings }: ThreadStart = workerData
const scribe = new Scribe(openStore(file, { readonly: false }), settings)

parentPort?.on('message', (order: Order) => {
  parentPort?.postMessage(scribe.carryOut(order))
  if (order.does === 'close') parentPort?.close()
})
