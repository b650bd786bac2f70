// Creates a database file of any size for the benchmark: `node fill-file.mjs FILE EVENTS`.
import { createFile } from '../../src/server/storage/sqlite/files/identity.ts'
import { openStore } from '../../src/server/storage/sqlite/open-store.ts'
import { fill } from './fill.ts'

const [file = '', events = ''] = process.argv.slice(2)
createFile(file, { timezone: 'UTC' })
const store = openStore(file, { readonly: false })
await fill(store, Number(events))
store.connection.close()
