// Organizers in answers: only what is there.
import type { OrganizerRecord } from '../records.ts'
import { authorship, filled, identity, pageOf, picture, type View } from './shared.ts'
import { personData } from './structured.ts'
import { shown } from './texts.ts'

export function presentOrganizer(organizer: OrganizerRecord, view: View) {
  const { id, slug, phone, website, email } = organizer
  return {
    id,
    ...authorship(organizer),
    ...pageOf('organizer', organizer, view),
    ...filled({
      organizer: shown('title', organizer.title, view.settings),
      description: shown('description', organizer.description, view.settings),
      excerpt: shown('excerpt', organizer.excerpt, view.settings),
      slug,
      image: picture(organizer.image),
      phone, website, email,
      ...(view.single && organizer.status === 'publish' && { json_ld: personData(organizer, view.settings) }),
    }),
    ...identity(organizer, view),
  }
}
