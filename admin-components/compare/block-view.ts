/** Shows blocks of rich text as readers see them, and how they changed. Tested by test/admin-components/compare.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import { plainText } from '../fields/rich-text/plain-text.ts'
import { icon } from '../parts/icon.ts'
import type { Key } from '../texts/texts.ts'
import type { BlockChange, ChangedBlock, KeptBlock, LeftBlock } from './compare-blocks.ts'
import type { Run } from './compare-inline.ts'
import { type Folded, folded } from './folds.ts'
import { added, removed, runsView, unchanged } from './inline-view.ts'
import { kindOfNode, notesOn } from './node-notes.ts'
import type { TextScene } from './scene.ts'
import { fieldsView, fileView, pictureOf } from './value-view.ts'

type View = TemplateResult | string | typeof nothing

/** A node with what changed in it, or as it is. */
interface Shown {
  node: RichTextNode
  change?: ChangedBlock
}

/** The blocks of a text, a quote or a cell. */
const blocksView = (scene: TextScene, changes: readonly BlockChange[]): View[] =>
  entriesOf(scene, changes, PARAGRAPHS, (content) => html`<div>${content}</div>`, blockView)

/** One entry of a text. */
export const topView = (scene: TextScene, { entry, stretch }: Folded<BlockChange>): View =>
  entry ? blockView(scene, entry) : html`<div>${foldView(scene, PARAGRAPHS, stretch)}</div>`

const PARAGRAPHS = 'compare.same.paragraphs'

/** Each entry, or one line for a stretch without changes. Draws as much as there is room for. */
function entriesOf(
  scene: TextScene,
  changes: readonly BlockChange[],
  count: Key,
  line: (content: View) => View,
  entry: (scene: TextScene, change: BlockChange) => View,
): View[] {
  const views: View[] = []
  for (const { entry: change, stretch } of folded(changes, ({ state }) => state === 'same', scene.opened)) {
    if (scene.room.left-- <= 0) break
    if (change) views.push(entry(scene, change))
    else views.push(line(foldView(scene, count, stretch)))
  }
  return views
}

const foldView = ({ host, open }: TextScene, count: Key, stretch: readonly BlockChange[]): View => html`
  <button type="button" class="small fold" @click=${() => open(stretch[0] as BlockChange)}>
    ${host.t(count, { count: stretch.length })}
  </button>
`

function blockView(scene: TextScene, change: BlockChange): View {
  const { isOneSide } = scene
  if (change.state === 'left') return isOneSide ? nothing : html`<p class="left small muted">${leftNote(scene, change)}</p>`
  if (change.state === 'removed' && isOneSide) return nothing
  if (change.state === 'same') return nodeView(scene, { node: change.node })
  const shown = change.state === 'moved' ? shownOf(change.block) : 'node' in change ? { node: change.node } : shownOf(change)
  return html`
    <div class="block is-${change.state}">
      ${notesView(change.state, stateNotes(scene, change))} ${nodeView(scene, shown)}
    </div>
  `
}

/** Whether a block was added, removed or moved, and which of its settings changed. */
function stateNotes(scene: TextScene, change: BlockChange): string[] {
  const { host, isOneSide } = scene
  if (change.state === 'added') return isOneSide ? [] : [host.t('compare.added')]
  if (change.state === 'removed') return [host.t('compare.removed')]
  if (change.state === 'moved') return [movedNote(scene, change.direction), ...stateNotes(scene, change.block)]
  return change.state === 'changed' ? notesOn(scene, change.before, change.after) : []
}

const notesView = (state: keyof typeof TONES, notes: readonly string[]): View =>
  notes.length === 0
    ? nothing
    : html`<div class="row notes">${notes.map((note) => html`<span class="badge ${TONES[state]}">${note}</span>`)}</div>`

const TONES = { same: 'warn', changed: 'warn', added: 'good', removed: 'bad', moved: 'accent' } as const

const movedNote = ({ host }: TextScene, direction: 'up' | 'down'): string =>
  host.t(direction === 'up' ? 'compare.movedUp' : 'compare.movedDown')

function leftNote(scene: TextScene, { node, direction }: LeftBlock): string {
  const words = plainText(node).replace(/\s+/g, ' ').trim()
  const what = words === '' ? kindOfNode(scene, node) : words.length > 60 ? `${words.slice(0, 60)}…` : words
  return scene.host.t(direction === 'up' ? 'compare.wentUp' : 'compare.wentDown', { what })
}

