// The script of the foreign page: sends requests to a calendar in every way that a page has.

/** What the page could read. */
const stolen = []
globalThis.grab = (value) => stolen.push(JSON.stringify(value))

function loaded(name, values, attributes = {}) {
  return new Promise((resolve) => {
    const element = Object.assign(document.createElement(name), values)
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
    element.onload = resolve
    element.onerror = resolve
    document.body.append(element)
    setTimeout(resolve, 3_000)
  })
}

/** A frame without an origin. */
function inFrame(srcdoc) {
  return loaded('iframe', { srcdoc }, { sandbox: 'allow-scripts allow-forms' })
}

/** Keeps the text of a response that the browser shows to the page. */
async function read(sending) {
  try {
    const text = await (await sending).text()
    if (text !== '') stolen.push(text)
  } catch {
    // The browser refuses to show it.
  }
}

function redirected(address) {
  return `/redirect?${encodeURIComponent(address)}`
}

function get(src) {
  const hidden = { referrerPolicy: 'no-referrer' }
  return Promise.all([
    loaded('img', { src }),
    loaded('img', { ...hidden, src }),
    loaded('script', { src }),
    loaded('script', { ...hidden, src }),
    loaded('iframe', { ...hidden, src }),
    loaded('link', { rel: 'stylesheet', href: src }),
    read(fetch(src)),
    read(fetch(src, { credentials: 'include' })),
    read(fetch(src, { mode: 'no-cors', credentials: 'include', referrerPolicy: 'no-referrer' })),
    read(fetch(redirected(src))),
    inFrame(`<script src="${src.replaceAll('&', '&amp;')}"></script>`),
  ])
}

function post(address, event) {
  const form = new URLSearchParams(Object.entries(event))
  const json = JSON.stringify(event)
  const credentials = 'include'
  navigator.sendBeacon(address, form)
  navigator.sendBeacon(address, json)
  return Promise.all([
    read(fetch(address, { method: 'POST', mode: 'no-cors', credentials, body: form })),
    read(fetch(address, { method: 'POST', mode: 'no-cors', credentials, body: json })),
    read(fetch(address, { method: 'POST', body: json, headers: { 'content-type': 'application/json' } })),
    read(fetch(address, { method: 'DELETE' })),
    read(fetch(address, { headers: { 'x-http-method-override': 'DELETE' } })),
    read(fetch(redirected(address), { method: 'POST', body: form })),
    inFrame(
      `<form method="post" action="${address}"><input name="title" value="Foreign"></form>
       <script>document.forms[0].submit()</script>`,
    ),
  ])
}

/** Sends every request that does not leave the page; the first address has a record and a query. */
globalThis.tryAll = async ({ attempts, event }) => {
  await Promise.all(attempts.map(get))
  const [first] = attempts
  const [record] = first.split('?')
  for (const address of [first, record, record.replace(/\/\d+$/, '')]) await post(address, event)
  return stolen
}

globalThis.leave = (address) => location.assign(address)

globalThis.leaveByLink = (href) => {
  const link = Object.assign(document.createElement('a'), { href, rel: 'noreferrer' })
  document.body.append(link)
  link.click()
}

globalThis.leaveByForm = ({ address, enctype, method }) => {
  const form = Object.assign(document.createElement('form'), { action: address, enctype, method })
  form.innerHTML = '<input name="_method" value="DELETE"><input name="title" value="Foreign">'
  document.body.append(form)
  form.submit()
}
