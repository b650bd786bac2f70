// Waits for what happens soon, however slow the machine is.
import { vi } from 'vitest'

/** Repeats these expectations until they hold; only what never happens reaches the limit. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 120_000, interval: 10 })
}
