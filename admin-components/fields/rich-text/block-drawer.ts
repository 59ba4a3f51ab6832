/** `<cms-block-drawer>`: the form of a content block of a text. Each change goes into the text at once.
 * Tested by test/admin-components/rich-text-blocks.test.ts.
 */
import { html, type TemplateResult } from 'lit'
import { kindOf } from '../../document/row-names.ts'
import { type CmsElement, define } from '../../element.ts'
import { ask, CmsDialog } from '../../parts/dialog.ts'
import { icon } from '../../parts/icon.ts'
import type { Editing } from '../editing.ts'
import type { EditedBlock } from './text-host.ts'

export class CmsBlockDrawer extends CmsDialog<void> {
  block!: EditedBlock
  /** The text field's own, which changes with the form. */
  editing!: () => Editing
  protected override shape = 'drawer'

  protected name(): string {
    return kindOf(this, this.editing().field, this.block.row() ?? {}) ?? ''
  }

  protected body(): TemplateResult {
    const row = this.block.row() ?? {}
    const { field, path, fieldsIn } = this.editing()
    const fields = field.blocks?.find(({ slug }) => slug === row['blockType'])?.fields ?? []
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
        ${fieldsIn(fields, row, `${path}.${this.block.path()}`, set)}
        <div class="foot"><button type="button" class="main" @click=${() => this.close()}>${this.t('text.block.close')}</button></div>
      </div>
    `
  }

  /** Writing goes on in its first field, not at the button that closes it. */
  protected override firstUpdated(): void {
    super.firstUpdated()
    this.querySelector<HTMLElement>('.inside > :not(.row) :is(input, textarea, select, button, cms-rich-text)')?.focus()
  }

  /** Undo, or the save of another person, may remove the block while its form is open. */
  protected override updated(): void {
    super.updated()
    if (!this.block.row()) this.close()
  }
}

define('cms-block-drawer', CmsBlockDrawer)

export function openBlock(text: CmsElement, block: EditedBlock, editing: () => Editing): { drawer: CmsBlockDrawer; closed: Promise<void> } {
  const drawer = Object.assign(document.createElement('cms-block-drawer') as CmsBlockDrawer, { block, editing })
  return { drawer, closed: ask(text, drawer) }
}
