/** Checks the documents that a text newly points to: they must exist for the caller. What the same field of the stored document points to
 * already may stay. Tested by test/access/unreadable-text-targets.test.ts.
 */
import { messages } from '../../schema/messages.ts'
import type { Operation } from '../engine.ts'
import { Pace } from '../pace.ts'
import type { RichTextTarget } from '../rich-text/document.ts'
import { type TargetAt, textTargets } from '../rich-text/pointers.ts'
import { holdsText, type TextAt, textsIn } from '../store/texts.ts'
import { storedTexts } from './stored-texts.ts'

/** Looks up which documents exist, and which of them the caller can read. */
export interface TargetLookup {
  existing(slug: string, ids: ReadonlySet<number>): Promise<ReadonlySet<number>>
  unreadable(slug: string, ids: ReadonlySet<number>): Promise<ReadonlySet<number>>
}

export async function refuseMissingInTexts(operation: Operation, lookup: TargetLookup): Promise<void> {
  const { changed, refusals, intent, request, engine, pace = new Pace() } = operation
  if (intent?.bringsBack || request.with?.keepsTexts || !changed.some(holdsText)) return
  const named = mentionedIn(operation).filter(({ path }) => refusals.isEmpty || !refusals.concern(path))
  if (named.length === 0) return
  const stored = namesByField(await storedTexts(operation, pace))
  const bySlug = new Map<string, Mention[]>()
  for (const one of named.filter((mention) => !isAmong(stored, mention)))
    bySlug.set(one.collection, [...(bySlug.get(one.collection) ?? []), one])
  for (const [slug, mentions] of bySlug) {
    const isThere = engine.model.collections.get(slug)?.internal === false
    const existing = isThere ? await lookup.existing(slug, idsOf(mentions)) : new Set<number>()
    const chosen = mentions.filter((mention) => existing.has(mention.id) && isAmong(operation.chosenInTexts, mention))
    const unreadable = chosen.length > 0 ? await lookup.unreadable(slug, idsOf(chosen)) : new Set<number>()
    for (const mention of mentions)
      if (!existing.has(mention.id) || (unreadable.has(mention.id) && isAmong(operation.chosenInTexts, mention)))
        refusals.add({ field: mention.path, message: messages.doesNotExist(slug, mention.id), code: 'NO_SUCH_TARGET' })
  }
}

/** The names of targets, by the declaration of the field that holds the text. */
type TargetNames = ReadonlyMap<symbol, ReadonlySet<string>>

/** The targets of all texts that the caller sends. */
export const chosenInTexts = ({ changed, data }: Operation): TargetNames => namesByField(textsIn(changed, data))

interface Mention extends TargetAt {
  declaration: symbol
}

const mentionedIn = ({ changed, data }: Operation): Mention[] =>
  [...textsIn(changed, data)].flatMap(({ field: { declaration }, value, path }) =>
    [...textTargets(value)].map((target) => ({ ...target, declaration, path: path + target.path })),
  )

function namesByField(texts: Iterable<TextAt>): TargetNames {
  const found = new Map<symbol, Set<string>>()
  for (const { field, value } of texts) {
    const names = found.get(field.declaration) ?? new Set()
    found.set(field.declaration, names)
    for (const target of textTargets(value)) names.add(nameOf(target))
  }
  return found
}

const isAmong = (names: TargetNames, mention: Mention): boolean => names.get(mention.declaration)?.has(nameOf(mention)) ?? false

const idsOf = (mentions: readonly Mention[]): ReadonlySet<number> => new Set(mentions.map(({ id }) => id))

const nameOf = ({ collection, id }: RichTextTarget): string => `${collection} ${id}`
