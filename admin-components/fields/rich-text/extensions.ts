/** The extensions of the rich text editor: one file for each node or mark. */
import type { AnyExtension, Extensions } from '@tiptap/core'
import { Heading } from '@tiptap/extension-heading'
import Subscript from '@tiptap/extension-subscript'
import Superscript from '@tiptap/extension-superscript'
import StarterKit from '@tiptap/starter-kit'
import { AfterRemoval } from './after-removal.ts'
import { BlockIds } from './block-ids.ts'
import { Cards } from './cards.ts'
import { Caret } from './caret.ts'
import { CellKeys } from './cell-keys.ts'
import { Clipboard } from './clipboard.ts'
import { codeView } from './code-block.ts'
import { ColumnClicks } from './column-clicks.ts'
import { ColumnsFromRight } from './columns-from-right.ts'
import { ComposedOver } from './composed-over.ts'
import { ContentBlock } from './content-block.ts'
import { OWN_DIRECTION } from './direction.ts'
import { Embed } from './embed.ts'
import { withFeature } from './features.ts'
import { InAndOutOfCode } from './in-and-out-of-code.ts'
import { Kept } from './kept.ts'
import { LinkMark } from './links.ts'
import { ListKeys } from './list-keys.ts'
import { ManyClicks } from './many-clicks.ts'
import { FileOfLibrary, Picture } from './media.ts'
import { Mention } from './mention.ts'
import { NeighbourLists } from './neighbour-lists.ts'
import { OverCards } from './over-cards.ts'
import { OverCells } from './over-cells.ts'
import { OverTables } from './over-tables.ts'
import { Paste } from './paste/paste.ts'
import { Pending } from './pending.ts'
import { Room } from './room.ts'
import { tables } from './tables.ts'
import { tasks } from './tasks.ts'
import { HostOfText, type TextHost } from './text-host.ts'
import { NO_PAUSE, UndoSteps } from './undo-steps.ts'
import { KEPT_MARK, KEPT_TEXT } from './unknown.ts'
import { UpAndDown } from './up-and-down.ts'

/** Loosens Tiptap's schema where it would reject or drop stored content. */
const WIDER: Readonly<Record<string, object>> = {
  code: { excludes: '' },
  codeBlock: { marks: `${KEPT_MARK} ${KEPT_TEXT}`, addNodeView: () => codeView },
  listItem: { content: 'block+' },
  orderedList: { addAttributes: () => ({ start: { default: 1, parseHTML: ({ start }: HTMLOListElement) => (start < 0 ? 1 : start) } }) },
}

const Known = StarterKit.extend({
  addExtensions() {
    // biome-ignore lint/style/noNonNullAssertion: StarterKit has extensions
    return this.parent!().map((one: AnyExtension) => {
      const wider = WIDER[one.name]
      return withFeature(wider ? one.extend(wider) : one)
    })
  },
})

export const extensionsFor = (host: TextHost): Extensions => {
  const t: TextHost['element']['t'] = (key, values) => host.element.t(key, values)
  return [
    HostOfText.configure({ host }),
    Known.configure({
      bulletList: OWN_DIRECTION,
      orderedList: OWN_DIRECTION,
      blockquote: OWN_DIRECTION,
      heading: false,
      link: false,
      listKeymap: false,
      trailingNode: false,
      undoRedo: { depth: 1000, newGroupDelay: NO_PAUSE },
    }),
    ...[
      Heading.extend({ addAttributes: () => ({ level: { default: null, rendered: false } }) }),
      LinkMark,
      Subscript,
      Superscript,
      ...tasks(t),
      ...tables,
      Picture,
      FileOfLibrary,
      Embed,
      ContentBlock,
      Mention,
    ].map(withFeature),
    ColumnsFromRight,
    ColumnClicks,
    ManyClicks,
    CellKeys,
    UpAndDown,
    OverTables,
    OverCards,
    OverCells,
    ComposedOver,
    BlockIds,
    Pending,
    Cards,
    AfterRemoval,
    Paste,
    Caret,
    Room,
    UndoSteps,
    Clipboard,
    InAndOutOfCode,
    NeighbourLists,
    ListKeys,
    Kept.configure({ t, say: (text) => host.element.app.say(text, 'bad') }),
  ]
}
