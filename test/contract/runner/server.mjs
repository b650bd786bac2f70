// The server under test: started by a command, or running at an address.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { USERS } from './values.mjs'

const LAUNCH_MS_MAX = 30_000, ANSWER_MS_MAX = 60_000, STOP_MS_MAX = 5_000

/** Starts the server, or uses the one at `--api-root`: `send` sends a request, `stop` stops a started server. */
export async function startServer(options, scenario) {
  if (!options.launch) return serverAt(options['api-root'], async () => {})
  const folder = mkdtempSync(join(tmpdir(), 'cases-'))
  const users = join(folder, 'users.json')
  writeFileSync(users, JSON.stringify(USERS, null, 2))
  const command = options.launch
    .replaceAll('{users}', users)
    .replaceAll('{now}', scenario.now ?? new Date().toISOString())
    .replaceAll('{timezone}', scenario.timezone)
    .replaceAll('{mode}', options.mode === 'standard' ? '' : options.mode.replace('quirks-', 'quirks=').replace(/^/, '--'))
  const child = spawn('bash', ['-c', command], { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGTERM')
      const late = setTimeout(() => process.kill(-child.pid, 'SIGKILL'), STOP_MS_MAX)
      await ended
      clearTimeout(late)
    }
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    return serverAt(await readyLine(child), stop)
  } catch (error) {
    await stop()
    throw error
  }
}

function serverAt(address, stop) {
  const apiRoot = address.replace(/\/+$/, '')
  return { apiRoot, send: (request) => send(apiRoot, request), stop }
}

function readyLine(child) {
  return new Promise((resolve, reject) => {
    let out = '', err = ''
    const late = setTimeout(() => reject(new Error(`no api_root within ${LAUNCH_MS_MAX} ms`)), LAUNCH_MS_MAX)
    child.stderr.on('data', (chunk) => { err = (err + chunk).slice(-2000) })
    child.stdout.on('data', (chunk) => {
      out += chunk
      const line = out.split('\n').slice(0, -1).find((one) => one.startsWith('{') && one.includes('api_root'))
      if (!line) return
      clearTimeout(late)
      resolve(JSON.parse(line).api_root)
    })
    child.on('close', (code) => { clearTimeout(late); reject(new Error(`launch ended with ${code} before api_root: ${err.trim()}`)) })
  })
}

function send(apiRoot, request) {
  const root = new URL(apiRoot)
  const options = {
    host: root.hostname, port: root.port || 80, agent: false, method: request.method, headers: request.headers,
    path: root.pathname.replace(/\/+$/, '') + request.path, timeout: ANSWER_MS_MAX,
  }
  return new Promise((resolve, reject) => {
    const call = http.request(options, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString()
      resolve({ status: answer.statusCode, headers: answer.headers, body: bodyOf(text) })
    })
    call.on('timeout', () => call.destroy(new Error(`no answer within ${ANSWER_MS_MAX} ms`)))
    call.on('error', reject)
    call.end(request.body)
  })
}

export function bodyOf(text) {
  try { return text === '' ? undefined : JSON.parse(text) } catch { return text }
}
