// Runs at the beginning of every test file.
import fc from 'fast-check'
import { cleanUpAfterTests } from './cleanup.ts'

// One seed for every run, so that a change cannot fail by what it does not touch; `npm run nightly` draws others.
fc.configureGlobal({ seed: Number(process.env.CAL_SEED ?? 20261121) })

cleanUpAfterTests()
