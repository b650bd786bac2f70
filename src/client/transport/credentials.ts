// Credentials of requests.
import { isList, isObject, type Json } from '../../base/json.ts'
import { jsonOfBody } from './response.ts'

export type Credentials =
  | { readonly kind: 'none' }
  /** An application password of a user. */
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  /** A custom header. */
  | { readonly kind: 'header'; readonly name: string; readonly value: string }

/** The header that carries the credentials; none for anonymous requests. */
export function headersOf(credentials: Credentials): Readonly<Record<string, string>> {
  switch (credentials.kind) {
    case 'none':
      return {}
    case 'basic':
      return { authorization: `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}` }
    case 'bearer':
      return { authorization: `Bearer ${credentials.token}` }
    case 'header':
      return { [credentials.name.toLowerCase()]: credentials.value }
  }
}

/** Shorter secrets would match parts of ordinary words. */
const secret_characters_min = 6

const secret_parts = new Set(['password', 'token', 'value'])

/** What must not be shown of credentials, and what is sent of them. */
export function secretsOf(credentials: Credentials): readonly string[] {
  const own = Object.entries(credentials).flatMap(([name, value]) => (secret_parts.has(name) ? [value] : []))
  const sent = Object.values(headersOf(credentials)).map((value) => value.replace(/^\w+ /, ''))
  return [...own, ...sent]
}

/** A text without these secrets, also as JSON writes them. */
export function redacted(text: string, secrets: readonly string[]): string {
  const written = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  return [...new Set(written)]
    .filter(({ length }) => length >= secret_characters_min)
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
}

/** An error of a service without these secrets in its texts; its codes and names stay. */
export function redactedBody(body: string, secrets: readonly string[]): string {
  const value = jsonOfBody(body)
  return value === undefined ? redacted(body, secrets) : JSON.stringify(redactedTexts(value, secrets))
}

function redactedTexts(value: Json, secrets: readonly string[]): Json {
  if (typeof value === 'string') return redacted(value, secrets)
  if (isList(value)) return value.map((item) => redactedTexts(item, secrets))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner = null]) => [
      name,
      name === 'code' ? inner : redactedTexts(inner, secrets),
    ]),
  )
}
