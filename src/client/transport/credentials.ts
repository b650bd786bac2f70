// Who the client says it is.
export type Credentials =
  | { readonly kind: 'none' }
  /** An application password of a user. */
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'bearer'; readonly token: string }
  /** A header of the user's choice. */
  | { readonly kind: 'header'; readonly name: string; readonly value: string }

/** The header that says it; none for a visitor. */
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
