/** `@` mentions a document or a person, `[[` links to a document. Both search by title.
 * Tested by test/admin-components/writing-links.test.ts.
 */
import { type Editor, Extension, type Range } from '@tiptap/core'
import { type FoundDocument, foundDocuments, lookOf, TYPING } from './found-documents.ts'
import { markOwnSpace } from './own-space.ts'
import { suggesting } from './suggesting.ts'
import { type Choice, hostOf } from './text-host.ts'

export const Mentions = Extension.create({
  name: 'mentions',
  addProseMirrorPlugins() {
    const { editor } = this
    const { element, settings } = hostOf(editor)
    const nothing = 'text.documents.nothing' as const
    const choices = (insert: Insert) => async (_: Editor, typed: string, range: Range) =>
      (await foundDocuments(element, typed)).map((found) => choiceOf(editor, found, () => insert(editor, found, range)))
    return [
      ...(settings.features.has('mention')
        ? [
            suggesting(editor, {
              name: 'at',
              // An email address is not a mention.
              pattern: /(^|[^\p{L}\p{N}._-])@((?:[^\s@]+ ?){0,6})$/u,
              label: 'text.mention',
              hint: 'text.documents.hint',
              nothing,
              wait: TYPING,
              choices: choices(mention),
            }),
          ]
        : []),
      ...(settings.features.has('link')
        ? [
            suggesting(editor, {
              name: 'brackets',
              pattern: /()\[\[((?:[^\s[\]]+ ?){0,8})$/u,
              label: 'text.link.document',
              hint: 'text.documents.hint',
              nothing,
              wait: TYPING,
              choices: choices(linkTo),
            }),
          ]
        : []),
    ]
  },
})

type Insert = (editor: Editor, found: FoundDocument, range: Range) => void

function choiceOf(editor: Editor, found: FoundDocument, run: () => void): Choice {
  return { label: found.title, ...lookOf(hostOf(editor).element, found), run }
}

/** With a space for the next word. */
export function mention(editor: Editor, { collection, id, title }: FoundDocument, range: Range): void {
  hostOf(editor).targets.takeTitle(collection, id, title)
  const node = { type: 'mention', attrs: { collection, id } }
  editor
    .chain()
    .focus()
    .insertContentAt(range, [node, { type: 'text', text: ' ' }])
    .command(({ tr }) => markOwnSpace(tr) !== undefined)
    .run()
}

export function linkTo(editor: Editor, { collection, id, title }: FoundDocument, range: Range): void {
  const marks = [...editor.state.selection.$from.marks().map((mark) => mark.toJSON()), { type: 'link', attrs: { collection, id } }]
  editor.chain().focus().insertContentAt(range, { type: 'text', text: title, marks }).unsetMark('link').run()
}
