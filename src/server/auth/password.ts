// Password hashes: salted, slow, compared in constant time.
import { scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<
  string,
  Uint8Array,
  number,
  { readonly N: number; readonly r: number; readonly p: number },
  Buffer
>(scrypt)
const hash_bytes = 32
const cost = { N: 2 ** 14, r: 8, p: 1 }

/**
 * `scrypt$N$r$p$salt$hash`. Whitespace in the password is ignored, because application passwords are shown with spaces.
 */
export async function passwordHash(password: string, salt: Uint8Array): Promise<string> {
  const hash = await derive(unspaced(password), salt, hash_bytes, cost)
  return ['scrypt', cost.N, cost.r, cost.p, Buffer.from(salt).toString('base64'), hash.toString('base64')].join('$')
}

/** Whether the stored hash is that of the password; false for a hash of another kind and for an empty one. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = stored.split('$')
  if (kind !== 'scrypt' || salt === undefined || !hash) return false
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive(unspaced(password), Buffer.from(salt, 'base64'), expected.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(actual, expected)
}

/** The password without whitespace. */
export function unspaced(password: string): string {
  return password.replace(/\s/g, '')
}
