// Every case in standard mode over HTTP: the built program, started anew for each file.
import { describe, expect, it } from 'vitest'
import { project } from '../support/sources.ts'
import { casesOf, complaintsOf } from './cases.ts'
import { startServer } from './runner/server.mjs'

const launch = `exec '${process.execPath}' '${project}/bin/cal.js' serve --port 0 -o json --data :memory: --users {users} --now {now} --timezone {timezone} {mode}`

describe('standard mode over HTTP', () => {
  it.concurrent.each(casesOf('standard'))('$file', async (one) => {
    expect(await complaintsOf(one, 'standard', () => startServer({ mode: 'standard', launch }, one.scenario))).toEqual([])
  }, 120_000)
})
