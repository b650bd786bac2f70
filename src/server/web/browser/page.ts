// Runs in the browser: notes if the reader's time zone differs from that of the events.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const { language = 'en' } = { language: document.documentElement.lang }

const words =
  language === 'de'
    ? { note: `Uhrzeiten gelten am Ort des Termins. Zeitzone dieses Geräts: ${zone}.`, here: `hier (${zone}):` }
    : { note: `Times are local to each event. Time zone of this device: ${zone}.`, here: `here (${zone}):` }

const different = [...document.querySelectorAll('time[datetime*="T"]')].filter(isElsewhere)
const single = document.querySelector('.event-page time')
if (single && different.includes(single)) single.after(note('span', `${words.here} ${localText(single)}`))
else if (different.length > 0) document.querySelector('.bar')?.after(note('p', words.note))

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
  return new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
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
