/** `<cms-block-drawer>`: the form of a content block of a text. Each change goes into the text at once.
 * Tested by test/admin-components/rich-text-blocks.test.ts.
 */
import { html, type TemplateResult } from 'lit'
import { kindOf } from '../../document/row-names.ts'
import { type CmsElement, define } from '../../element.ts'
import { ask, CmsDialog } from '../../parts/dialog.ts'
import { focusedIn } from '../../parts/focus.ts'
import { icon } from '../../parts/icon.ts'
import type { Editing } from '../editing.ts'
import type { EditedBlock } from './text-host.ts'

/** What one writes in, or the place of a field whose code is loading. */
const FIRST = '.inside > :not(.row) :is(input, textarea, select, button, cms-rich-text, cms-json, cms-later)'

export class CmsBlockDrawer extends CmsDialog<void> {
  block!: EditedBlock
  /** The text field's own, which changes with the form. */
  editing!: () => Editing
  protected override shape = 'drawer'
  #name = ''

  protected name(): string {
    const row = this.block.row()
    if (row) this.#name = kindOf(this, this.editing().field, row) ?? ''
    return this.#name
  }

  protected body(): TemplateResult {
    const row = this.block.row()
    const { field, path, fieldsIn } = this.editing()
    const fields = field.blocks?.find(({ slug }) => slug === row?.['blockType'])?.fields ?? []
    const set = (name: string, value: unknown) => {
      this.block.set({ ...this.block.row(), [name]: value })
      this.requestUpdate()
    }
    return html`
      <div class="inside">
        <div class="row apart">
          <h2>${this.name()}</h2>
          <button type="button" class="plain icon-only" aria-label=${this.t('close')} @click=${() => this.close()}>${icon('x')}</button>
        </div>
        ${row ? fieldsIn(fields, row, `${path}.${this.block.path()}`, set) : html`<p role="alert">${this.t('text.block.gone')}</p>`}
        <div class="foot"><button type="button" class="main" @click=${() => this.close()}>${this.t('text.block.close')}</button></div>
      </div>
    `
  }

  /** Writing goes on in its first field, not at the button that closes it. */
  protected override firstUpdated(): void {
    super.firstUpdated()
    const heading = this.requireElement('h2')
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    void this.#focusFirst(heading)
  }

  /** Fields with an element of their own render after the drawer, some once their code is loaded. Until then, a key must not press the button. */
  async #focusFirst(heading: HTMLElement): Promise<void> {
    const waiting = () => [...this.querySelectorAll<CmsElement>('.inside *')].filter((one) => one.hasUpdated === false)
    while (waiting().length > 0) await Promise.all(waiting().map(({ updateComplete }) => updateComplete))
    const first = this.querySelector<HTMLElement & { load?(): Promise<unknown> }>(FIRST)
    if (!this.isConnected || focusedIn(this) !== heading) return
    if (first?.localName !== 'cms-later') return first?.focus()
    await first.load?.().catch(() => undefined)
    this.requestUpdate()
    await this.updateComplete
    if (this.querySelector(FIRST) !== first) return this.#focusFirst(heading)
  }
}

define('cms-block-drawer', CmsBlockDrawer)

export function openBlock(text: CmsElement, block: EditedBlock, editing: () => Editing): { drawer: CmsBlockDrawer; closed: Promise<void> } {
  const drawer = Object.assign(document.createElement('cms-block-drawer') as CmsBlockDrawer, { block, editing })
  return { drawer, closed: ask(text, drawer) }
}
