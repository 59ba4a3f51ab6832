/** The place of a file that is still being uploaded. It is never stored, and becomes the picture or file when that has arrived.
 * Tested by test/admin-components/rich-text-uploads.test.ts.
 */
import { type Editor, Node, type NodeViewRendererProps } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import { Transform } from '@tiptap/pm/transform'
import { html, nothing, type TemplateResult } from 'lit'
import type { Doc } from '../../app/doc.ts'
import { CardView } from './card-view.ts'
import { hostOf } from './text-host.ts'
import { SETTLED } from './undo-after-arrivals.ts'
import { PENDING } from './unknown.ts'
import type { Uploads } from './uploads.ts'

class PendingView extends CardView {
  constructor(props: NodeViewRendererProps) {
    super(props, 'div', 'node-card pending')
    this.draw()
  }

  protected face(): TemplateResult {
    const { key } = this.node.attrs
    const { name = '', share = 0, why, mayWorkLater } = this.host.uploads.get(key) ?? {}
    if (why === undefined)
      return html`
        <span class="grow clip">${name}</span>
        <progress max="1" .value=${share} aria-label=${this.t('text.uploading', { name })}></progress>
      `
    return html`
      <span class="grow" role="alert"><strong>${name}</strong>: ${why}</span>
      ${mayWorkLater ? this.button('again', 'refresh-cw', () => this.host.uploads.retry(key)) : nothing}
      ${this.button('remove.one', 'x', () => this.remove(), { title: name })}
    `
  }
}

export const Pending = Node.create({
  name: PENDING,
  group: 'block',
  atom: true,
  addAttributes: () => ({ key: { default: null }, alt: { default: null } }),
  parseHTML() {
    return [
      {
        tag: 'div[data-upload]',
        getAttrs: ({ dataset }) => {
          const isKnown = hostOf(this.editor as Editor).uploads.get(dataset['upload'] ?? '')
          return isKnown ? { key: dataset['upload'], alt: dataset['alt'] || null } : false
        },
      },
    ]
  },
  renderHTML: () => ['div'],
  addNodeView: () => (props) => new PendingView(props),
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        view() {
          const { uploads, lacksFiles } = hostOf(editor)
          const settle = () => setTimeout(() => settleAll(editor))
          uploads.addEventListener('change', settle)
          return {
            // What comes back by undo may have arrived in the meantime.
            update: (_, before) => {
              if (before.doc === editor.state.doc) return
              countFailed(editor)
              if (isWaiting(editor)) settle()
            },
            destroy: () => {
              uploads.removeEventListener('change', settle)
              lacksFiles(0)
            },
          }
        },
      }),
    ]
  },
})

const isWaiting = (editor: Editor): boolean => placesIn(editor.state.doc).length > 0

/** From the last to the first, so that positions stay right while they are replaced. */
function placesIn(doc: DocNode): { at: number; node: DocNode }[] {
  const found: { at: number; node: DocNode }[] = []
  doc.descendants((node, at) => {
    if (node.type.name === PENDING) found.unshift({ at, node })
    return !node.isTextblock
  })
  return found
}

/** The history leaves this step out, so that undo removes the pasted files whether they have arrived or not. */
function settleAll(editor: Editor): void {
  if (editor.isDestroyed) return
  const { uploads, targets, element } = hostOf(editor)
  const { doc, tr } = editor.state
  const arrived = placesIn(doc).map(({ node }) => uploads.get(node.attrs['key']))
  for (const one of arrived) if (one?.doc) targets.take('media', one.doc)
  const left = arrived.filter((one) => one?.isLeftOut).length
  if (left > 0) element.app.say(element.t('text.paste.pictures', { count: left }), 'plain')
  const settled = (text: DocNode) => settle(new Transform(text), uploads).doc
  settle(tr, uploads)
  if (tr.docChanged) editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(SETTLED, settled))
  countFailed(editor)
}

function countFailed(editor: Editor): void {
  const { uploads, lacksFiles } = hostOf(editor)
  lacksFiles(placesIn(editor.state.doc).filter(({ node }) => uploads.get(node.attrs['key'])?.why !== undefined).length)
}

/** Puts the files that have arrived in their places, and removes the places of those that are left out. */
function settle<T extends Transform>(transform: T, uploads: Uploads): T {
  for (const { at, node } of placesIn(transform.doc)) {
    const { doc, isLeftOut } = uploads.get(node.attrs['key']) ?? {}
    if (isLeftOut) transform.delete(at, at + node.nodeSize)
    else if (doc) transform.replaceWith(at, at + node.nodeSize, node.type.schema.nodeFromJSON(nodeOfFile(doc, node.attrs['alt'])))
  }
  return transform
}

/** The node for a file of the library. */
export function nodeOfFile(doc: Doc, alt?: string | null): { type: string; attrs: Record<string, unknown> } {
  const isPicture = String(doc['mimeType']).startsWith('image/')
  if (!isPicture) return { type: 'file', attrs: { media: doc.id } }
  return { type: 'image', attrs: { media: doc.id, alt: alt || doc['alt'] || null } }
}
