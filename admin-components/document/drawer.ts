/** `<cms-drawer>`: opens a document in a drawer over the current page, and resolves to the saved document.
 * Tested by test/admin-components/relations-kept.test.ts.
 */
import { css, html, nothing, type TemplateResult } from 'lit'
import type { Doc, Values } from '../app/doc.ts'
import { type CmsElement, define } from '../element.ts'
import { ask, CmsDialog } from '../parts/dialog.ts'
import { icon } from '../parts/icon.ts'
import { humanized } from '../texts/texts.ts'
import type { DocumentHost } from './document-host.ts'
import './cms-document.ts'

class CmsDrawer extends CmsDialog<Doc> {
  static override looks = [
    css`
      .drawer > .held { position: relative; --page-least: 100dvh; --below: 0px; }
      .held > .leave { position: absolute; inset-block-start: var(--s3); inset-inline-end: var(--s3); z-index: 6; }
      .held .page-head > :first-child { padding-inline-end: var(--s7); }
    `,
  ]
  slug = ''
  documentId: number | undefined
  /** The first values of a new document. */
  suggested: Values | undefined
  protected override shape = 'drawer'
  #saved: Doc | undefined

  protected name(): string {
    return this.app.label(this.app.collection(this.slug)?.labels.singular, humanized(this.slug))
  }

  protected body(): TemplateResult {
    return html`
      <div class="held" @cms-saved=${this.#onSaved} @cms-deleted=${() => this.close()}>
        <button class="plain icon-only leave" aria-label=${this.t('close')} @click=${() => this.leave()}>${icon('x')}</button>
        <cms-document inside collection=${this.slug} document-id=${this.documentId ?? nothing} .suggested=${this.suggested}></cms-document>
      </div>
    `
  }

  protected override async mayLeave(): Promise<boolean> {
    return this.requireElement<DocumentHost>('cms-document').mayLeave()
  }

  override close(answer = this.#saved): void {
    super.close(answer)
  }

  readonly #onSaved = (event: CustomEvent) => {
    event.stopPropagation()
    this.#saved = event.detail.doc
    if (this.documentId === undefined) this.close()
  }
}

define('cms-drawer', CmsDrawer)

export function openDrawer(from: CmsElement, slug: string, documentId?: number): Promise<Doc | undefined> {
  return ask(from, Object.assign(document.createElement('cms-drawer') as CmsDrawer, { slug, documentId }))
}

/** For a new document, which may begin with some values. */
export function openNewInDrawer(from: CmsElement, slug: string, suggested?: Values): Promise<Doc | undefined> {
  return ask(from, Object.assign(document.createElement('cms-drawer') as CmsDrawer, { slug, suggested }))
}
