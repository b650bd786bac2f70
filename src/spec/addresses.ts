// Web addresses: those that services accept in fields of records, and those of this machine.

const executable = /^(?:javascript|data|vbscript):/i
const http = /^https?:\/\/(?:[^@/?#]*@)?(\[[\da-f:.]+\]|[^:/?#]+)(?::(\d*))?(?:[/?#].*)?$/i
/** Other schemes need a host, except `mailto`, `news` and `file`. */
const other_scheme = /^(?!https?:)(?:[a-z][a-z\d+.-]*:\/\/[^\s/?#]|(?:mailto|news):.|file:\/\/\/)/i
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
const host_characters_max = 253
const port_max = 65_535

/** Whether the text is a URL with a scheme that a browser does not execute. */
export function isAddress(text: string): boolean {
  if (!/^[\u0021-\u007e]+$/.test(text) || executable.test(text)) return false
  const [whole, host = '', port = ''] = http.exec(text) ?? []
  return whole === undefined ? other_scheme.test(text) : isHost(host) && Number(port) <= port_max
}

/** Labels of letters, digits and inner hyphens; a final dot is allowed. */
function isHost(host: string): boolean {
  return (
    host.startsWith('[') ||
    (host.length <= host_characters_max &&
      host
        .replace(/\.$/, '')
        .split('.')
        .every((part) => label.test(part)))
  )
}

/** Whether a service can fetch an image from the text. */
export function isImageAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+(?:[/?#][\u0021-\u007e]*)?$/i.test(text) && URL.canParse(text)
}

/** Whether a host name, as in URLs or without brackets, is one of this machine. Source: RFC 6761. */
export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}|\[::1\]|::1)$/.test(hostname)
}

/** `https://…` → `webcal://…`, which opens in a calendar program. */
export function webcalOf(address: string): string {
  return address.replace(/^https?:/, 'webcal:')
}
