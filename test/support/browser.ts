// A real browser for the tests of the pages: Chromium of the system, without a network but the loopback.
import { accessSync, constants } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import browsers from './browsers.json' with { type: 'json' }

/** The first one has no window to draw, which makes it faster. */
const places = [process.env.CAL_TEST_CHROMIUM ?? '', ...browsers]

/** The program of a browser; undefined if there is none, and then the tests are skipped. */
export function browserProgram(): string | undefined {
  return places.find(isProgram)
}

function isProgram(path: string): boolean {
  if (path === '') return false
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** `names` are host names of this machine, for this browser. */
export async function openBrowser({ names = [] }: { readonly names?: readonly string[] } = {}): Promise<Browser> {
  const executablePath = browserProgram()
  if (executablePath === undefined) throw new Error('no Chromium')
  // Containers have no user namespaces for the sandbox.
  const rules = names.map((name) => `MAP ${name} 127.0.0.1`).join(', ')
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`])],
  })
}

/** A page of a fresh profile, and what happened in it. */
export interface Visit {
  readonly page: Page
  /** Addresses of other origins that were requested. */
  readonly foreign: readonly string[]
  /** Errors of scripts and of the content security policy, and dialogs. */
  readonly troubles: readonly string[]
  close(): Promise<void>
}

export async function visit(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options })
  const page = await context.newPage()
  const { origin } = new URL(address)
  const foreign: string[] = []
  const troubles: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) foreign.push(request.url())
  })
  page.on('pageerror', ({ message }) => troubles.push(message))
  page.on('console', (message) => {
    // A page of an error has its status in the console.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) troubles.push(message.text())
  })
  page.on('dialog', (dialog) => {
    troubles.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(address, { waitUntil: 'load' })
  return { page, foreign, troubles, close: () => context.close() }
}
