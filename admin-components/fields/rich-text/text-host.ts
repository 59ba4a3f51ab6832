/** The services that the parts of the rich text editor get from the element around them. The commands reach it through the editor.
 * Tested by test/admin-components/rich-text.test.ts.
 */
import { type Editor, Extension } from '@tiptap/core'
import type { Doc } from '../../app/doc.ts'
import type { CmsElement } from '../../element.ts'
import type { TextSettings } from './settings.ts'
import type { Targets } from './targets.ts'
import type { Tool } from './tool.ts'
import type { Uploads } from './uploads.ts'

export interface TextHost {
  /** Translates texts, finds collections, calls the API, and is where dialogs open. */
  readonly element: CmsElement
  readonly settings: TextSettings
  /** The document and the field of the text; the same in every language and row. */
  place(): string
  /** The commands of this field. */
  readonly tools: readonly Tool[]
  /** The documents and files that the text refers to. */
  readonly targets: Targets
  readonly uploads: Uploads
  /** How many files the text shows whose upload failed. */
  lacksFiles(count: number): void
  /** Opens the editor of the link at the caret, or of a new one. */
  editLink(): void
  /** Lets the user choose a document or a file; undefined if they cancel. */
  pick(collection: string, mimeTypes?: readonly string[]): Promise<Doc | undefined>
  /** Opens a document of another collection; resolves when it is closed. */
  openDocument(collection: string, id: number): Promise<void>
  /** Asks for the address of an embed; undefined if the user cancels. */
  askForEmbed(address?: string): Promise<string | undefined>
  /** Opens the form of a content block. */
  editBlock(block: EditedBlock): void
  /** Undefined if the field doesn't know its block type. */
  nameOfBlock(row: Readonly<Record<string, unknown>>): { kind: string; summary: string } | undefined
  /** A copy of a content block with new ids. */
  copyOfBlock(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
  /** Whether the last save refused something there. */
  hasProblemAt(path: string): boolean
  /** Opens the menu of the block at the caret. */
  openBlockMenu(): void
  /** Puts the focus into the next bar: of what is at the caret, or the toolbar. */
  enterNextBar(): void
  /** Opens the search in the text. */
  find(): void
  toggleFullScreen(): void
  /** Lists every command with its shortcut. */
  showKeys(): void
  /** Shows what can be chosen at a place in the text, while the focus stays there. */
  readonly suggestions: SuggestionList
}

/** A content block of the text, for as long as its form is open. */
export interface EditedBlock {
  /** Undefined once the block is gone from the text. */
  row(): Readonly<Record<string, unknown>> | undefined
  /** The place in the stored text, such as `content.3.attrs`. */
  path(): string
  set(row: Readonly<Record<string, unknown>>): void
}

export interface SuggestionList {
  open(label: string, rect: () => DOMRect | null): void
  /** Undefined while they are being searched. */
  show(choices: readonly Choice[] | undefined, nothing: string): void
  /** Whether the key was one of the list's. */
  press(event: KeyboardEvent): boolean
  close(): void
}

/** One of a list. */
export interface Choice {
  label: string
  hint?: string
  icon: string
  group?: string
  run(): void
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
