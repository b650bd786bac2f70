// Builds the program for the tests in a browser, or says why they are skipped.
import { browserProgram } from './browser.ts'
import build from './built.ts'

/** Errors: if `CAL_TEST_CHROMIUM` names no program. */
export default function setup(): void {
  const { CAL_TEST_CHROMIUM: named } = process.env
  const program = browserProgram()
  if (named !== undefined && program !== named) throw new Error(`CAL_TEST_CHROMIUM: ${named} is no program`)
  if (program === undefined)
    console.log('browser tests skipped: no Chromium found; install chromium or set CAL_TEST_CHROMIUM to its path')
  else build()
}
