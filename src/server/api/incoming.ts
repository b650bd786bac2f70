// A request once the ways of sending it are undone: what every later step reads.
import type { Language } from '../../base/text/language.ts'
import type { Given } from '../../spec/read.ts'
import type { ApiError } from '../domain/api-error.ts'

/** How the answer is to be written, whatever it says. */
export interface RequestControls {
  /** `_fields`: only these keys, dotted paths. */
  readonly fields?: readonly string[]
  /** `_envelope`: status and headers inside the body. */
  readonly envelope: boolean
  /** `_jsonp`: the name of the function around the body. */
  readonly jsonp?: string
  /** `_pretty` */
  readonly pretty: boolean
}

export interface ParsedRequest {
  /** In upper case, after `_method` and the override header; HEAD is GET. */
  readonly method: string
  /** Below the api root, begins with `/`, still percent-encoded. */
  readonly path: string
  /** Nested values: `a[]=1&b[c]=2` is `{ a: ['1'], b: { c: '2' } }`. */
  readonly query: Given
  /** JSON or a form; empty where there is none or it is not an object. */
  readonly body: Given
  /** Body before query; null in the body counts only where the query says nothing. */
  readonly given: Given
  readonly controls: RequestControls
  readonly language: Language
  /** What is wrong with query or body; it is answered once credentials and route are known to be right. */
  readonly refusal?: ApiError
}
