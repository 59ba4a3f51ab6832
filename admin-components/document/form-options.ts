/** How a form is opened. */
import type { Left } from './earlier-languages.ts'
import type { Edited } from './edited.ts'

export interface FormOptions {
  /** Edits survive the tab. @default true */
  isKept?: boolean
  /** A new document becomes a draft in the first pause. @default false */
  startsDraft?: boolean
  /** The same document in the language that the editor turned from. */
  earlier?: (Edited & { readonly left: readonly Left[] }) | undefined
}
