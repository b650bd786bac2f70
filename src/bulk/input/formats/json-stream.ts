// Cuts a JSON text into the items of its outermost lists, without ever holding more than one of them.
import { CalError } from '../../../base/errors.ts'
import type { Text } from '../../../base/text/language.ts'
import { textOf, type InputSource } from '../source.ts'

/** One item of a list: of the list that is the document, or of the one under `key` of the object that is. */
export interface JsonSlice {
  readonly key: string | undefined
  readonly text: string
  readonly line: number
}

export async function* jsonSlicesOf(source: InputSource): AsyncIterable<JsonSlice> {
  const slicer = new Slicer(source.name)
  for await (const piece of textOf(source)) yield* slicer.push(piece)
  slicer.end()
}

const quote = 34,
  backslash = 92,
  feed = 10,
  comma = 44,
  openList = 91,
  closeList = 93,
  openObject = 123,
  closeObject = 125

/** Keeps the place in the document between two pieces of its text. */
class Slicer {
  readonly #name: string
  #buffer = ''
  #line = 1
  #root: number | undefined
  #depth = 0
  #inString = false
  #escaped = false
  #inList = false
  #key: string | undefined
  #keyStart = -1
  #itemStart = -1
  #itemLine = 1
  #slices: JsonSlice[] = []

  constructor(name: string) {
    this.#name = name
  }

  push(piece: string): readonly JsonSlice[] {
    const from = this.#buffer.length
    this.#buffer += piece
    this.#slices = []
    for (let i = from; i < this.#buffer.length; i++) this.#character(i, this.#buffer.charCodeAt(i))
    this.#forget()
    return this.#slices
  }

  end(): void {
    if (this.#root === undefined)
      throw this.#broken({ en: 'the file holds no JSON', de: 'die Datei enthält kein JSON' })
    if (this.#depth > 0) throw this.#broken({ en: 'the JSON ends in the middle', de: 'das JSON endet mittendrin' })
  }

  #character(at: number, code: number): void {
    if (code === feed) this.#line++
    if (!this.#inString) {
      if (code > 32) this.#mark(at, code)
    } else if (this.#escaped) this.#escaped = false
    else if (code === backslash) this.#escaped = true
    else if (code === quote) this.#endString(at)
  }

  #endString(at: number): void {
    this.#inString = false
    if (this.#keyStart < 0) return
    this.#key = this.#buffer.slice(this.#keyStart + 1, at)
    this.#keyStart = -1
  }

  /** A character outside of texts that is not blank. */
  #mark(at: number, code: number): void {
    if (this.#root === undefined) this.#begin(code)
    else if (this.#depth === 0)
      throw this.#broken({
        en: 'something follows after the end of the JSON',
        de: 'nach dem Ende des JSON folgt noch etwas',
      })
    else if (this.#betweenItems() && (code === comma || code === closeList)) this.#endItem(at, code)
    else this.#inside(at, code)
  }

  #begin(code: number): void {
    if (code !== openList && code !== openObject)
      throw this.#broken({ en: 'JSON begins with [ or { here', de: 'JSON beginnt hier mit [ oder {' })
    this.#root = code
    this.#inList = code === openList
    this.#depth = 1
  }

  #betweenItems(): boolean {
    return this.#inList && this.#depth === (this.#root === openList ? 1 : 2)
  }

  #endItem(at: number, code: number): void {
    if (this.#itemStart >= 0) {
      this.#slices.push({
        key: this.#root === openObject ? this.#key : undefined,
        text: this.#buffer.slice(this.#itemStart, at),
        line: this.#itemLine,
      })
      this.#itemStart = -1
    }
    if (code === comma) return
    this.#depth--
    this.#inList = false
  }

  #inside(at: number, code: number): void {
    if (this.#betweenItems() && this.#itemStart < 0) {
      this.#itemStart = at
      this.#itemLine = this.#line
    }
    const underKey = this.#root === openObject && this.#depth === 1
    if (code === quote) {
      this.#inString = true
      if (underKey) this.#keyStart = at
    } else if (code === openList || code === openObject) {
      this.#depth++
      if (underKey && code === openList) this.#inList = true
    } else if (code === closeList || code === closeObject) this.#depth--
  }

  /** Drops what has been read; positions move along. */
  #forget(): void {
    const needed = [this.#itemStart, this.#keyStart].filter((position) => position >= 0)
    const cut = needed.length ? Math.min(...needed) : this.#buffer.length
    if (this.#itemStart >= 0) this.#itemStart -= cut
    if (this.#keyStart >= 0) this.#keyStart -= cut
    this.#buffer = this.#buffer.slice(cut)
  }

  #broken({ en, de }: Text): CalError {
    return new CalError('usage', { en: `${this.#name}:${this.#line}: ${en}`, de: `${this.#name}:${this.#line}: ${de}` })
  }
}
