// Organizers in answers: empty values are left out.
import type { OrganizerRecord } from '../records.ts'
import { authorship, blankPost, filled, identity, pageOf, picture, type PresentContext, shownText } from './shared.ts'
import { personData } from './structured.ts'

export function presentOrganizer(organizer: OrganizerRecord, view: PresentContext) {
  if (view.isBlank(organizer)) return blankOrganizer(organizer, view)
  const { id, slug, phone, website, email } = organizer
  return {
    id,
    ...authorship(organizer),
    ...pageOf('organizer', organizer, view),
    ...filled({
      organizer: shownText('title', organizer.title, view.settings),
      description: shownText('description', organizer.description, view.settings),
      excerpt: shownText('excerpt', organizer.excerpt, view.settings),
      slug,
      image: picture(organizer.image),
      phone,
      website,
      email,
      ...(view.single && organizer.status === 'publish' && { json_ld: personData(organizer, view.settings) }),
    }),
    ...identity(organizer, view),
  }
}

/** A protected organizer: slug and dates are shown. Source: interface 15. */
function blankOrganizer(organizer: OrganizerRecord, view: PresentContext) {
  return { ...blankPost('organizer', organizer, view), phone: '', website: '', email: '', ...identity(organizer, view) }
}
