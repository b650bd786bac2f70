// A popular file-backed REST server with the same load. The benchmark installs it into a temporary folder.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { alternately, countOf, plainEnvironment, program, run, sampleEvent, serving, settled } from '../harness.js'
import { rateOf, requestOf } from '../wire.js'

const events = 20_000, crowd = { clients: 32, ms: 2000 }, rounds = 3

export const peers = {
  name: 'peers',
  async measure(folder) {
    const env = plainEnvironment(folder)
    await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', 'json-server@0.17.4'], { env: { ...process.env, npm_config_cache: join(folder, 'npm') }, cwd: folder })
    const records = Array.from({ length: countOf(events) }, (_, n) => sampleEvent(n))
    writeFileSync(join(folder, 'db.json'), JSON.stringify({ events: records.map((record, i) => ({ id: i + 1, ...record })) }))
    writeFileSync(join(folder, 'events.ndjson'), records.map((record) => `${JSON.stringify({ kind: 'events', ...record })}\n`).join(''))
    const file = join(folder, 'peers.db')
    await run(process.execPath, [program, 'import', join(folder, 'events.ndjson'), '--yes', '--match', 'slug', '--progress', 'none', '--api-root', `file:${file}`], { env })
    return withJsonServer(folder, env, (peer) => serving(folder, ['--data', file], (root, child) => compare(peer, root, child)))
  },
}

async function compare(peer, root, child) {
  const theirList = requestOf('GET', new URL(`${peer}/events?start_date_gte=2027-06-01&_sort=start_date&_page=1&_limit=10`))
  const ourList = requestOf('GET', new URL(`${root}/events?start_date=2027-06-01`))
  let made = events
  const medians = await alternately(rounds, {
    peer_list: () => rateOf(peer, crowd, () => theirList),
    list: () => rateOf(root, crowd, () => ourList),
    peer_create: () => rateOf(peer, crowd, () => requestOf('POST', new URL(`${peer}/events`), sampleEvent(made++))),
    create: async () => {
      const rate = await rateOf(root, crowd, () => requestOf('POST', new URL(`${root}/events`), sampleEvent(made++)))
      await settled(child)
      return rate
    },
  })
  return [
    { name: 'list ÷ json-server 0.17 at 20,000 events', ratio: medians.list / medians.peer_list, scale: `${Math.round(medians.list)}/s; ${medians.peer_list.toFixed(1)}/s` },
    { name: 'create ÷ json-server 0.17 at 20,000 events', ratio: medians.create / medians.peer_create, scale: `${Math.round(medians.create)}/s; ${medians.peer_create.toFixed(1)}/s` },
  ]
}

async function withJsonServer(folder, env, work) {
  const port = await freePort()
  const child = spawn(process.execPath, [join(folder, 'node_modules/json-server/lib/cli/bin.js'), '--port', String(port), '--quiet', join(folder, 'db.json')], { env, cwd: folder, stdio: 'ignore' })
  const ended = new Promise((done) => child.on('close', done))
  try {
    await untilAnswers(`http://127.0.0.1:${port}/events?_limit=1`)
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

async function untilAnswers(url) {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return void await answer.text()
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`${url} did not answer within 20 s`)
}

function freePort() {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => done(port))
    })
  })
}