const shownOf = (block: KeptBlock): Shown => (block.state === 'same' ? { node: block.node } : { node: block.after, change: block })

function nodeView(scene: TextScene, shown: Shown): View {
  const { type } = shown.node
  return Object.hasOwn(VIEWS, type) ? (VIEWS[type]?.(scene, shown) ?? nothing) : keptView(scene, shown)
}

const runsOf = ({ node, change }: Shown): readonly Run[] => change?.runs ?? unchanged(node.content)
const blocksOf = ({ node, change }: Shown): readonly BlockChange[] =>
  change?.blocks ?? (node.content ?? []).map((one) => ({ state: 'same', node: one }))

const isChecked = ({ node }: Shown): boolean => node.attrs?.['checked'] === true

const list = (scene: TextScene, shown: Shown): View[] =>
  entriesOf(scene, blocksOf(shown), 'compare.same.items', (content) => html`<li class="no-sign">${content}</li>`, itemView)

const VIEWS: Readonly<Record<string, (scene: TextScene, shown: Shown) => View>> = {
  paragraph: (scene, shown) =>
    scene.isCode ? html`<pre dir="ltr">${runsView(scene, runsOf(shown))}</pre>` : html`<p dir="auto">${runsView(scene, runsOf(shown))}</p>`,
  heading: (scene, shown) =>
    html`<p dir="auto" class="heading level-${Number(shown.node.attrs?.['level'] ?? 1)}"><span class="unseen">${kindOfNode(scene, shown.node)}: </span>${runsView(scene, runsOf(shown))}</p>`,
  codeBlock: (scene, shown) => html`<pre class="code" dir="ltr">${runsView(scene, runsOf(shown))}</pre>`,
  horizontalRule: (scene, { node }) => html`<hr aria-label=${kindOfNode(scene, node)} />`,
  bulletList: (scene, shown) => html`<ul dir="auto" class="bullets">${list(scene, shown)}</ul>`,
  orderedList: (scene, shown) => html`<ol dir="auto" start=${Number(shown.node.attrs?.['start'] ?? 1)}>${list(scene, shown)}</ol>`,
  taskList: (scene, shown) => html`<ul dir="auto">${list(scene, shown)}</ul>`,
  blockquote: (scene, shown) => html`<blockquote>${blocksView(scene, blocksOf(shown))}</blockquote>`,
  listItem: (scene, shown) => html`${blocksView(scene, blocksOf(shown))}`,
  taskItem: (scene, shown) => html`
    <div class="task">
      <input type="checkbox" disabled .checked=${isChecked(shown)} aria-label=${scene.host.t(isChecked(shown) ? 'compare.checked' : 'compare.unchecked')} />
      <div>${blocksView(scene, blocksOf(shown))}</div>
    </div>
  `,
  table: (scene, shown) => tableView(scene, kindOfNode(scene, shown.node), blocksOf(shown)),
  image: (scene, shown) => replaceable(scene, shown, imageView),
  file: (scene, shown) => replaceable(scene, shown, attachmentView),
  embed: (scene, { node, change }) => {
    const [was, now] = [change?.before.attrs?.['url'], node.attrs?.['url']]
    const isSame = !change || was === now
    return card(
      scene,
      'globe',
      node,
      isSame ? String(now ?? '') : html`${removed(scene, String(was ?? ''))} ${added(scene, String(now ?? ''))}`,
    )
  },
  contentBlock: (scene, { node, change }) => card(scene, 'box', node, fieldsOfBlock(scene, node, change)),
}

function itemView(scene: TextScene, change: BlockChange): View {
  const view = blockView(scene, change)
  return view === nothing ? nothing : html`<li>${view}</li>`
}

function tableView(scene: TextScene, name: string, rows: readonly BlockChange[]): View {
  const fold = (content: View) => html`<tr><td colspan="99">${content}</td></tr>`
  return html`
    <div class="table-frame" role="region" tabindex="0" aria-label=${name}>
      <table>
        <tbody>
          ${entriesOf(scene, rows, 'compare.same.rows', fold, rowView)}
        </tbody>
      </table>
    </div>
  `
}

