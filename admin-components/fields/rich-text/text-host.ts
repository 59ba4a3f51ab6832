/** What the parts of the rich text editor may ask of the element around them. The commands reach it through the editor.
 * Tested by test/admin-components/rich-text.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { CmsElement } from '../../element.ts'
import type { TextSettings } from './settings.ts'

export interface TextHost {
  /** Translates texts, finds collections, calls the API, and is where dialogs open. */
  readonly element: CmsElement
  readonly settings: TextSettings
  /** Opens the editor of the link at the caret, or of a new one. */
  editLink(): void
}

export const HostOfText = Extension.create<{ host: TextHost | undefined }, { host: TextHost | undefined }>({
  name: 'textHost',
  addOptions: () => ({ host: undefined }),
  addStorage() {
    return { host: this.options.host }
  },
})

export function hostOf(editor: Editor): TextHost {
  const { host } = (editor.storage as unknown as { textHost: { host: TextHost } }).textHost
  return host
}
