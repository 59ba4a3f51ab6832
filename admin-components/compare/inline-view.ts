/** Shows text with its formatting, and what changed in it. Tested by test/admin-components/compare.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { RichTextMark, RichTextNode } from '../../lib/rich-text/document.ts'
import { MARKS } from '../../lib/rich-text/kinds.ts'
import { plainText } from '../fields/rich-text/plain-text.ts'
import { humanized, type Key } from '../texts/texts.ts'
import type { Run } from './compare-inline.ts'
import { marksKey } from './node-keys.ts'
import type { Scene, TextScene } from './scene.ts'

type View = TemplateResult | string | typeof nothing

/** A longer stretch without changes shows its beginning and its end. */
const LONGEST_UNCHANGED = 600
const EXCERPT = 120

export const unchanged = (nodes: readonly RichTextNode[] = []): Run[] => nodes.map((node) => ({ state: 'same', node }))

export function runsView(scene: TextScene, runs: readonly Run[]): View[] {
  const views: View[] = []
  for (const run of runs) {
    if (scene.room.left-- <= 0) break
    views.push(runView(scene, run, runs.length > 1))
  }
  return views
}

function runView(scene: TextScene, run: Run, isAmongChanges: boolean): View {
  const { isOneSide } = scene
  if (run.state === 'added') return added(scene, marked(scene, run.node))
  if (run.state === 'removed') return isOneSide ? nothing : removed(scene, marked(scene, run.node))
  if (run.state === 'formatted') {
    const formatting = formattingOf(scene, run.was, run.node.marks ?? [])
    return html`<span class="formatted">${marked(scene, run.node)}<span class="unseen"> (</span><span class="formatting">${formatting}</span><span class="unseen">)</span></span>`
  }
  const { text = '' } = run.node
  if (!isAmongChanges || text.length <= LONGEST_UNCHANGED || scene.opened.has(run)) return marked(scene, run.node)
  const [start, end] = [text.slice(0, EXCERPT), text.slice(-EXCERPT)]
  const fold = html`<button type="button" class="small" @click=${() => scene.open(run)}>${scene.host.t('compare.more')}</button>`
  return html`${marked(scene, { ...run.node, text: start })} ${fold} ${marked(scene, { ...run.node, text: end })}`
}

/** The brackets are for screen readers, many of which don't announce insertions and deletions. */
export const added = ({ host, isOneSide }: Scene, view: View): TemplateResult =>
  isOneSide
    ? html`<mark>${view}</mark>`
    : html`<ins><span class="unseen">[${host.t('compare.added')}: </span>${view}<span class="unseen">]</span></ins>`

export const removed = ({ host }: Scene, view: View): TemplateResult =>
  html`<del><span class="unseen">[${host.t('compare.removed')}: </span>${view}<span class="unseen">]</span></del>`

function marked(scene: TextScene, node: RichTextNode): View {
  const inner = node.text ?? nodeView(scene, node)
  return (node.marks ?? []).reduce<View>((view, mark) => markView(scene, mark, view), inner)
}

function nodeView({ host, related }: TextScene, node: RichTextNode): View {
  const { type, attrs = {} } = node
  if (type === 'hardBreak') return html`<br />`
  if (type === 'mention' && typeof attrs['id'] === 'number')
    return html`<strong class="mention">@${related.title(host, String(attrs['collection']), attrs['id'])}</strong>`
  return html`<strong class="mention">${humanized(type)}${plainText(node) === '' ? nothing : `: ${plainText(node)}`}</strong>`
}

function markView(scene: TextScene, { type, attrs = {} }: RichTextMark, view: View): View {
  if (type === 'link') return linkView(scene, attrs, view)
  return Object.hasOwn(MARKED, type) ? (MARKED[type]?.(view) ?? view) : view
}

const MARKED: Readonly<Record<string, (view: View) => TemplateResult>> = {
  bold: (view) => html`<strong>${view}</strong>`,
  italic: (view) => html`<em>${view}</em>`,
  underline: (view) => html`<u>${view}</u>`,
  strike: (view) => html`<s>${view}</s>`,
  code: (view) => html`<code>${view}</code>`,
  subscript: (view) => html`<sub>${view}</sub>`,
  superscript: (view) => html`<sup>${view}</sup>`,
}

/** Stored text may link to anything, so only harmless addresses can be followed. */
function linkView({ host, related }: TextScene, { href, collection, id }: Record<string, unknown>, view: View): View {
  if (typeof collection === 'string' && typeof id === 'number')
    return html`<a href=${host.app.router.href(`c/${collection}/${id}`)} target="_blank" title=${related.title(host, collection, id)}>${view}</a>`
  const isHarmless = typeof href === 'string' && /^(https?:|mailto:|tel:)/i.test(href)
  if (isHarmless) return html`<a href=${href} target="_blank" rel="noopener noreferrer" title=${href}>${view}</a>`
  return html`<u title=${String(href ?? '')}>${view}</u>`
}

const targetOf = ({ host, related }: TextScene, { href, collection, id }: Record<string, unknown>): string =>
  typeof collection === 'string' && typeof id === 'number' ? related.title(host, collection, id) : String(href ?? '')

/** `bold added, link changed, before: https://example.org` */
function formattingOf(scene: TextScene, was: readonly RichTextMark[], now: readonly RichTextMark[]): string {
  const { host } = scene
  const types = [...new Set([...was, ...now].map(({ type }) => type))]
  const notes = types.flatMap((type) => {
    const [before, after] = [was, now].map((marks) => marks.filter((mark) => mark.type === type)) as [RichTextMark[], RichTextMark[]]
    const mark = Object.hasOwn(MARKS, type) ? host.t(`compare.mark.${type}` as Key) : humanized(type)
    if (before.length === 0) return host.t('compare.markAdded', { mark })
    if (after.length === 0) return host.t('compare.markRemoved', { mark })
    if (marksKey(before) === marksKey(after)) return []
    return type === 'link'
      ? host.t('compare.linkChanged', { before: targetOf(scene, before[0]?.attrs ?? {}) })
      : host.t('compare.markChanged', { mark })
  })
  return notes.join(', ')
}
