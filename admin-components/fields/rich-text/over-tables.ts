/** A selection that begins outside of a table takes the table whole; one that begins in a cell stays in the table. Otherwise its start would move.
 * Enter replaces a whole text, or one that begins with a table, as typing does.
 * Tested by test/admin-components/rich-text-tables.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import { Fragment, type Node, type ResolvedPos, Slice } from '@tiptap/pm/model'
import { AllSelection, Plugin, Selection, type SelectionRange, TextSelection, type Transaction } from '@tiptap/pm/state'
import { cellAround } from '@tiptap/pm/tables'
import type { Mappable } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'

const BACK = ['ArrowUp', 'ArrowLeft', 'Home', 'PageUp']

export const OverTables = Extension.create({
  name: 'overTables',
  addKeyboardShortcuts: () => ({ Enter: ({ editor }) => replaceByEnter(editor) }),
  addProseMirrorPlugins: () => {
    /** The way that the last key goes; undefined after the mouse. */
    let key: -1 | 1 | undefined
    const note = (now: typeof key) => {
      key = now
      return false
    }
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            keydown: (_, event) => note(BACK.includes(event.key) ? -1 : 1),
            mousedown: () => note(undefined),
            touchstart: () => note(undefined),
          },
          createSelectionBetween: (view, $anchor, $head) => selectionAt(view, $anchor, $head, key),
        },
      }),
    ]
  },
})

/** Splitting a block needs a selection that begins in one. */
function replaceByEnter({ state, view }: Editor): boolean {
  const { selection, tr } = state
  if (!(selection instanceof UpToEdge || selection instanceof OverWhole || selection instanceof AllSelection)) return false
  tr.deleteSelection()
  const { $from } = tr.selection
  if ($from.parent.isTextblock && $from.parent.content.size > 0) tr.split($from.pos)
  view.dispatch(tr.scrollIntoView())
  return true
}

function selectionAt({ state }: EditorView, $anchor: ResolvedPos, $head: ResolvedPos, key: -1 | 1 | undefined): Selection | null {
  const { selection } = state
  // Browsers report a selection more than once.
  const isOver = selection instanceof OverWhole || selection instanceof UpToEdge
  if (isOver && selection.anchor === $anchor.pos && selection.head === $head.pos) return selection
  const isBehind = $anchor.pos > $head.pos
  const entered = tableAround($head, $anchor)
  if (entered) return beyond($anchor, $head, entered, key ?? (isBehind ? -1 : 1))
  const $cell = tableAround($anchor, $head) ? cellAround($anchor) : null
  if (!$cell?.nodeAfter) return null
  if (!(selection instanceof TextSelection)) return selection
  const $end = state.doc.resolve(isBehind ? $cell.pos + 1 : $cell.pos + $cell.nodeAfter.nodeSize - 1)
  return TextSelection.between($anchor, $end, isBehind ? 1 : -1)
}

/** Tables that follow each other are taken together. */
function beyond($anchor: ResolvedPos, $head: ResolvedPos, depth: number, by: -1 | 1): Selection {
  return selectionOver($anchor, $head.doc.resolve(by < 0 ? $head.before(depth) : $head.after(depth)), by)
}

/** As far as the edge of a table or card. */
export function selectionOver($anchor: ResolvedPos, $edge: ResolvedPos, by: -1 | 1): Selection {
  const outside = Selection.findFrom($edge, by, true)
  if (!outside) return new UpToEdge($anchor, $edge)
  const next = tableAround(outside.$head, $anchor)
  return next ? beyond($anchor, outside.$head, next, by) : new OverWhole($anchor, outside.$head, $edge)
}

/** The depth of the outermost table that has one place in it and not the other. */
function tableAround($place: ResolvedPos, $other: ResolvedPos): number | undefined {
  for (let depth = $place.sharedDepth($other.pos) + 1; depth <= $place.depth; depth++)
    if ($place.node(depth).type.spec['tableRole'] === 'table') return depth
  return undefined
}

/** It ends in the words next to the table or card, where browsers let a selection end. None of them are selected, so their block stays what it is. */
class OverWhole extends TextSelection {
  override readonly ranges: readonly SelectionRange[]

  constructor($anchor: ResolvedPos, $head: ResolvedPos, $edge: ResolvedPos) {
    super($anchor, $head)
    this.ranges = new UpToEdge($anchor, $edge).ranges
  }

  /** The caret stays where the selection began. */
  override replace(tr: Transaction, content?: Slice): void {
    if (content?.size && !this.#leavesWords) return super.replace(tr, content)
    const before = tr.steps.length
    super.replace(tr)
    tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.slice(before).map(this.from, -1))))
    if (content?.size) tr.replaceSelection(content)
  }

  override replaceWith(tr: Transaction, node: Node): void {
    this.replace(tr, new Slice(Fragment.from(node), 0, 0))
  }

  /** Behind it, in a heading or an item that stays one. */
  get #leavesWords(): boolean {
    const { $to } = this
    return $to.parent.isTextblock && $to.parentOffset < $to.parent.content.size
  }
}

/** With a table or card that has no words before it, where a selection of text could end. */
class UpToEdge extends Selection {
  override eq(other: Selection): boolean {
    return other instanceof UpToEdge && other.anchor === this.anchor && other.head === this.head
  }

  override map(doc: Node, mapping: Mappable): Selection {
    return Selection.near(doc.resolve(mapping.map(this.anchor)))
  }

  override toJSON(): object {
    return { type: 'upToEdge', anchor: this.anchor, head: this.head }
  }
}
