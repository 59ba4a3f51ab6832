/** The commands that put something into the text: pictures, files, embeds, content blocks and mentions.
 * Tested by test/admin-components/rich-text-media.test.ts.
 */
import type { Editor, JSONContent } from '@tiptap/core'
import { newRowId } from '../../document/row-ids.ts'
import { emptyOf } from '../../document/values.ts'
import { humanized } from '../../texts/texts.ts'
import { OPEN } from './card-view.ts'
import { goBehindCard, leaveSelection } from './cards.ts'
import { nodeOfFile } from './pending.ts'
import type { TextSettings } from './settings.ts'
import { ALL } from './stored.ts'
import { hostOf } from './text-host.ts'
import type { Tool } from './tool.ts'
import { asOneStep } from './undo-steps.ts'

/** Code holds only words. */
export const canInsert = (e: Editor): boolean => e.isEditable && !e.isActive('codeBlock')

/** Where the caret is, in place of an empty paragraph, or after selected words; the caret goes on behind it. */
export function insertNode(editor: Editor, json: JSONContent): void {
  asOneStep(editor, () => {
    leaveSelection(editor)
    const { selection } = editor.state
    editor.chain().focus().insertContent(json).scrollIntoView().run()
    goBehindCard(editor, selection)
  })
}

async function insertMedia(editor: Editor, mimeTypes?: readonly string[]): Promise<void> {
  const { pick, targets } = hostOf(editor)
  const doc = await pick('media', mimeTypes)
  if (editor.isDestroyed) return
  // Also without a choice, what is typed next belongs in the text.
  if (!doc) return editor.view.focus()
  targets.take('media', doc)
  insertNode(editor, nodeOfFile(doc))
}

export const MEDIA_TOOLS: readonly Tool[] = [
  {
    name: 'image',
    icon: 'image',
    key: 'text.image',
    feature: 'image',
    group: 'insert',
    run: (e) => void insertMedia(e, ['image/*']),
    isOn: (e) => e.isActive('image'),
    canRun: canInsert,
  },
  {
    name: 'file',
    icon: 'paperclip',
    key: 'text.file',
    feature: 'file',
    group: 'insert',
    run: (e) => void insertMedia(e),
    isOn: (e) => e.isActive('file'),
    canRun: canInsert,
  },
  {
    name: 'embed',
    icon: 'tv',
    key: 'text.embed',
    feature: 'embed',
    group: 'insert',
    run: (e) => void insertEmbed(e),
    isOn: (e) => e.isActive('embed'),
    canRun: canInsert,
  },
  {
    name: 'mention',
    icon: 'at-sign',
    key: 'text.mention',
    feature: 'mention',
    group: 'insert',
    run: startMention,
    isOn: (e) => e.isActive('mention'),
    canRun: canInsert,
  },
]

async function insertEmbed(editor: Editor): Promise<void> {
  const url = await hostOf(editor).askForEmbed()
  if (editor.isDestroyed) return
  if (url) insertNode(editor, { type: 'embed', attrs: { url } })
  else editor.view.focus()
}

/** As if `@` had been typed behind what is selected, which finds what this user may read. */
function startMention(editor: Editor): void {
  if (!editor.state.selection.$to.parent.isTextblock) leaveSelection(editor)
  const { $to, to } = editor.state.selection
  const before = $to.parent.isTextblock ? $to.parent.textBetween(0, $to.parentOffset, undefined, ' ') : ''
  editor
    .chain()
    .focus()
    .setTextSelection(to)
    .insertContent(/\S$/.test(before) ? ' @' : '@')
    .run()
}

/** One command for each block type of the field. */
export const blockTools = ({ blocks }: TextSettings, label: (block: TextSettings['blocks'][number]) => string): Tool[] =>
  blocks.map((block) => ({
    name: `block:${block.slug}`,
    icon: 'layout-grid',
    key: 'text.block',
    values: { what: label(block) || humanized(block.slug) },
    feature: 'block',
    group: 'insert',
    run: (e) => insertBlock(e, block),
    isOn: () => false,
    canRun: canInsert,
  }))

/** A new block opens its form at once, and one goes on behind it when the form is closed. */
function insertBlock(editor: Editor, { slug, fields }: TextSettings['blocks'][number]): void {
  const id = newRowId()
  insertNode(editor, { type: 'contentBlock', attrs: { [ALL]: { blockType: slug, id, ...emptyOf(fields) } } })
  editor.state.doc.descendants((node, at) => {
    if (node.attrs[ALL]?.id !== id) return true
    editor.view.nodeDOM(at)?.dispatchEvent(new Event(OPEN))
    return false
  })
}
