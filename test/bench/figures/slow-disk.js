// Whether readers wait for a slow disk, simulated by a shim that delays syncs.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { project, sampleEvent, serving } from '../harness.js'
import { openWire, rateOf, requestOf } from '../wire.js'

const writers = 16, readers = 4, slower_ms = 10, slice_ms = 8000

export const slow_disk = {
  name: 'slow-disk',
  measure(folder) {
    const shim = join(folder, 'disk.so')
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', shim, join(project, 'test/support/disk.c')])
    return serving(folder, ['--data', join(folder, 'slow.db')], async (root) => {
      const list = requestOf('GET', new URL(`${root}/events?start_date=2027-01-01`)), events = new URL(`${root}/events`)
      let made = 0
      const writing = (ms) => rateOf(root, { clients: writers, ms }, () => requestOf('POST', events, sampleEvent(made++)))
      await writing(2000)
      const waited_ms = []
      const [writes] = await Promise.all([writing(slice_ms), ...Array.from({ length: readers }, () => reading(root, list, waited_ms))])
      waited_ms.sort((a, b) => a - b)
      const at = (share) => waited_ms[Math.floor(waited_ms.length * share)]
      return [{
        name: 'reads with 16 concurrent writers, each fsync 10 ms slower: p99 in ms', ratio: at(0.99),
        scale: `median ${at(0.5).toFixed(2)} ms; ${Math.round(waited_ms.length / slice_ms * 1000)} reads/s by ${readers}, ${Math.round(writes)} writes/s`,
      }]
    }, { LD_PRELOAD: shim, DISK_SLOW_MS: String(slower_ms) })
  },
}

/** Reads lists sequentially and records the duration of each. */
async function reading(root, request, waited_ms) {
  const { hostname, port } = new URL(root)
  const wire = await openWire(hostname, Number(port))
  const end = performance.now() + slice_ms
  for (let start = performance.now(); start < end; start = performance.now()) {
    await wire.send(request)
    waited_ms.push(performance.now() - start)
  }
  wire.close()
}
