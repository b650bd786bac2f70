// All figures of the benchmark, in output order.
import { bulk } from './figures/bulk.js'
import { exported } from './figures/export.js'
import { feed } from './figures/feed.js'
import { install } from './figures/install.js'
import { latency } from './figures/latency.js'
import { memory, memory_million } from './figures/memory.js'
import { peers } from './figures/peers.js'
import { postgres } from './figures/postgres.js'
import { postgres_million } from './figures/postgres-million.js'
import { growth, million } from './figures/scale.js'
import { service } from './figures/service.js'
import { slow_disk } from './figures/slow-disk.js'
import { start } from './figures/start.js'
import { web } from './figures/web.js'

export const figures = [install, start, bulk, latency, exported, feed, memory, memory_million, service, growth, million, peers, slow_disk, postgres, postgres_million, web]
