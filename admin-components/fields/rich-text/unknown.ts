/** Shared names for nodes and marks that the editor doesn't know: the types that represent them, and their titles.
 * Tested by test/admin-components/rich-text-kept.test.ts.
 */
import type { Node } from '@tiptap/pm/model'
import { humanized, type Key, type Values } from '../../texts/texts.ts'

export const KEPT_BLOCK = 'keptBlock'
export const KEPT_INLINE = 'keptInline'
export const KEPT_MARK = 'keptMark'
/** The original form of a text node that isn't written in the usual way. */
export const KEPT_TEXT = 'keptText'

/** The place of a file that is still being uploaded; it is never stored. */
export const PENDING = 'pendingUpload'

/** Meta key for transactions that may remove boxes: the user asked for it, or the text came from elsewhere. */
export const MAY_REMOVE = 'mayRemoveKept'

export interface KeptOptions {
  t(key: Key, values?: Values): string
  say(text: string): void
}

export const isKept = ({ type }: Node): boolean => type.name === KEPT_BLOCK || type.name === KEPT_INLINE

/** The title of a kept node or mark. */
export function nameOf(json: unknown): string {
  const type = (json as { type?: unknown } | null)?.type
  return typeof type === 'string' && type !== '' ? humanized(type) : '?'
}
