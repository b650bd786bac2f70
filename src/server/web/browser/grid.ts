// Runs in the browser: shows the list of a month or a week as a grid. The list is part of the page.
import { Calendar, type CalendarOptions } from 'fullcalendar'
import dayGrid from 'fullcalendar/daygrid'
import de from 'fullcalendar/locales/de'
import theme from 'fullcalendar/themes/classic'
import timeGrid from 'fullcalendar/timegrid'

const container = document.querySelector<HTMLElement>('#grid')
const list = document.querySelector<HTMLElement>('#days')
if (container && list) show(container, list)

interface GridEvent {
  readonly title: string
  readonly url: string
  readonly start: string
  readonly end?: string
  readonly allDay: boolean
  readonly color: string
  readonly className: string
}

function show(grid: HTMLElement, days: HTMLElement): void {
  const { view, date = '', language = 'en', today = date, more = '', prefix, query = '' } = grid.dataset
  const dayUrl = (day: Date) => `${prefix}${day.toISOString().slice(0, 10)}/${query}`
  const options: CalendarOptions = {
    plugins: [dayGrid, timeGrid, theme],
    initialView: view === 'week' ? 'timeGridWeek' : 'dayGridMonth',
    initialDate: date,
    now: today,
    locale: language === 'de' ? de : 'en-gb',
    timeZone: 'UTC',
    firstDay: 1,
    height: view === 'week' ? 760 : 'auto',
    headerToolbar: false,
    editable: false,
    // Plans have no pages for days.
    navLinks: prefix !== undefined,
    navLinkDayClick: (day: Date) => window.location.assign(dayUrl(day)),
    fixedWeekCount: false,
    dayMaxEvents: prefix === undefined ? false : 4,
    eventDisplay: prefix === undefined ? 'block' : 'auto',
    moreLinkClick: ({ date: day }) => window.location.assign(dayUrl(day)),
    moreLinkContent: ({ num }) => more.replace('{}', String(num)),
    eventTimeFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
    slotHeaderFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
    eventTimeClass: 'event-time',
    eventTitleClass: 'event-title',
    scrollTime: '08:00:00',
    // Accessible names come from the content: the library names cells by date only, and hides the text of headers.
    dayHeaderDidMount: ({ el }) => {
      el.closest('[role=columnheader]')?.removeAttribute('aria-label')
      for (const hidden of el.querySelectorAll('[aria-hidden]')) hidden.removeAttribute('aria-hidden')
      for (const link of el.querySelectorAll('[role=link]')) link.removeAttribute('aria-label')
    },
    // The beginning of a long title stays visible in scripts from right to left, too.
    eventDidMount: ({ el }) => el.querySelector('.event-title')?.setAttribute('dir', 'auto'),
    dayCellDidMount: ({ el }) => el.removeAttribute('aria-label'),
    eventOrder: 'start,-duration,title',
    // An event that ends before 6:00 belongs to the day before.
    nextDayThreshold: '06:00:00',
    events: [...days.querySelectorAll('li')].map(eventOf),
  }
  grid.hidden = false
  new Calendar(grid, options).render()
  for (const header of grid.querySelectorAll('[role=rowheader]:empty')) {
    const name = document.createElement('span')
    name.className = 'unseen'
    name.textContent = header.getAttribute('aria-label')
    header.append(name)
  }
  document.documentElement.classList.add('has-grid')
  performance.mark('grid')
}

function eventOf(item: HTMLLIElement): GridEvent {
  const link = item.querySelector('a')
  const [first, after] = (item.dataset.d ?? '').split('/')
  const isLong = first !== undefined && after !== undefined
  // Times are wall times of the event: the offset is dropped.
  const start = (item.querySelector('time')?.getAttribute('datetime') ?? '').slice(0, 16)
  const end = isLong ? after : item.dataset.e
  const color_name = /\b(c\d|plan-\w+)\b/.exec(item.className)?.[0] ?? 'c0'
  return {
    title: link?.textContent ?? '',
    url: link?.href ?? '',
    start: isLong ? first : start,
    ...(end !== undefined && { end }),
    allDay: isLong || start.length === 10,
    color: `var(--${color_name})`,
    className: item.dataset.status === undefined ? color_name : `${color_name} unpublished`,
  }
}
