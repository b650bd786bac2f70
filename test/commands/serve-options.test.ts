// Options of `cal serve` that prevent it from starting: each is named, with what it needs.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'

const { folder, cal } = localHome({})
writeFileSync(join(folder, 'users.json'), '[]')

describe('a server that cannot start', () => {
  it.each([
    [['--host', '192.0.2.1'], /^error: 192\.0\.2\.1:0 is not an address of this machine/],
    [['--port', '70000'], /^error: --port needs a number from 0 to 65535, not 70000/],
    [
      ['--timezone', 'Mars/Olympus'],
      /^error: --timezone needs a zone such as Europe\/Berlin or UTC\+2, not "Mars\/Olympus"/,
    ],
    [['--random-seed', '4'], /^error: --random-seed has no effect without --latency or --fail/],
    [['--now', 'whenever'], /^error: --now needs a date such as 2026-03-01T18:00:00Z, not "whenever"/],
    [['--now', '2026-02-30'], /^error: --now needs a date such as 2026-03-01T18:00:00Z, not "2026-02-30"/],
    [
      ['--allow-host', 'http://cal.example.org'],
      /^error: --allow-host needs a name such as cal\.example\.org, not "http:\/\/cal\.example\.org"/,
    ],
    [['--read-only'], /^error: --read-only needs a database file: --data FILE$/m],
    [['--geofence', '5'], /^error: --geofence has no effect without --premium$/m],
    [['--users', 'nobody.json'], /^error: nobody\.json cannot be read: no such file/],
    [['--user', 'ada:king'], /^error: --user ada:king: unknown role "king"/],
    [['--cors', '*'], /^error: --cors needs an origin such as https:\/\/example\.org, not "\*"/],
    [
      ['--fail', 'FETCH /events:5%:503'],
      /^error: --fail needs a value such as 'POST \/events:5%:503', not "FETCH \/events:5%:503"/,
    ],
    [['--fail', 'POST /events'], /^error: --fail needs a value such as 'POST \/events:5%:503', not "POST \/events"/],
    [
      ['--public-url', 'cal.example.org'],
      /^error: --public-url needs an address such as https:\/\/cal\.example\.org, not "cal\.example\.org"/,
    ],
    [
      ['--public-url', 'https://cal.example.org/?a'],
      /^error: --public-url needs an address such as https:\/\/cal\.example\.org, not "https:\/\/cal\.example\.org\/\?a"/,
    ],
    [['--tls-cert', 'a.pem'], /^error: --tls-cert has no effect without --tls-key/],
    [['--root', '../x'], /^error: --root needs letters, digits, dots and dashes, not "\.\.\/x"/],
  ])('%j is told why', async (words, message) => {
    const { code, stderr, stdout } = await cal(['serve', '--port', '0', '--data', ':memory:', ...words])
    expect(stderr).toMatch(message)
    expect([code, stdout]).toEqual([2, ''])
  })
})
