// The style sheet and the scripts of the pages, from the build; pages load nothing from other hosts.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { errorCode } from '../../base/errors.ts'
import type { WebResponse } from '../../base/exchange.ts'
import { security_headers } from './html.ts'

const files = { style: 'pages.css', page: 'page.js', icon: 'icon.svg' } as const
type AssetName = keyof typeof files

/** The paths of the files; each contains a hash of the content, so that browsers can cache the file. */
export type AssetPaths = Readonly<Record<AssetName, string>>

export interface Assets {
  readonly paths: AssetPaths
  /** The file of a name below `/assets/`; undefined if there is none. */
  at(name: string): WebResponse | undefined
}

const types: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }

export async function openAssets(): Promise<Assets> {
  const assets = new Map<string, WebResponse>()
  const load = async (name: AssetName): Promise<string> => {
    const file = files[name]
    const content = await bytesOf(new URL(`./web/${file}`, import.meta.url))
    const bytes = name === 'style' ? Buffer.concat([content, Buffer.from(numberedRules())]) : content
    const [stem, ending = ''] = file.split('.')
    const named = `${stem}-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.${ending}`
    const headers = {
      'content-type': `${types[ending]}; charset=UTF-8`,
      'cache-control': 'public, max-age=31536000, immutable',
    }
    assets.set(named, { status: 200, headers: { ...security_headers, ...headers }, body: bytes })
    return `/assets/${named}`
  }
  const [style, page, icon] = await Promise.all([load('style'), load('page'), load('icon')])
  return { paths: { style, page, icon }, at: (name) => assets.get(name) }
}

/**
 * The rules of classes with a number: the colors of categories, the days that a bar covers on a wide screen, and the
 * places in the hours of a week, in quarters. The policy of the pages forbids styles in elements.
 */
function numberedRules(): string {
  const rules = (count: number, rule: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => rule(i)).join('')
  const colors = rules(8, (i) => `.c${i + 1}{--own:var(--c${i + 1})}`)
  const bars = rules(6, (i) => `.w${i + 2}>a{width:calc(${i + 2}00% - .4rem)}`)
  const quarters = rules(97, (i) => `.hours>.s${i}{grid-row-start:${i + 1}}.hours>.e${i}{grid-row-end:${i + 1}}`)
  return `${colors}@media (min-width:44.01rem),print{${bars}}${quarters}`
}

/** Empty if the program runs from its sources: pages then have no styles and scripts. */
async function bytesOf(file: URL): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return new Uint8Array()
    throw error
  }
}