/** The first cell says whether the row was added, removed or moved. */
function rowView(scene: TextScene, change: BlockChange): View {
  if (change.state === 'left' || change.state === 'removed') {
    if (scene.isOneSide) return nothing
    if (change.state === 'left') return html`<tr><td colspan="99">${blockView(scene, change)}</td></tr>`
  }
  const shown = change.state === 'moved' ? shownOf(change.block) : 'node' in change ? { node: change.node } : shownOf(change)
  const state = change.state === 'changed' ? 'same' : change.state
  return html`
    <tr class="is-${state}">
      ${blocksOf(shown).map((cell, index) => cellView(scene, cell, index === 0 ? notesView(state, stateNotes(scene, change)) : nothing))}
    </tr>
  `
}

function cellView(scene: TextScene, cell: BlockChange, rowNotes: View): View {
  if (cell.state === 'left' || (cell.state === 'removed' && scene.isOneSide)) return nothing
  const shown = cell.state === 'moved' ? shownOf(cell.block) : 'node' in cell ? { node: cell.node } : shownOf(cell)
  const state = cell.state === 'changed' ? 'same' : cell.state
  const content = html`
    ${rowNotes} ${notesView(state, stateNotes(scene, cell))} ${blocksView(scene, blocksOf(shown))}
  `
  const { colspan, rowspan } = shown.node.attrs ?? {}
  const [columns, rows] = [Number(colspan ?? 1), Number(rowspan ?? 1)]
  return shown.node.type === 'tableHeader'
    ? html`<th class="is-${state}" colspan=${columns} rowspan=${rows}>${content}</th>`
    : html`<td class="is-${state}" colspan=${columns} rowspan=${rows}>${content}</td>`
}

function fieldsOfBlock({ related, field, isOneSide, host }: TextScene, node: RichTextNode, change: ChangedBlock | undefined): View {
  const fields = field?.blocks?.find(({ slug }) => slug === node.attrs?.['blockType'])?.fields ?? []
  const values = node.attrs ?? {}
  if (!change) return fieldsView({ host, related, isOneSide }, fields, values)
  const comparing = { fields, before: change.before.attrs ?? {}, after: values, related, isOneSide }
  return html`<cms-changes .comparing=${comparing}></cms-changes>`
}

/** For blocks that aren't text: their kind and their content. */
function card(scene: TextScene, sign: string, node: RichTextNode, content: View): View {
  return html`
    <div class="card kind">
      <strong class="small muted">${icon(sign)} ${kindOfNode(scene, node)}</strong>
      ${content}
    </div>
  `
}

/** A node of an unknown type: its name and its words. */
function keptView(scene: TextScene, { node, change }: Shown): View {
  const words = plainText(node)
  const runs = change?.runs ?? unchanged(words === '' ? [] : [{ type: 'text', text: words }])
  return card(scene, 'box', node, html`<p dir="auto">${runsView(scene, runs)}</p>`)
}

function imageView({ host, related }: TextScene, { attrs = {} }: RichTextNode): View {
  const { media, alt, caption } = attrs
  if (typeof media !== 'number') return nothing
  const file = related.find('media', media, host)
  const name = related.title(host, 'media', media)
  return html`
    <figure>
      ${file ? pictureOf(file, String(alt ?? file['alt'] ?? '')) : nothing}
      <figcaption class="small">
        <span class="muted">${name}</span>
        ${alt ? html`<span class="muted">· ${host.t('compare.setting.alt')}: ${alt}</span>` : nothing}
        ${caption ? html`<span dir="auto">· ${caption}</span>` : nothing}
      </figcaption>
    </figure>
  `
}

function attachmentView({ host, related }: TextScene, { attrs = {} }: RichTextNode): View {
  const { media } = attrs
  return typeof media === 'number' ? fileView({ host, related }, media) : nothing
}

/** Another file at the same place is shown next to the former one. */
function replaceable(scene: TextScene, { node, change }: Shown, view: (scene: TextScene, node: RichTextNode) => View): View {
  const isReplaced = change && change.before.attrs?.['media'] !== node.attrs?.['media'] && !scene.isOneSide
  return isReplaced ? html`${removed(scene, view(scene, change.before))} ${added(scene, view(scene, node))}` : view(scene, node)
}
