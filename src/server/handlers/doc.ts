// The service's description of itself, in the caller's language.
import { documentOf } from '../openapi/document.ts'
import { inLanguage } from '../openapi/localized.ts'
import type { Handler } from './handler.ts'

export const describeService: Handler = ({ language, world: { settings } }) => ({ status: 200, body: inLanguage(documentOf(settings), language) })
