// The TLS certificate of a service, read without sending a request.
import { connect, type TLSSocket } from 'node:tls'
import { isIP } from 'node:net'
import type { Day } from '../../base/dates/days.ts'
import { dayOfCertificateDate } from '../../base/dates/http-date.ts'
import { networkError } from './network-errors.ts'

export interface Certificate {
  /** `TLSv1.3` */
  readonly protocol: string
  readonly valid_until: Day | undefined
  /** Why the certificate is not trusted, as a code of Node; undefined if it is trusted. */
  readonly distrust: string | undefined
}

/** Errors: `unreachable` if no TLS connection can be established. */
export function certificateOf(
  { hostname, port, origin }: URL,
  { timeout_ms }: { readonly timeout_ms: number },
): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    // An untrusted certificate is reported, not rejected: nothing is sent over this connection.
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
      resolve(certificateIn(socket))
      socket.destroy()
    })
  })
}

function certificateIn(socket: TLSSocket): Certificate {
  const { authorized, authorizationError } = socket
  return {
    protocol: socket.getProtocol() ?? 'TLS',
    valid_until: dayOfCertificateDate(socket.getPeerCertificate().valid_to ?? ''),
    distrust: authorized ? undefined : codeOf(authorizationError),
  }
}

/** Node declares an Error, but sets a code. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
