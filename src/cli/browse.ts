// Opening a page in the user's browser.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Failure } from '../base/failure.ts'
import { quoted } from '../base/quoted.ts'
import type { Session } from './session.ts'

/** By `BROWSER` where it is set, else as the system does. Fails with `usage` for anything but a web address. */
export async function browse(url: unknown, { world, note }: Pick<Session, 'world' | 'note'>): Promise<void> {
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) {
    throw new Failure('usage', { en: `there is no page to open: ${JSON.stringify(url ?? null)}`, de: `es gibt keine Seite zu öffnen: ${quoted(url ?? null).de}` })
  }
  await note({ en: `opening ${url}`, de: `${url} wird geöffnet` })
  const { BROWSER } = world.env
  if (!BROWSER) {
    const { default: open } = await import('open')
    try {
      await open(url)
    } catch (cause) {
      throw new Failure('usage', { en: 'no browser can be started', de: 'es lässt sich kein Browser starten' }, { cause, hint: { en: 'open the address yourself, or name a program: BROWSER=firefox', de: 'die Adresse selbst öffnen, oder ein Programm nennen: BROWSER=firefox' } })
    }
    return
  }
  const child = spawn(BROWSER, [url], { detached: true, stdio: 'ignore' })
  const failed = once(child, 'error').then(([cause]) => {
    throw new Failure('usage', { en: `BROWSER cannot be started: ${BROWSER}`, de: `BROWSER lässt sich nicht starten: ${BROWSER}` }, { cause })
  })
  await Promise.race([once(child, 'spawn'), failed])
  child.unref()
}
