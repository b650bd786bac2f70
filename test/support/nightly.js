// `npm run nightly`: the tests that get better with time, at their full length.
import { spawnSync } from 'node:child_process'

const env = { ...process.env, FUZZ_REQUESTS: '100000', FUZZ_SEED: process.env.FUZZ_SEED ?? String(Math.floor(Math.random() * 1_000_000)), KILL_ROUNDS: '100', CAL_PROPERTY_RUNS: '100' }
console.log(`FUZZ_SEED=${env.FUZZ_SEED}`)
process.exitCode = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/property', 'test/e2e/durable.test.ts'], { stdio: 'inherit', env }).status ?? 1
