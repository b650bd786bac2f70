// Which handler carries out each operation, by the operation's name.
import { describeService } from './doc.ts'
import type { Handler } from './handler.ts'
import { describeNamespace } from './namespace.ts'

export const handlers: Readonly<Record<string, Handler>> = {
  index: describeNamespace,
  doc: describeService,
}
