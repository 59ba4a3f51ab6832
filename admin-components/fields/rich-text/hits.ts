/** The places of words in a text, and in the texts that its cards hold at any depth: finds them, and replaces one.
 * Tested by test/admin-components/found-in-blocks.test.ts.
 */
import type { Node } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'
import type { FieldValue } from '../../document/values.ts'
import { openedText, type Path, textsOfCard, valueAt, withValue } from './card-texts.ts'
import type { TextSettings } from './settings.ts'
import { type Place, placesOf, type Similar, similar } from './similar-text.ts'

export interface Search {
  text: string
  matchCase: boolean
}

export interface Hit extends Place {
  /** In a text that a card holds, whose position is that of the card. */
  inCard?: InCard
}

interface InCard {
  path: Path
  order: number
  /** The place in that text. */
  hit: Hit
}

const NOT_TEXT = '\ufffc'

export function hitsIn(doc: Node, search: Search, blocks: TextSettings['blocks']): Hit[] {
  const hits: Hit[] = []
  doc.descendants((node, at) => {
    if (node.isTextblock) for (const { from, to } of placesIn(similarOf(node), search)) hits.push({ from: at + 1 + from, to: at + 1 + to })
    else if (node.isAtom)
      for (const [order, { path, held }] of textsOfCard(node, blocks).entries()) {
        const inside = typeof held === 'string' ? placesIn(similar(held), search) : hitsIn(held.doc, search, held.blocks)
        for (const hit of inside) hits.push({ from: at, to: at + node.nodeSize, inCard: { path, order, hit } })
      }
  })
  return hits
}

const placesIn = (text: Similar, search: Search): Place[] => placesOf(search.text, text, search.matchCase)

/** A block doesn't change: one that differs is another node. */
const known = new WeakMap<Node, Similar>()

function similarOf(block: Node): Similar {
  const before = known.get(block)
  if (before) return before
  const made = similar(textIn(block))
  known.set(block, made)
  return made
}

const textIn = (block: Node): string => block.textBetween(0, block.content.size, undefined, NOT_TEXT)

/** Whether it follows what was replaced by this text. */
export function isAfter(one: Hit, replaced: Hit, text: string): boolean {
  if (!replaced.inCard) return one.from >= replaced.from + text.length
  if (one.from !== replaced.from || !one.inCard) return one.from > replaced.from
  const { order, hit } = replaced.inCard
  return one.inCard.order === order ? isAfter(one.inCard.hit, hit, text) : one.inCard.order > order
}

/** The new words have the marks of the first one, also a link, which words that are typed at its end don't join. */
export function replaceHit(tr: Transform, { from, to, inCard }: Hit, text: string): void {
  if (inCard) replaceInCard(tr, from, inCard, text)
  else if (text === '') tr.delete(from, to)
  else tr.replaceWith(from, to, tr.doc.type.schema.text(text, tr.doc.nodeAt(from)?.marks))
}

function replaceInCard(tr: Transform, at: number, { path, hit }: InCard, text: string): void {
  const attrs = tr.doc.nodeAt(at)?.attrs
  tr.setNodeMarkup(at, undefined, withValue(attrs, path, replacedIn(tr.doc, valueAt(attrs, path), hit, text)))
}

function replacedIn({ type: { schema } }: Node, value: FieldValue, hit: Hit, text: string): unknown {
  if (typeof value === 'string') return value.slice(0, hit.from) + text + value.slice(hit.to)
  const { stored, doc } = openedText(value, schema)
  const inside = new Transform(doc)
  replaceHit(inside, hit, text)
  return stored.valueOf(inside.doc)
}

/** As much as one reads at a glance. */
const [MOST_BEFORE, MOST_AFTER] = [30, 50]

/** The words that were found, between those before and after them. */
export function excerptOf(doc: Node, hit: Hit): [before: string, found: string, after: string] {
  const { text, from, to } = contextOf(doc, hit)
  const [before, after] = [text.slice(0, from), text.slice(to)]
  return [
    before.length > MOST_BEFORE ? `…${before.slice(-MOST_BEFORE).replace(/^\S*\s/, '')}` : before,
    text.slice(from, to),
    after.length > MOST_AFTER ? `${after.slice(0, MOST_AFTER).replace(/\s\S*$/, '')}…` : after,
  ]
}

function contextOf(doc: Node, { from, to, inCard }: Hit): Place & { text: string } {
  if (!inCard) {
    const $from = doc.resolve(from)
    return { text: textIn($from.parent).replaceAll(NOT_TEXT, ' '), from: $from.parentOffset, to: to - $from.start() }
  }
  const value = valueAt(doc.nodeAt(from)?.attrs, inCard.path)
  if (typeof value === 'string') return { text: value, from: inCard.hit.from, to: inCard.hit.to }
  return contextOf(openedText(value, doc.type.schema).doc, inCard.hit)
}
