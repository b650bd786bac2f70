// A minimal HTTP server as a baseline: `node bare-server.js FILE` responds to every request with the bytes of a file.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const bytes = readFileSync(process.argv[2])
const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'application/json; charset=UTF-8', 'content-length': bytes.length }).end(bytes))
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ api_root: `http://127.0.0.1:${server.address().port}/` })}\n`))
