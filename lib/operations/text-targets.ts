/** Checks the documents that a text newly points to: they must exist for the caller. What the same field of the document points to already,
 * or did before, may stay. Tested by test/access/unreadable-text-targets.test.ts.
 */
import { because } from '../../schema/reasons.ts'
import type { Operation } from '../engine.ts'
import { Pace, stopsBehind } from '../pace.ts'
import type { RichTextTarget } from '../rich-text/document.ts'
import { type TargetAt, textTargets } from '../rich-text/pointers.ts'
import { holdsText, type TextAt, textsIn } from '../store/texts.ts'
import { sourceTexts } from './stored-texts.ts'

/** Looks up which documents exist. */
export interface TargetLookup {
  existing(slug: string, ids: ReadonlySet<number>): Promise<ReadonlySet<number>>
  /** Only those that the caller can read. It never looks at the others, or the time it takes would reveal them. */
  readable(slug: string, ids: ReadonlySet<number>): Promise<ReadonlySet<number>>
}

export async function refuseMissingInTexts(operation: Operation, lookup: TargetLookup): Promise<void> {
  const { changed, refusals, intent, request, pace = new Pace() } = operation
  if (intent?.bringsBack || request.with?.keepsTexts || !changed.some(holdsText)) return
  const named = (await mentionedIn(operation, pace)).filter(({ path }) => refusals.isEmpty || !refusals.concern(path))
  if (named.length === 0) return
  const missing = await newlyMissing(named, operation, lookup, pace)
  for (const [index, { path, collection, id }] of missing.entries()) {
    if (refusals.isFull) refusals.count(1)
    else refusals.add({ field: path, ...because('no-such-document', { collection, id }), code: 'NO_SUCH_TARGET' })
    if (stopsBehind(index)) await pace.rest()
  }
}

/** Looks up those that the stored texts don't point to. Other sources are read only for those that don't exist. */
async function newlyMissing(all: readonly Mention[], operation: Operation, lookup: TargetLookup, pace: Pace): Promise<readonly Mention[]> {
  let left = all
  let isLookedUp = false
  for await (const texts of sourceTexts(operation, pace)) {
    const known = await namesByField(texts, pace)
    left = left.filter((mention) => !isAmong(known, mention))
    if (!isLookedUp) left = await missingAmong(left, operation, lookup, pace)
    isLookedUp = true
    if (left.length === 0) break
  }
  return left
}

async function missingAmong(mentions: readonly Mention[], operation: Operation, lookup: TargetLookup, pace: Pace): Promise<Mention[]> {
  const { engine } = operation
  const bySlug = new Map<string, Mention[]>()
  for (const mention of mentions) {
    const others = bySlug.get(mention.collection)
    if (others) others.push(mention)
    else bySlug.set(mention.collection, [mention])
  }
  const found = new Set<Mention>()
  for (const [slug, some] of bySlug) {
    if (engine.model.collections.get(slug)?.internal !== false) continue
    const isChosen = (mention: Mention) => isAmong(operation.chosenInTexts, mention)
    const [chosen, others] = [idsOf(some.filter(isChosen)), idsOf(some.filter((mention) => !isChosen(mention)))]
    const readable = await lookup.readable(slug, chosen)
    const existing = await lookup.existing(slug, others)
    for (const [index, mention] of some.entries()) {
      if ((isChosen(mention) ? readable : existing).has(mention.id)) found.add(mention)
      if (stopsBehind(index)) await pace.rest()
    }
  }
  return mentions.filter((mention) => !found.has(mention))
}

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
