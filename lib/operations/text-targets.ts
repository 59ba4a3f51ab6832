/** Checks the documents that a text newly points to: they must exist for the caller. What the stored document points to already may stay.
 * Tested by test/features/rich-text-references.test.ts.
 */
import { messages } from '../../schema/messages.ts'
import type { Operation } from '../engine.ts'
import { Pace } from '../pace.ts'
import type { RichTextTarget } from '../rich-text/document.ts'
import { type TargetAt, textTargets } from '../rich-text/pointers.ts'
import { holdsText, textsIn } from '../store/texts.ts'
import { storedTexts } from './stored-texts.ts'

/** Looks up which documents exist, and which of them the caller can read. */
export interface TargetLookup {
  existing(slug: string, ids: ReadonlySet<number>): Promise<ReadonlySet<number>>
  unreadable(slug: string, ids: ReadonlySet<number>): Promise<ReadonlySet<number>>
}

export async function refuseMissingInTexts(operation: Operation, lookup: TargetLookup): Promise<void> {
  const { changed, data, refusals, intent, request, engine, pace = new Pace() } = operation
  if (intent?.bringsBack || request.with?.keepsTexts || !changed.some(holdsText)) return
  const named = mentionedIn(operation, data)
  if (named.length === 0) return
  const stored = new Set<string>()
  for (const { value } of await storedTexts(operation, pace)) for (const target of textTargets(value)) stored.add(nameOf(target))
  const bySlug = new Map<string, TargetAt[]>()
  for (const target of named.filter((one) => !stored.has(nameOf(one))))
    bySlug.set(target.collection, [...(bySlug.get(target.collection) ?? []), target])
  for (const [slug, targets] of bySlug) {
    const isThere = engine.model.collections.get(slug)?.internal === false
    const ids = new Set(targets.map(({ id }) => id))
    const existing = isThere ? await lookup.existing(slug, ids) : new Set<number>()
    const chosen = new Set([...existing].filter((id) => operation.chosenInTexts.has(nameOf({ collection: slug, id }))))
    const unreadable = chosen.size > 0 ? await lookup.unreadable(slug, chosen) : chosen
    for (const { id, path } of targets)
      if (!existing.has(id) || unreadable.has(id))
        refusals.add({ field: path, message: messages.doesNotExist(slug, id), code: 'NO_SUCH_TARGET' })
  }
}

/** The names of all targets in the texts that the caller sends. */
export const chosenInTexts = (operation: Operation): ReadonlySet<string> =>
  operation.changed.some(holdsText) ? new Set(mentionedIn(operation, operation.data).map(nameOf)) : new Set()

const mentionedIn = ({ changed }: Operation, data: Operation['data']): TargetAt[] =>
  [...textsIn(changed, data)].flatMap(({ value, path }) =>
    [...textTargets(value)].map((target) => ({ ...target, path: path + target.path })),
  )

const nameOf = ({ collection, id }: RichTextTarget): string => `${collection} ${id}`
