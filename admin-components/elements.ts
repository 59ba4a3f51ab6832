/** The types of `galley/admin`: tags, events and functions for pages. They need nothing but the types of browsers, and don't show how elements are
 * made. Tested by test/package.test.ts.
 */
import * as main from './main.ts'

/** Any part of the admin. */
export interface CmsPart extends HTMLElement {
  /** Dispatches a `cms-*` event to the page. Returns false if a listener cancelled it. */
  emit(name: string, detail?: unknown): boolean
}

/** `<cms-list>`. */
export interface CmsListPart extends CmsPart {
  collection: string
}

/** `<cms-document>`. */
export interface CmsDocumentPart extends CmsPart {
  collection: string | undefined
  global: string | undefined
  /** Without it, the form creates a document. */
  documentId: number | undefined
  /** Saves, and moves the focus to the problem if that fails. */
  save(): Promise<boolean>
}

/** After a change to documents: one, or several by a bulk action. */
export interface CmsChange {
  collection: string
  // biome-ignore lint/suspicious/noExplicitAny: the page knows the type of its documents
  doc?: any
  id?: number
  ids?: readonly number[]
}

declare global {
  interface HTMLElementTagNameMap {
    'cms-admin': CmsPart
    'cms-list': CmsListPart
    'cms-document': CmsDocumentPart
    'cms-login': CmsPart
    'cms-media': CmsPart
    'cms-account': CmsPart
    'cms-audit': CmsPart
    'cms-backups': CmsPart
    'cms-deliveries': CmsPart
    'cms-roles': CmsPart
    'cms-status': CmsPart
  }
  interface HTMLElementEventMap {
    /** Before a document opens; `preventDefault()` keeps the list from showing it. */
    'cms-open': CustomEvent<{ collection: string; id: number }>
    'cms-saved': CustomEvent<CmsChange>
    'cms-deleted': CustomEvent<CmsChange>
    // biome-ignore lint/suspicious/noExplicitAny: the page knows the fields of its users
    'cms-signed-in': CustomEvent<any>
  }
}

/** The base class of all parts. */
export const CmsElement: abstract new () => CmsPart = main.CmsElement
/** The class of `<cms-admin>`. */
export const CmsAdmin: new () => CmsPart = main.CmsAdmin
/** The class of `<cms-document>`. */
export const CmsDocument: new () => CmsDocumentPart = main.CmsDocument
/** The class of `<cms-list>`. */
export const CmsList: new () => CmsListPart = main.CmsList
/** The class of `<cms-login>`. */
export const CmsLogin: new () => CmsPart = main.CmsLogin

/** Defines a tag unless it is defined already, since a page may load the admin twice. */
export const define: (tag: string, element: CustomElementConstructor) => void = main.define

/**
 * Loads the code of a part that is created after the page has loaded.
 *
 * @example
 * await load('cms-media')
 * document.body.append(document.createElement('cms-media'))
 */
export const load: (tag: string) => Promise<unknown> = main.load
