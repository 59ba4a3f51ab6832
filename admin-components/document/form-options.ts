/** Options for opening a form. Tested by test/admin-components/writing.test.ts. */
import type { Values } from '../app/doc.ts'
import type { Left } from './earlier-languages.ts'
import type { Edited } from './edited.ts'

export interface FormOptions {
  /** Keep unsaved edits in the browser. @default true */
  isKept?: boolean
  /** Autosave a new document as a draft at the first pause in typing. @default false */
  startsDraft?: boolean
  /** The first values of a new document. They don't count as changes: if the user leaves the form as it is, nothing is saved. */
  suggested?: Values | undefined
  /** The same document in the language that was open before. */
  earlier?: (Edited & { readonly left: readonly Left[] }) | undefined
}
