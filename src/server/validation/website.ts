// Checks of web addresses: the ones that deployed services take, but for those that would run in a reader's browser.
import { check, refused } from './check.ts'

const needs = [
  'an address with its scheme, such as https://example.com',
  'eine Adresse mit Schema, etwa https://example.com',
] as const

/** Source: observed 4 `website`. */
export const website = check(...needs, (value) =>
  value === '' || (typeof value === 'string' && isAddress(value)) ? value : refused,
)

const running = /^(?:javascript|data|vbscript):/i
const web = /^https?:\/\/(?:[^@/?#]*@)?(\[[\da-f:.]+\]|[^:/?#]+)(?::(\d*))?(?:[/?#].*)?$/i
/** Other schemes need a host, except the three that never have one. */
const other = /^(?!https?:)(?:[a-z][a-z\d+.-]*:\/\/[^\s/?#]|(?:mailto|news):.|file:\/\/\/)/i
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
const host_characters_max = 253
const port_max = 65_535

/** Whether the text is an address with its scheme. */
export function isAddress(text: string): boolean {
  if (!/^[\u0021-\u007e]+$/.test(text) || running.test(text)) return false
  const [whole, host = '', port = ''] = web.exec(text) ?? []
  return whole === undefined ? other.test(text) : isHost(host) && Number(port) <= port_max
}

/** Labels of letters, digits and inner hyphens; one dot may stand at the end. */
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
