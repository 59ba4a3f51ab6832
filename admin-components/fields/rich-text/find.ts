/** Finding in the text and its cards: marks what is found, and replaces it. `find-bar.ts` is where one types.
 * Tested by test/admin-components/writing-find.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Path, textAt, textsOfCard, withText } from './card-texts.ts'
import type { TextSettings } from './settings.ts'
import { type Place, placesOf, type Similar, similar } from './similar-text.ts'
import { hostOf } from './text-host.ts'

export interface Search {
  text: string
  matchCase: boolean
}

interface Hit {
  from: number
  to: number
  /** In a text that a card holds, whose position is that of the card. */
  inCard?: Place & { path: Path; order: number }
}

interface Finding {
  search: Search
  hits: readonly Hit[]
  /** The index of the current one. */
  at: number
  marks: DecorationSet
}

const NOTHING: Finding = { search: { text: '', matchCase: false }, hits: [], at: 0, marks: DecorationSet.empty }
const NOT_TEXT = '\ufffc'
const key = new PluginKey<Finding>('find')

export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins() {
    const { settings } = hostOf(this.editor)
    return [
      new Plugin<Finding>({
        key,
        state: {
          init: () => NOTHING,
          apply: (tr, before) => {
            const wanted = tr.getMeta(key) as Partial<Pick<Finding, 'search' | 'at'>> | undefined
            if (!wanted && (!tr.docChanged || before.search.text === '')) return before
            const search = wanted?.search ?? before.search
            const isSame = search === before.search && !tr.docChanged
            const hits = isSame ? before.hits : hitsIn(tr.doc, search, settings)
            const at = wanted?.at ?? (wanted?.search ? nearest(hits, tr.selection.from) : Math.min(before.at, Math.max(0, hits.length - 1)))
            return {
              search,
              hits,
              at,
              marks: DecorationSet.create(
                tr.doc,
                hits.map((hit, index) => markOf(hit, index === at)),
              ),
            }
          },
        },
        props: { decorations: (state) => key.getState(state)?.marks },
      }),
    ]
  },
})

function markOf({ from, to, inCard }: Hit, isCurrent: boolean): Decoration {
  const look = { class: isCurrent ? 'found current' : 'found' }
  return inCard ? Decoration.node(from, to, look) : Decoration.inline(from, to, look)
}

/** The first one from the caret on. */
function nearest(hits: readonly Hit[], from: number): number {
  return Math.max(
    0,
    hits.findIndex((hit) => hit.from >= from),
  )
}

function hitsIn(doc: Node, { text, matchCase }: Search, settings: Pick<TextSettings, 'blocks'>): Hit[] {
  const hits: Hit[] = []
  doc.descendants((node, at) => {
    if (node.isTextblock)
      for (const { from, to } of placesOf(text, similarOf(node), matchCase)) hits.push({ from: at + 1 + from, to: at + 1 + to })
    else if (node.isAtom)
      for (const [order, { path, text: held }] of textsOfCard(node, settings).entries())
        for (const place of placesOf(text, similar(held), matchCase))
          hits.push({ from: at, to: at + node.nodeSize, inCard: { ...place, path, order } })
  })
  return hits
}

/** A block doesn't change: one that differs is another node. */
const known = new WeakMap<Node, Similar>()

function similarOf(block: Node): Similar {
  const before = known.get(block)
  if (before) return before
  const made = similar(block.textBetween(0, block.content.size, undefined, NOT_TEXT))
  known.set(block, made)
  return made
}

export const foundIn = (state: EditorState): Pick<Finding, 'hits' | 'at'> => key.getState(state) ?? NOTHING

export function search({ state, view }: Editor, wanted: Search): void {
  view.dispatch(state.tr.setMeta(key, { search: wanted }))
}

/** Goes to the next one, or the previous one, around the ends of the text. */
export function step({ state, view }: Editor, by: -1 | 0 | 1): void {
  const { hits, at } = foundIn(state)
  const next = (at + by + hits.length) % Math.max(1, hits.length)
  const hit = hits[next]
  if (!hit) return
  const selection = hit.inCard ? NodeSelection.create(state.doc, hit.from) : TextSelection.create(state.doc, hit.from, hit.to)
  view.dispatch(state.tr.setMeta(key, { at: next }).setSelection(selection))
  // The editor itself scrolls only while it has the focus, which is in the bar now.
  view.dom.querySelector('.found.current')?.scrollIntoView({ block: 'nearest' })
}

export function replaceOne(editor: Editor, text: string): void {
  const { state, view } = editor
  const { hits, at } = foundIn(state)
  const hit = hits[at]
  if (!hit) return
  const { tr } = state
  replaceIn(tr, hit, text)
  const left = hitsIn(tr.doc, key.getState(state)?.search ?? NOTHING.search, hostOf(editor).settings)
  const next = left.findIndex((one) => isAfter(one, hit, text))
  view.dispatch(tr.setMeta(key, { at: Math.max(0, next) }))
  step(editor, 0)
}

/** Whether it follows what was replaced. */
function isAfter(one: Hit, replaced: Hit, text: string): boolean {
  if (!replaced.inCard) return one.from >= replaced.from + text.length
  if (one.from !== replaced.from || !one.inCard) return one.from > replaced.from
  const { order, from } = replaced.inCard
  return one.inCard.order === order ? one.inCard.from >= from + text.length : one.inCard.order > order
}

/** As one step of undo. */
export function replaceAll({ state, view }: Editor, text: string): number {
  const { hits } = foundIn(state)
  const { tr } = state
  for (const hit of hits.toReversed()) replaceIn(tr, hit, text)
  if (hits.length > 0) view.dispatch(tr.setMeta(key, { at: 0 }))
  return hits.length
}

/** The new words have the marks of the first one, also a link, which words that are typed at its end don't join. */
function replaceIn(tr: Transaction, { from, to, inCard }: Hit, text: string): void {
  if (inCard) replaceInCard(tr, from, inCard, text)
  else if (text === '') tr.delete(from, to)
  else tr.replaceWith(from, to, tr.doc.type.schema.text(text, tr.doc.nodeAt(from)?.marks))
}

function replaceInCard(tr: Transaction, at: number, { path, from, to }: Place & { path: Path }, text: string): void {
  const attrs = tr.doc.nodeAt(at)?.attrs
  const before = textAt(attrs, path)
  tr.setNodeMarkup(at, undefined, withText(attrs, path, before.slice(0, from) + text + before.slice(to)))
}
