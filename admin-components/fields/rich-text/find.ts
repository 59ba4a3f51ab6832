/** Finding in the text and its cards: marks what is found, and replaces it. `find-bar.ts` is where one types.
 * Tested by test/admin-components/writing-find.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, NodeSelection, Plugin, PluginKey, TextSelection } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { excerptOf, type Hit, hitsIn, isAfter, replaceHit, type Search } from './hits.ts'
import { hostOf } from './text-host.ts'

interface Finding {
  search: Search
  hits: readonly Hit[]
  /** The index of the current one. */
  at: number
  marks: DecorationSet
}

const NOTHING: Finding = { search: { text: '', matchCase: false }, hits: [], at: 0, marks: DecorationSet.empty }
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
            const hits = isSame ? before.hits : hitsIn(tr.doc, search, settings.blocks)
            const at = wanted?.at ?? (wanted?.search ? nearest(hits, tr.selection.from) : Math.min(before.at, Math.max(0, hits.length - 1)))
            return {
              search,
              hits,
              at,
              marks: DecorationSet.create(
                tr.doc,
                hits.flatMap((hit, index) => marksOf(tr.doc, hit, index === at)),
              ),
            }
          },
        },
        props: { decorations: (state) => key.getState(state)?.marks },
      }),
    ]
  },
})

/** The words inside a card may be in its form, so those of the current one are below it. */
function marksOf(doc: Node, hit: Hit, isCurrent: boolean): Decoration[] {
  const { from, to, inCard } = hit
  const look = { class: isCurrent ? 'found current' : 'found' }
  if (!inCard) return [Decoration.inline(from, to, look)]
  const card = Decoration.node(from, to, look)
  return isCurrent ? [card, Decoration.widget(to, () => excerpt(doc, hit), { side: -1, ignoreSelection: true })] : [card]
}

function excerpt(doc: Node, hit: Hit): HTMLElement {
  const [before, found, after] = excerptOf(doc, hit)
  const shown = document.createElement('div')
  const mark = document.createElement('mark')
  shown.className = 'found-words'
  mark.textContent = found
  shown.append(before, mark, after)
  return shown
}

/** The first one from the caret on. */
function nearest(hits: readonly Hit[], from: number): number {
  return Math.max(
    0,
    hits.findIndex((hit) => hit.from >= from),
  )
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
  for (const shown of ['.found-words', '.found.current']) view.dom.querySelector(shown)?.scrollIntoView({ block: 'nearest' })
}

export function replaceOne(editor: Editor, text: string): void {
  const { state, view } = editor
  const { hits, at } = foundIn(state)
  const hit = hits[at]
  if (!hit) return
  const { tr } = state
  replaceHit(tr, hit, text)
  const left = hitsIn(tr.doc, key.getState(state)?.search ?? NOTHING.search, hostOf(editor).settings.blocks)
  const next = left.findIndex((one) => isAfter(one, hit, text))
  view.dispatch(tr.setMeta(key, { at: Math.max(0, next) }))
  step(editor, 0)
}

/** As one step of undo. */
export function replaceAll({ state, view }: Editor, text: string): number {
  const { hits } = foundIn(state)
  const { tr } = state
  for (const hit of hits.toReversed()) replaceHit(tr, hit, text)
  if (hits.length > 0) view.dispatch(tr.setMeta(key, { at: 0 }))
  return hits.length
}
