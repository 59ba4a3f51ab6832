/** Checks the documents that a text newly points to: they must exist for the caller. What the same field of the stored document points to
 * already may stay. Tested by test/access/unreadable-text-targets.test.ts.
 */
import { messages } from '../../schema/messages.ts'
import type { Operation } from '../engine.ts'
import { Pace, stopsBehind } from '../pace.ts'
import type { RichTextTarget } from '../rich-text/document.ts'
import { type TargetAt, textTargets } from '../rich-text/pointers.ts'
import { holdsText, type TextAt, textsIn } from '../store/texts.ts'
import { storedTexts } from './stored-texts.ts'

/** Looks up which documents exist. */
export interface TargetLookup {
  existing(slug: string, ids: ReadonlySet<number>): Promise<ReadonlySet<number>>
  /** Only those that the caller can read. It never looks at the others, or the time it takes would reveal them. */
  readable(slug: string, ids: ReadonlySet<number>): Promise<ReadonlySet<number>>
}

export async function refuseMissingInTexts(operation: Operation, lookup: TargetLookup): Promise<void> {
  const { changed, refusals, intent, request, engine, pace = new Pace() } = operation
  if (intent?.bringsBack || request.with?.keepsTexts || !changed.some(holdsText)) return
  const named = (await mentionedIn(operation, pace)).filter(({ path }) => refusals.isEmpty || !refusals.concern(path))
  if (named.length === 0) return
  const stored = await namesByField(await storedTexts(operation, pace), pace)
  const bySlug = new Map<string, Mention[]>()
  for (const mention of named) {
    if (isAmong(stored, mention)) continue
    const others = bySlug.get(mention.collection)
    if (others) others.push(mention)
    else bySlug.set(mention.collection, [mention])
  }
  for (const [slug, mentions] of bySlug) {
    const isThere = engine.model.collections.get(slug)?.internal === false
    const isChosen = (mention: Mention) => isAmong(operation.chosenInTexts, mention)
    const [chosen, others] = [idsOf(mentions.filter(isChosen)), idsOf(mentions.filter((mention) => !isChosen(mention)))]
    const readable = isThere ? await lookup.readable(slug, chosen) : NOTHING
    const existing = isThere ? await lookup.existing(slug, others) : NOTHING
    for (const [index, mention] of mentions.entries()) {
      const isMissing = !(isChosen(mention) ? readable : existing).has(mention.id)
      if (isMissing && refusals.isFull) refusals.count(1)
      else if (isMissing) refusals.add({ field: mention.path, message: messages.doesNotExist(slug, mention.id), code: 'NO_SUCH_TARGET' })
      if (stopsBehind(index)) await pace.rest()
    }
  }
}

const NOTHING: ReadonlySet<number> = new Set()

/** The names of targets, by the declaration of the field that holds the text. */
type TargetNames = ReadonlyMap<symbol, ReadonlySet<string>>

/** The targets of all texts that the caller sends. */
export const chosenInTexts = ({ changed, data, pace = new Pace() }: Operation): Promise<TargetNames> =>
  namesByField(textsIn(changed, data), pace)

interface Mention extends TargetAt {
  declaration: symbol
}

async function mentionedIn({ changed, data }: Operation, pace: Pace): Promise<Mention[]> {
  const found: Mention[] = []
  for (const { field, value, path } of textsIn(changed, data)) {
    for (const target of textTargets(value)) {
      found.push({ ...target, declaration: field.declaration, path: path + target.path })
      if (stopsBehind(found.length)) await pace.rest()
    }
    await pace.rest()
  }
  return found
}

async function namesByField(texts: Iterable<TextAt>, pace: Pace): Promise<TargetNames> {
  const found = new Map<symbol, Set<string>>()
  for (const { field, value } of texts) {
    const names = found.get(field.declaration) ?? new Set()
    found.set(field.declaration, names)
    let targets = 0
    for (const target of textTargets(value)) {
      names.add(nameOf(target))
      if (stopsBehind(++targets)) await pace.rest()
    }
    await pace.rest()
  }
  return found
}

const isAmong = (names: TargetNames, mention: Mention): boolean => names.get(mention.declaration)?.has(nameOf(mention)) ?? false

const idsOf = (mentions: readonly Mention[]): ReadonlySet<number> => new Set(mentions.map(({ id }) => id))

const nameOf = ({ collection, id }: RichTextTarget): string => `${collection} ${id}`
