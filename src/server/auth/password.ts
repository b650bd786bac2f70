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

/** `scrypt$N$r$p$salt$hash`; blanks in the password do not count, since application passwords are shown with them. */
export async function passwordHash(password: string, salt: Uint8Array): Promise<string> {
  const hash = await derive(unspaced(password), salt, hash_bytes, cost)
  return ['scrypt', cost.N, cost.r, cost.p, Buffer.from(salt).toString('base64'), hash.toString('base64')].join('$')
}

/** Whether the hash is of this password; false for hashes of another kind. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = stored.split('$')
  if (kind !== 'scrypt' || salt === undefined || hash === undefined) return false
  const expected = Buffer.from(hash, 'base64')
  const actual = await derive(unspaced(password), Buffer.from(salt, 'base64'), expected.length, {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return timingSafeEqual(actual, expected)
}

export function unspaced(password: string): string {
  return password.replace(/\s/g, '')
}
