// Checks of web addresses: those that deployed services accept, without schemes that a browser would execute.
import { type Check, check, refused } from './check.ts'

const needs = [
  'an address with its scheme, such as https://example.com',
  'eine Adresse mit Schema, etwa https://example.com',
] as const

/** Source: interface 6. */
export const website: Check<string> = check(...needs, (value) =>
  typeof value === 'string' && (value === '' || isAddress(value)) ? value : refused,
)

const executable = /^(?:javascript|data|vbscript):/i
const http = /^https?:\/\/(?:[^@/?#]*@)?(\[[\da-f:.]+\]|[^:/?#]+)(?::(\d*))?(?:[/?#].*)?$/i
/** Other schemes need a host, except the three that never have one. */
const other_scheme = /^(?!https?:)(?:[a-z][a-z\d+.-]*:\/\/[^\s/?#]|(?:mailto|news):.|file:\/\/\/)/i
const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
const host_characters_max = 253
const port_max = 65_535

/** Whether the text is an address with its scheme. */
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
