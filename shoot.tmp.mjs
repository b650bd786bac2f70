import { chromium } from 'playwright-core'
const base = process.argv[2], out = process.argv[3], specs = process.argv.slice(4)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const spec of specs) {
  const [name, path, width, scheme] = spec.split('|')
  const page = await browser.newPage({ viewport: { width: Number(width), height: width > 600 ? 900 : 740 }, colorScheme: scheme ?? 'light' })
  page.on('console', (m) => console.log(name, m.type(), m.text()))
  page.on('pageerror', (e) => console.log(name, 'ERR', e.message))
  page.on('request', (r) => { if (!r.url().startsWith(base)) console.log('FOREIGN', r.url()) })
  await page.goto(base + path)
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${out}/${name}.png`, fullPage: true })
  await page.close()
}
await browser.close()
