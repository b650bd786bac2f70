// Venues and organizers that have the name of another one, which a deployed service would overwrite (Q6).
import type { JsonObject } from '../../base/json.ts'
import { foldedName } from '../../base/text/slug.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { changesOf } from '../../client/update/compare.ts'
import { resources } from '../../spec/resources.ts'
import type { InputError } from '../input/entry.ts'
import { keysOf } from '../matching/keys.ts'
import type { RemoteIndex } from '../matching/remote-index.ts'
import type { Create, Step } from './plan.ts'

export class PlaceNames {
  readonly #remote: Pick<RemoteIndex, 'find' | 'overwritesNames'>
  /** The places that the input creates. */
  readonly #created = new Map<string, JsonObject[]>()

  constructor(remote: Pick<RemoteIndex, 'find' | 'overwritesNames'>) {
    this.#remote = remote
  }

  /** The step of the next record of the input; a conflict if the service would overwrite another record of its name. */
  async add(step: Step): Promise<Step> {
    if (step.action !== 'create' || (step.kind !== 'venues' && step.kind !== 'organizers')) return step
    const { kind, n, key, title, entry, values } = step
    const { slug: _, ...named } = values
    const { existing } = await this.#remote.find(kind, keysOf({ kind, values: named }, undefined))
    const name = `${kind} ${foldedName(String(values[resources[kind].name]))}`
    const created = this.#created.get(name) ?? []
    const same = [...existing, ...created].find((other) => isOverwritten(step, other))
    if (!same || !(await this.#remote.overwritesNames())) {
      this.#created.set(name, [...created, named])
      return step
    }
    return { kind, n, key, title, ...(entry && { entry }), action: 'conflict', errors: [nameTaken(step, same)] }
  }
}

/** Deployed services keep places of one name apart if their descriptions differ. */
function isOverwritten({ kind, values: { description } }: Create, other: JsonObject): boolean {
  return description === undefined || changesOf(kind, { description }, other).length === 0
}

function nameTaken({ kind, title }: Create, { id }: JsonObject): InputError {
  const word = resources[kind].title
  const name = textOfHtml(title)
  const [en, de] =
    id === undefined
      ? ['is in the input already', 'steht schon in der Eingabe']
      : [`already exists (id ${id})`, `existiert schon (ID ${id})`]
  return {
    text: {
      en: `${word.en} "${name}" ${en}, and this service would overwrite it`,
      de: `${word.de} „${name}“ ${de} und würde von diesem Dienst überschrieben`,
    },
    hint: {
      en: 'give it another name, or remove it from the input',
      de: 'dem Eintrag einen anderen Namen geben oder ihn aus der Eingabe entfernen',
    },
  }
}
