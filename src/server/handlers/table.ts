// Which handler carries out each operation, by the operation's name.
import type { Handler } from './handler.ts'
import { describeNamespace } from './namespace.ts'

export const handlers: Readonly<Record<string, Handler>> = {
  index: describeNamespace,
}
