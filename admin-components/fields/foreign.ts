/** An editor of somebody else inside a field: opened once there is a place for it, closed when the field leaves, opened anew when it comes back. */
import { CmsElement } from '../element.ts'
import type { Editing } from './editors.ts'

export abstract class ForeignEditor extends CmsElement {
  declare editing: Editing

  protected abstract open(): void
  protected abstract close(): void

  protected override firstUpdated(): void {
    this.open()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    if (this.hasUpdated) this.open()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.close()
  }
}
