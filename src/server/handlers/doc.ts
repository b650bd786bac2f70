// The service's description of itself, in the caller's language.
import { quirk } from '../quirks/quirks.ts'
import { deployedDocument } from '../quirks/deployed-document.ts'
import { documentOf } from '../openapi/document.ts'
import { inLanguage } from '../openapi/localized.ts'
import type { Handler } from './handler.ts'

export const describeService: Handler = ({ language, service: { settings } }) => {
  const document = documentOf(settings)
  return {
    status: 200,
    body: inLanguage(quirk(settings, 'doc_is_inaccurate') ? deployedDocument(document) : document, language),
  }
}
