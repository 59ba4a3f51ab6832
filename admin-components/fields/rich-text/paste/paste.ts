/** Pasting and dropping: HTML of other programs, Markdown, rows of spreadsheets, addresses and files.
 * Tested by test/admin-components/paste-corpus.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import { DOMParser, Fragment, type ParseOptions, Slice } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { dropPoint } from '@tiptap/pm/transform'
import type { EditorView } from '@tiptap/pm/view'
import { embedOf } from '../../../../lib/rich-text/embeds.ts'
import { droppedFiles } from '../../../media/dropped-files.ts'
import { loadFor } from '../../../parts/later.ts'
import { storable } from '../../../parts/storable-text.ts'
import { pasteCards } from '../cards.ts'
import { hostOf } from '../text-host.ts'
import { PENDING } from '../unknown.ts'
import { pasteCells } from './cells.ts'
import { fitSlice } from './fit.ts'
import { dropIntoInput } from './into-input.ts'
import { nothingLeftOut, sayLeftOut } from './left-out.ts'
import { trimLineStarts } from './line-edges.ts'
import { isFromSameText } from './origin.ts'
import { asPart, dropPart } from './part.ts'
import { withoutStyles } from './pasted-html.ts'
import { descriptionIn, takePictures } from './pictures.ts'
import { addressIn, markdownIn, staysPlain, tableIn } from './plain.ts'
import { tidy } from './tidy.ts'

export const Paste = Extension.create({
  name: 'pasting',
  /** Before the extensions whose own rules for pasting are simpler. */
  priority: 1000,
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        props: {
          handleDOMEvents: {
            paste: (_, event) => pasteFiles(editor, event),
            drop: (view) => copyFromElsewhere(view),
            dragstart: () => dropIntoInput(),
          },
          transformPastedHTML: (html) => withoutStyles(storable(html)),
          transformPastedText: storable,
          transformPasted: (slice, { dragging, state }) => {
            if (dragging) return slice
            return asPart(isFromSameText(editor) ? slice : fitted(editor, slice), state.selection)
          },
          handlePaste: (view, event, slice) =>
            (event.clipboardData !== null && paste(editor, event.clipboardData)) ||
            pasteOnlyCards(editor, slice) ||
            pasteCells(view, event, slice),
          handleDrop: (view, event, slice, moved) => (!moved && drop(editor, view, event)) || dropPart(editor, view, event, slice, moved),
        },
      }),
    ]
  },
})

/** Reads HTML of other programs. Says in one line what it leaves out. */
export function readForeign(editor: Editor, parser: DOMParser, dom: HTMLElement, options?: ParseOptions): Slice {
  const host = hostOf(editor)
  tidy(dom)
  const left = takePictures(dom, host)
  trimLineStarts(dom)
  sayLeftOut(host, left)
  return DOMParser.prototype.parseSlice.call(parser, dom, options)
}

function fitted(editor: Editor, whole: Slice): Slice {
  const host = hostOf(editor)
  const { slice, left } = fitSlice(whole, editor)
  sayLeftOut(host, left)
  return slice
}

/** Words that are dragged into another field stay in the first one too: there, undo would not bring them back. Tiptap takes them away unless it
 * believes that the drag has ended.
 */
function copyFromElsewhere({ dragging }: EditorView): boolean {
  if (!dragging) window.dispatchEvent(new Event('dragend'))
  return false
}

/** Files alone, before the HTML is read that browsers add to a copied picture. Office programs add a picture of the words that were copied. */
function pasteFiles(editor: Editor, event: ClipboardEvent): boolean {
  const data = event.clipboardData
  if (!data || data.files.length === 0 || !editor.isEditable) return false
  const html = storable(data.getData('text/html'))
  if (withoutTags(html) !== '' || data.getData('text/plain').trim() !== '') return false
  event.preventDefault()
  return insertFiles(editor, [...data.files], { alt: descriptionIn(html) })
}

