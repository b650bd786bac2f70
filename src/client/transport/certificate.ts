// What a TLS connection to a service says of itself, without sending it anything.
import { connect, type TLSSocket } from 'node:tls'
import { isIP } from 'node:net'
import type { Day } from '../../base/dates/days.ts'
import { dayOfCertificateDate } from './http-date.ts'
import { networkError } from './network-errors.ts'

export interface Certificate {
  /** `TLSv1.3` */
  readonly protocol: string
  readonly valid_until: Day | undefined
  /** Why it is not to be trusted, as Node calls it; undefined where it is. */
  readonly distrust: string | undefined
}

/** Fails with `unreachable` where no TLS connection comes about. */
export function certificateOf(
  { hostname, port, origin }: URL,
  { timeout_ms }: { readonly timeout_ms: number },
): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // Looked at, not relied on: nothing is sent over it.
    const socket = connect({
      host,
      port: Number(port || 443),
      rejectUnauthorized: false,
      timeout: timeout_ms,
      ...(isIP(host) === 0 ? { servername: host } : {}),
    })
    const fail = (cause: unknown, timed_out: boolean) => {
      socket.destroy()
      reject(networkError(cause, { origin, timeout_ms, timed_out, method: 'GET' }))
    }
    socket.once('error', (cause) => fail(cause, false))
    socket.once('timeout', () => fail(undefined, true))
    socket.once('secureConnect', () => {
      resolve(read(socket))
      socket.destroy()
    })
  })
}

function read(socket: TLSSocket): Certificate {
  const { authorized, authorizationError } = socket
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    valid_until: dayOfCertificateDate(socket.getPeerCertificate().valid_to ?? ''),
    distrust: authorized ? undefined : codeOf(authorizationError),
  }
}

/** Typed as an error, and a code in fact. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
