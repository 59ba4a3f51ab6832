/** Where what is being pasted comes from, if it is from one of our texts. What comes back into the same text stays as it is, even if the field
 * no longer allows it. Tested by test/admin-components/narrow-field.test.ts.
 */
import type { Editor } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { hostOf } from '../text-host.ts'

export interface Origin {
  place: string
  /** The names of the documents that it mentions, which another field may not know. */
  names: Readonly<Record<string, string>>
}

const origins = new WeakMap<Editor, Origin>()

/** Call while the clipboard is read; undefined for what comes from other programs. */
export function noteOrigin(editor: Editor, origin: Origin | undefined): void {
  if (origin === undefined) origins.delete(editor)
  else origins.set(editor, origin)
}

export const isFromSameText = (editor: Editor): boolean => origins.get(editor)?.place === hostOf(editor).place()

export function nameOfMention(editor: Editor, { attrs }: Node): string {
  const key = keyOf(attrs)
  const { names = {} } = origins.get(editor) ?? {}
  return Object.hasOwn(names, key) ? String(names[key]) : hostOf(editor).targets.nameOf(attrs['collection'], attrs['id'])
}

export function originOf(editor: Editor, content: { descendants(visit: (node: Node) => void): void }): Origin {
  const names: Record<string, string> = {}
  content.descendants((node) => {
    if (node.type.name === 'mention') names[keyOf(node.attrs)] = nameOfMention(editor, node)
  })
  return { place: hostOf(editor).place(), names }
}

const keyOf = (attrs: Node['attrs']): string => `${attrs['collection']}/${attrs['id']}`