function paste(editor: Editor, data: DataTransfer): boolean {
  if (editor.isActive('codeBlock')) return false
  const [html, text] = [data.getData('text/html'), storable(data.getData('text/plain'))]
  const address = addressIn(text)
  if (address) return pasteAddress(editor, address)
  if (html !== '' || staysPlain(editor.view)) return false
  const table = tableIn(text)
  if (table) return editor.view.pasteHTML(table)
  const markdown = markdownIn(text)
  if (markdown === undefined) return false
  void pasteMarkdown(editor, markdown, text)
  return true
}

/** Such as a picture of a web page. */
function pasteOnlyCards(editor: Editor, slice: Slice): boolean {
  const { content, openStart, openEnd } = slice
  const { $from } = editor.state.selection
  const isOnly = content.childCount > 0 && openStart + openEnd === 0 && content.content.every((node) => node.isBlock && node.isAtom)
  if (!isOnly || !$from.parent.isTextblock || $from.parent.type.spec.code) return false
  pasteCards(editor, slice)
  return true
}

const withoutTags = (html: string): string => withoutStyles(html).replace(/<[^>]*>|&nbsp;|\s/g, '')

/** A link on the selected words, an embed in an empty line, or the address as a link. */
function pasteAddress(editor: Editor, url: string): boolean {
  const { settings } = hostOf(editor)
  const { selection, schema } = editor.state
  const { link } = schema.marks
  const isLinkable = settings.features.has('link') && link !== undefined
  if (!selection.empty && isLinkable && selection.$from.parent.inlineContent) {
    editor.chain().focus().setMark('link', { href: url, collection: null, id: null }).setTextSelection(selection.to).run()
    return true
  }
  const isAlone = selection.$from.parent.isTextblock && selection.$from.parent.content.size === 0
  if (isAlone && settings.features.has('embed') && embedOf(url, settings.embeds))
    return editor.chain().focus().insertContent({ type: 'embed', attrs: { url } }).run()
  if (!isLinkable) return false
  const words = schema.text(url, link.create({ href: url }).addToSet(selection.$from.marks()))
  editor.view.dispatch(editor.state.tr.replaceSelectionWith(words, false).removeStoredMark(link).scrollIntoView())
  return true
}

async function pasteMarkdown(editor: Editor, source: string, text: string): Promise<void> {
  const markdown = await loadFor(hostOf(editor).element, () => import('./markdown-html.ts'))
  if (editor.isDestroyed) return
  if (markdown) editor.view.pasteHTML(markdown.htmlOfMarkdown(source))
  else editor.view.pasteText(text)
}

function drop(editor: Editor, view: EditorView, event: DragEvent): boolean {
  if (!event.dataTransfer?.types.includes('Files')) return false
  event.preventDefault()
  const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
  void droppedFiles(event).then((files) => files.length > 0 && !editor.isDestroyed && insertFiles(editor, files, { at }))
  return true
}

/** Each file is at its place at once, and becomes a picture when it has been uploaded. */
function insertFiles(editor: Editor, files: readonly File[], { at, alt = '' }: { at?: number | undefined; alt?: string }): boolean {
  const { uploads, settings, element } = hostOf(editor)
  const { app } = element
  const { state, view } = editor
  const place = at === undefined ? state.selection.$from : state.doc.resolve(at)
  const mayUpload = app.collection('media')?.may.create === true && !place.parent.type.spec.code
  const taken = files.filter(({ type }) => mayUpload && settings.features.has(type.startsWith('image/') ? 'image' : 'file'))
  const left = files.filter((file) => !taken.includes(file))
  const pictures = left.filter(({ type }) => type.startsWith('image/')).length
  sayLeftOut(hostOf(editor), { ...nothingLeftOut(), pictures, files: left.length - pictures })
  if (taken.length === 0) return true
  const nodes = uploads.addFiles(taken).map((key) => state.schema.node(PENDING, { key, alt: taken.length === 1 ? alt : '' }))
  const slice = new Slice(Fragment.from(nodes), 0, 0)
  if (at === undefined) pasteCards(editor, slice)
  else
    view.dispatch(
      state.tr
        .replace(dropPoint(state.doc, at, slice) ?? at, undefined, slice)
        .setMeta('uiEvent', 'drop')
        .scrollIntoView(),
    )
  view.focus()
  return true
}
