/** The three states of a rich text that two people have changed: what `merge-texts.ts` and its parts work with.
 * Tested by test/admin-components/merge-texts.test.ts.
 */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { valueKey } from '../compare/node-keys.ts'

export type Side = 'mine' | 'theirs'

export interface Sides<T> {
  before: T
  mine: T
  theirs: T
}

export const SIDES = ['before', 'mine', 'theirs'] as const

/** Kinds that merge by their blocks or parts. */
export const INSIDE: ReadonlySet<string> = new Set([
  'doc',
  'bulletList',
  'orderedList',
  'taskList',
  'listItem',
  'taskItem',
  'blockquote',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
])

export const isSame = (one: unknown, other: unknown): boolean => one === other || valueKey(one) === valueKey(other)

/** Undefined if both sides changed it, differently. */
export function oneChanged<T>({ before, mine, theirs }: Sides<T>): T | undefined {
  if (isSame(before, mine) || isSame(mine, theirs)) return theirs
  return isSame(before, theirs) ? mine : undefined
}

export const isCell = ({ type }: RichTextNode): boolean => /^table(?:Cell|Header)$/.test(type)

export const withContent = (shell: RichTextNode, content: RichTextNode[]): RichTextNode =>
  content.length > 0 ? { ...shell, content } : shell
