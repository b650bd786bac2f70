// Every figure the bench knows, in the order in which it prints them.
import { bulk } from './figures/bulk.js'
import { exported } from './figures/export.js'
import { memory } from './figures/memory.js'
import { peers } from './figures/peers.js'
import { growth, million } from './figures/scale.js'
import { service } from './figures/service.js'
import { start } from './figures/start.js'

export const figures = [start, service, bulk, exported, memory, growth, million, peers]
