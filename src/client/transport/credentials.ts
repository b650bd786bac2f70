// Credentials of requests.
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
