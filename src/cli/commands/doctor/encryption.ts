// Whether the way to the service is encrypted, and for how long its certificate is good.
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { dayOf, daysBetween } from '../../../base/dates/days.ts'
import { certificateOf } from '../../../client/transport/certificate.ts'
import { isLoopback, proxySettingsFor } from '../../../client/transport/proxy.ts'
import { networkErrorText } from '../../../client/transport/network-errors.ts'
import type { Session } from '../../core/session.ts'
import type { Finding } from './finding.ts'

const check = { en: 'encryption', de: 'Verschlüsselung' }
/** A certificate that ends sooner is mentioned. */
const days_left_min = 14

/** Fails with `unreachable` where nothing speaks TLS there. */
export async function encryptionFinding(api_root: string, { runtime, settings }: Session): Promise<Finding> {
  if (!URL.canParse(api_root) || api_root.startsWith('file:'))
    return {
      check,
      ok: true,
      found: { en: 'not needed: a local file', de: 'nicht nötig: eine Datei auf diesem Rechner' },
    }
  const url = new URL(api_root)
  if (url.protocol === 'http:') return plainFinding(url)
  if (proxySettingsFor(url, runtime.env) !== undefined)
    return {
      check,
      ok: true,
      found: {
        en: 'TLS; a proxy is set, so the certificate was not checked',
        de: 'TLS; ein Proxy ist eingestellt, daher wurde das Zertifikat nicht geprüft',
      },
    }
  const { protocol, valid_until = '?', distrust } = await certificateOf(url, settings)
  if (distrust !== undefined) {
    const { en, de } = networkErrorText(Object.assign(new Error(distrust), { code: distrust }))
    return {
      check,
      ok: false,
      found: { en: `${protocol}: ${en}`, de: `${protocol}: ${de}` },
      ends: 'unreachable',
      advice: {
        en: 'if you trust it, set NODE_EXTRA_CA_CERTS=FILE',
        de: 'falls es vertrauenswürdig ist: NODE_EXTRA_CA_CERTS=DATEI',
      },
    }
  }
  const found = {
    en: `${protocol}, certificate valid until ${valid_until}`,
    de: `${protocol}, Zertifikat gültig bis ${valid_until}`,
  }
  const ends_soon = valid_until !== '?' && daysBetween(dayOf(wallAt(runtime.now(), 'UTC')), valid_until) < days_left_min
  return ends_soon
    ? {
        check,
        ok: true,
        found,
        advice: {
          en: 'the certificate expires soon and must be renewed on the server',
          de: 'es läuft bald ab: der Betreiber des Dienstes sollte es erneuern',
        },
      }
    : { check, ok: true, found }
}

function plainFinding({ hostname }: URL): Finding {
  if (isLoopback(hostname))
    return {
      check,
      ok: true,
      found: { en: 'plain HTTP on this machine', de: 'unverschlüsseltes HTTP, auf diesem Rechner' },
    }
  return {
    check,
    ok: true,
    found: { en: 'plain HTTP', de: 'unverschlüsseltes HTTP' },
    advice: {
      en: 'anyone on the network can read the traffic: use https',
      de: 'die Übertragung kann mitgelesen werden: https verwenden',
    },
  }
}
