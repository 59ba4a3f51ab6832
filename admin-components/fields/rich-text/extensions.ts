/** The extensions of the rich text editor. */
import type { Extensions } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { Caret } from './caret.ts'
import { Clipboard } from './clipboard.ts'
import { Kept } from './kept.ts'
import { Room } from './room.ts'
import { HostOfText, type TextHost } from './text-host.ts'
import { UndoSteps } from './undo-steps.ts'
import { KEPT_MARK, KEPT_TEXT } from './unknown.ts'

/** Allowed link targets; others, such as `javascript:`, could run code in the reader's browser. */
export const SAFE = /^(https?:|mailto:|tel:|\/|#|\.)/i

/** Loosens Tiptap's schema where it would reject or drop stored content. */
const WIDER: Readonly<Record<string, object>> = {
  code: { excludes: '' },
  codeBlock: { marks: `${KEPT_MARK} ${KEPT_TEXT}` },
  listItem: { content: 'block+' },
}

const Known = StarterKit.extend({
  addExtensions() {
    // biome-ignore lint/style/noNonNullAssertion: StarterKit has extensions
    return this.parent!().map((one) => {
      const wider = WIDER[one.name]
      return wider ? one.extend(wider) : one
    })
  },
})

export const extensionsFor = (host: TextHost): Extensions => [
  HostOfText.configure({ host }),
  Known.configure({
    link: { openOnClick: false, isAllowedUri: (address) => SAFE.test(address ?? '') },
    trailingNode: false,
    undoRedo: { depth: 1000 },
  }),
  Caret,
  Room,
  UndoSteps,
  Clipboard,
  Kept.configure({ t: (key, values) => host.element.t(key, values), say: (text) => host.element.app.say(text, 'bad') }),
]
