// The picture that a write names: by its id, by its address, or none.
import type { Image } from '../../domain/records.ts'
import type { MediaStore } from '../../storage/store.ts'

/** Shape: undefined where nothing is sent, null for no picture. Source: D29. */
export function pictureOf(sent: unknown, media: MediaStore): Image | null | undefined {
  if (typeof sent !== 'string') return undefined
  if (sent === '') return null
  return /^\d+$/.test(sent) ? (media.get(Number(sent)) ?? null) : media.at(sent)
}
