/** What is agreed about nodes and marks that the editor does not know: the types that stand for them, and what they are called. */
import type { Node } from '@tiptap/pm/model'
import { humanized, type Key, type Values } from '../../texts/texts.ts'

export const KEPT_BLOCK = 'keptBlock'
export const KEPT_INLINE = 'keptInline'
export const KEPT_MARK = 'keptMark'
/** How a text node was written where that is not the usual way. */
export const KEPT_TEXT = 'keptText'

/** Says that a transaction may remove boxes: somebody asked for it, or the text came from elsewhere. */
export const MAY_REMOVE = 'mayRemoveKept'

export interface KeptOptions {
  t(key: Key, values?: Values): string
  say(text: string): void
}

export const isKept = ({ type }: Node): boolean => type.name === KEPT_BLOCK || type.name === KEPT_INLINE

/** What a node or mark that is kept is called. */
export function nameOf(json: unknown): string {
  const type = (json as { type?: unknown } | null)?.type
  return typeof type === 'string' && type !== '' ? humanized(type) : '?'
}
