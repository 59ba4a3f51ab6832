/** Says in words what kind of block a node of rich text is, and which of its settings changed. Tested by test/admin-components/compare.test.ts. */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { NODES } from '../../lib/rich-text/kinds.ts'
import { humanized, type Key } from '../texts/texts.ts'
import { valueKey } from './node-keys.ts'
import type { TextScene } from './scene.ts'

/** The views show these attributes, so they need no words. */
const SHOWN = ['media', 'url', 'id', 'level']

export function kindOfNode({ host, field }: Pick<TextScene, 'host' | 'field'>, { type, attrs = {} }: RichTextNode): string {
  if (type === 'contentBlock') {
    const block = field?.blocks?.find(({ slug }) => slug === attrs['blockType'])
    return host.app.label(block?.label, humanized(String(attrs['blockType'] ?? type)))
  }
  if (!Object.hasOwn(NODES, type)) return humanized(type)
  return host.t(`compare.kind.${type}` as Key, { level: Number(attrs['level'] ?? 1) })
}

/** A replaced picture needs no notes: the comparison shows both pictures with their texts. */
export function notesOn(scene: TextScene, before: RichTextNode, after: RichTextNode): string[] {
  const { host } = scene
  const [was, now] = [kindOfNode(scene, before), kindOfNode(scene, after)]
  const notes = was === now ? [] : [host.t('compare.kindChanged', { was, now })]
  const isReplaced = before.attrs?.['media'] !== after.attrs?.['media']
  if (after.type === 'contentBlock' || isReplaced) return notes
  const names = Object.keys({ ...before.attrs, ...after.attrs }).filter((name) => !SHOWN.includes(name))
  for (const name of names) {
    const [one, other] = [before.attrs?.[name] ?? null, after.attrs?.[name] ?? null]
    if (valueKey(one) !== valueKey(other)) notes.push(noteOn(scene, after.type, name, one, other))
  }
  return notes
}

function noteOn({ host }: TextScene, type: string, name: string, before: unknown, after: unknown): string {
  if (name === 'checked') return host.t(after === true ? 'compare.checked' : 'compare.unchecked')
  const isKnown = Object.hasOwn(NODES[type]?.attributes ?? {}, name)
  const what = isKnown ? host.t(`compare.setting.${name}` as Key) : humanized(name)
  return host.t('compare.settingChanged', { what, was: settingOf(before), now: settingOf(after) })
}

const settingOf = (value: unknown): string =>
  value === null || value === '' ? '—' : typeof value === 'object' ? JSON.stringify(value) : String(value)
