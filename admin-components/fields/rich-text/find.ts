/** Finding in the text: marks what is found, and replaces it. `find-bar.ts` is where one types.
 * Tested by test/admin-components/writing-find.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { placesOf, type Similar, similar } from './similar-text.ts'

export interface Search {
  text: string
  matchCase: boolean
}

interface Hit {
  from: number
  to: number
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
  addProseMirrorPlugins: () => [
    new Plugin<Finding>({
      key,
      state: {
        init: () => NOTHING,
        apply: (tr, before) => {
          const wanted = tr.getMeta(key) as Partial<Pick<Finding, 'search' | 'at'>> | undefined
          if (!wanted && (!tr.docChanged || before.search.text === '')) return before
          const search = wanted?.search ?? before.search
          const isSame = search === before.search && !tr.docChanged
          const hits = isSame ? before.hits : hitsIn(tr.doc, search)
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
  ],
})

const markOf = ({ from, to }: Hit, isCurrent: boolean): Decoration =>
  Decoration.inline(from, to, { class: isCurrent ? 'found current' : 'found' })

/** The first one from the caret on. */
function nearest(hits: readonly Hit[], from: number): number {
  return Math.max(
    0,
    hits.findIndex((hit) => hit.from >= from),
  )
}

function hitsIn(doc: Node, { text, matchCase }: Search): Hit[] {
  const hits: Hit[] = []
  doc.descendants((node, at) => {
    if (!node.isTextblock) return
    for (const { from, to } of placesOf(text, similarOf(node), matchCase)) hits.push({ from: at + 1 + from, to: at + 1 + to })
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
  const selection = TextSelection.create(state.doc, hit.from, hit.to)
  view.dispatch(state.tr.setMeta(key, { at: next }).setSelection(selection).scrollIntoView())
}

export function replaceOne(editor: Editor, text: string): void {
  const { state, view } = editor
  const { hits, at } = foundIn(state)
  const hit = hits[at]
  if (!hit) return
  const { tr } = state
  replaceIn(tr, hit, text)
  const after = hit.from + text.length
  const left = hitsIn(tr.doc, key.getState(state)?.search ?? NOTHING.search)
  const next = left.findIndex(({ from }) => from >= after)
  view.dispatch(tr.setMeta(key, { at: Math.max(0, next) }))
  step(editor, 0)
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
function replaceIn(tr: Transaction, { from, to }: Hit, text: string): void {
  if (text === '') tr.delete(from, to)
  else tr.replaceWith(from, to, tr.doc.type.schema.text(text, tr.doc.nodeAt(from)?.marks))
}
