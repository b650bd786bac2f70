// The thread that writes: takes orders in turn and reports when they are on the disk.
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { WriterCommand, WriteBatch } from './messages.ts'
import { WriteExecutor } from './write-executor.ts'
import { openStore } from '../open-store.ts'
import type { ThreadStart } from './writer-connection.ts'

/** Enough to share a commit widely, few enough that the first of them is answered soon. */
const writes_max = 256

const { file, settings }: ThreadStart = workerData
const scribe = new WriteExecutor(openStore(file, { readonly: false }), settings)

parentPort?.on('message', (order: WriterCommand) => {
  if (!parentPort) return
  parentPort.postMessage(
    order.does === 'write' ? scribe.commit(withFollowing(order, parentPort)) : [scribe.carryOut(order)],
  )
  if (order.does === 'close') parentPort.close()
})

/** The writes that have come meanwhile: other orders come alone. */
function withFollowing(first: WriteBatch, port: MessagePort): readonly WriteBatch[] {
  const orders = [first]
  for (let count = first.writes.length; count < writes_max; ) {
    const next: WriteBatch | undefined = receiveMessageOnPort(port)?.message
    if (!next) break
    orders.push(next)
    count += next.writes.length
  }
  return orders
}
