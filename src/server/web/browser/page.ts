// Runs in the browser: names the time zone of a reader for whom times differ, and copies texts. Pages work without it.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
/** The texts of this script, in the language of the page. */
const { locale, note: zone_note = '', here = '', copied = '' } = document.body.dataset

const different = [...document.querySelectorAll('time[datetime*="T"]')].filter(isElsewhere)
const single = document.querySelector('.event-page time')
if (single && different.includes(single))
  single.after(note('span', `${here.replace('{zone}', zone)} ${localText(single)}`))
else if (different.length > 0) document.querySelector('.bar')?.after(note('p', zone_note.replace('{zone}', zone)))

// The days of a grid do not add to the history.
for (const link of document.querySelectorAll<HTMLAnchorElement>('.pick'))
  link.addEventListener('click', (event) => {
    event.preventDefault()
    window.location.replace(link.href)
  })

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await copy(document.getElementById(button.dataset.copy ?? ''))
    button.textContent = copied
  })
}

openTarget()
window.addEventListener('hashchange', openTarget)

/** Opens the menu that the address names: `#subscribe`. */
function openTarget(): void {
  const target = document.getElementById(window.location.hash.slice(1))
  if (target instanceof HTMLDetailsElement) target.open = true
}

/** The clipboard is not available at plain-http addresses of other machines; the selection is. */
async function copy(source: HTMLElement | null): Promise<void> {
  if (!source) return
  const text = source instanceof HTMLInputElement ? source.value : (source.textContent ?? '')
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  window.getSelection()?.selectAllChildren(source)
  if (source instanceof HTMLInputElement) source.select()
  document.execCommand('copy')
}

/** Whether the reader's time zone has another offset at that time. */
function isElsewhere(time: Element): boolean {
  const text = time.getAttribute('datetime') ?? ''
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? []
  if (sign === undefined) return false
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  return -new Date(text).getTimezoneOffset() !== offset
}

function localText(time: Element): string {
  const instant = new Date(time.getAttribute('datetime') ?? '')
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(instant)
}

function note(name: 'p' | 'span', text: string): HTMLElement {
  const element = document.createElement(name)
  element.className = 'zone-note'
  element.textContent = text
  return element
}
